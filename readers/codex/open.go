package codex

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Open indexes a rollout, and those that it was forked from, and returns the session. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	s, err := open(ctx, location.Path)
	if err != nil {
		return timeline.Stream{}, err
	}
	s.Children = s.children(ctx, location.Path)
	return s.Stream, nil
}

// session is an opened session with what its children are found by.
type session struct {
	timeline.Stream
	spawned []spawn
	agents  []format.Agent
	// above are the sessions that this one is a sub-agent's of, by id: a damaged note must not lead in a circle.
	above []string
}

func open(ctx context.Context, path string) (session, error) {
	segments, err := segments(ctx, path)
	if err != nil {
		return session{}, err
	}
	own := newest(segments).index
	if own.known == 0 && own.lines > 0 {
		return session{}, fmt.Errorf("%s: %w: no line of it belongs to a Codex rollout", path, adapter.ErrFormat)
	}
	talk := 0
	for _, s := range segments {
		talk += s.index.talk
	}
	if talk == 0 {
		return session{}, fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	s := session{}
	for _, part := range segments {
		if part.session == "" {
			s.spawned, s.agents = append(s.spawned, part.index.spawned...), append(s.agents, part.index.agents...)
		}
	}
	s.Header = header(path, segments)
	s.Entries = entries(ctx, segments)
	return s, s.countBranches(segments)
}

// header says what the metadata of the own files, or else that of its parents, tells about the session.
func header(path string, segments []*segment) timeline.Header {
	own, first := newest(segments).index, firstOwn(segments).index
	meta := own.meta
	id := meta.Get("id").String()
	if id == "" {
		id = format.SessionID(path)
	}
	if id == "" {
		id = filepath.Base(path)
	}
	h := timeline.Header{
		ID:      id,
		Version: timeline.Version,
		Source:  timeline.Source{CLI: format.Name, OriginalID: id, Version: meta.Get("cli_version").String()},
		Project: project(own),
		Model:   timeline.Model{Provider: meta.Get("model_provider").String()},
		Lineage: lineage(first, path),
	}
	if h.Model.Provider == "" {
		h.Model.Provider = format.Info().Vendor
	}
	h.Metadata.Created, h.Metadata.LastModified = first.meta.Get("timestamp").String(), own.last
	if h.Metadata.Created == "" {
		h.Metadata.Created = first.first
	}
	for _, s := range segments { // the newest that says something counts
		if s.index.model != "" {
			h.Model.Model = s.index.model
		}
		if t := s.index.tokens(); t != nil {
			h.Metadata.Tokens = t
		}
	}
	return h
}

// newest is the file of a session that grows.
func newest(segments []*segment) *segment { return segments[len(segments)-1] }

// firstOwn is the file with which a session began.
func firstOwn(segments []*segment) *segment {
	at := slices.IndexFunc(segments, func(s *segment) bool { return s.session == "" })
	return segments[at]
}

func project(x *index) timeline.Project {
	p := timeline.Project{Path: x.meta.Get("cwd").String()}
	if p.Path == "" {
		p.Path = x.folder
	}
	if p.Path != "" {
		p.Name = filepath.Base(p.Path)
	}
	if git := x.meta.Get("git"); git.IsObject() {
		p.Git = &timeline.Git{
			Branch: git.Get("branch").String(),
			Commit: git.Get("commit_hash").String(),
			Remote: git.Get("repository_url").String(),
		}
	}
	return p
}

func lineage(x *index, path string) *timeline.Lineage {
	meta := x.meta
	if parent := parentThread(meta); parent != "" {
		return &timeline.Lineage{Parent: format.Name + ":" + parent, Kind: timeline.LineageSubagent}
	}
	if from := meta.Get("forked_from_id").String(); from != "" {
		return &timeline.Lineage{Parent: format.Name + ":" + from, Kind: timeline.LineageFork}
	}
	if from := format.ImportedFrom(path); from != "" {
		return &timeline.Lineage{Parent: from, Kind: timeline.LineageFork, Copied: x.imported}
	}
	return nil
}

// parentThread returns the session that started a sub-agent, or the empty string for any other session.
func parentThread(meta jsonl.Value) string {
	if parent := meta.Get("parent_thread_id").String(); parent != "" {
		return parent
	}
	return meta.Get("source", "subagent", "thread_spawn", "parent_thread_id").String()
}
