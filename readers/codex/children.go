package codex

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	format "stead/adapters/codex"
	"stead/timeline"
)

// children returns the sessions of the sub-agents that the session's calls started. One that cannot be read is left
// out: the call and what it answered are there without it.
func (s *session) children(ctx context.Context, path string) []timeline.Stream {
	children := s.noted(ctx, path)
	if len(s.spawned) == 0 {
		return children
	}
	unnamed := slices.Clone(s.spawned)
	for _, file := range laterSessions(path, s.Header.ID) {
		meta := readMeta(file)
		if parentThread(meta) != s.Header.ID || s.isNoted(format.SessionID(file)) {
			continue
		}
		child, err := open(ctx, file)
		if err != nil {
			continue
		}
		child.Children = child.children(ctx, file)
		child.Header.Lineage.At, unnamed = takeCall(unnamed, child.Header.ID, meta.Get("agent_path").String())
		children = append(children, child.Stream)
	}
	return children
}

// noted returns the sessions of sub-agents that stead has written.
func (s *session) noted(ctx context.Context, path string) []timeline.Stream {
	var children []timeline.Stream
	for _, a := range s.agents {
		file, err := findRollout(path, a.ID)
		if err != nil || a.ID == s.Header.ID || slices.Contains(s.above, a.ID) ||
			parentThread(readMeta(file)) != s.Header.ID {
			continue
		}
		child, err := open(ctx, file)
		if err != nil {
			continue
		}
		child.above = append(slices.Clone(s.above), s.Header.ID)
		child.Children = child.children(ctx, file)
		child.Header.Lineage.At = a.Call
		children = append(children, child.Stream)
	}
	return children
}

func (s *session) isNoted(id string) bool {
	return slices.ContainsFunc(s.agents, func(a format.Agent) bool { return a.ID == id })
}

// takeCall returns the call that started a sub-agent: the one whose output names its session (multi-agent v1) or its
// path (v2), else the first that is left.
func takeCall(calls []spawn, session, path string) (string, []spawn) {
	if len(calls) == 0 {
		return "", nil
	}
	at := max(0, slices.IndexFunc(calls, func(c spawn) bool {
		return strings.Contains(c.told, session) || (path != "" && strings.Contains(c.told, `"`+path+`"`))
	}))
	call := calls[at].call
	return call, slices.Delete(calls, at, at+1)
}

// laterSessions returns the first rollouts of sessions that began after the given one, oldest first: their ids are
// ordered by time.
func laterSessions(path, id string) []string {
	var files []string
	consider := func(file string) {
		if name := format.NameOf(file); name.Thread > id && name.IsFirst() {
			files = append(files, file)
		}
	}
	if root := format.RootOf(path); root != "" {
		for file, err := range format.Rollouts(root) {
			if err == nil {
				consider(file)
			}
		}
	} else {
		beside, _ := os.ReadDir(filepath.Dir(path))
		for _, entry := range beside {
			consider(filepath.Join(filepath.Dir(path), entry.Name()))
		}
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(format.SessionID(a), format.SessionID(b)) })
	return slices.CompactFunc(files, func(a, b string) bool { return plainPath(a) == plainPath(b) })
}
