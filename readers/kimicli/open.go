package kimicli

import (
	"context"
	"fmt"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Open indexes a session's context files, and those of its sub-agents. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	path := contextPath(location.Path)
	s, err := open(ctx, path)
	if err != nil {
		return timeline.Stream{}, err
	}
	if !format.IsFlat(path) {
		s.Children = s.children(ctx, path)
	}
	return s.Stream, nil
}

// session is an opened session with the calls that started its sub-agents.
type session struct {
	timeline.Stream
	spawned map[string]string
}

// open opens a session from its context files, or from its wire file if those hold no conversation.
func open(ctx context.Context, path string) (session, error) {
	s, err := openContexts(ctx, path)
	if isSilent(err) && !isLink(path) {
		return openSeen(ctx, path, err)
	}
	return s, err
}

// isLink reports whether the path is a link. A broken link is a fault; it does not mean that there is no context.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func openContexts(ctx context.Context, path string) (session, error) {
	x, err := scan(ctx, format.Contexts(path))
	if err != nil {
		return session{}, err
	}
	if x.known == 0 && x.lines > 0 {
		return session{}, fmt.Errorf("%s: %w: no line of it belongs to a Kimi CLI session", path, adapter.ErrFormat)
	}
	if x.talk == 0 {
		return session{}, fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	screen, err := openScreen(ctx, path)
	if err != nil {
		return session{}, err
	}
	s := session{spawned: screen.clock.spawned}
	s.Header = header(path, screen.clock)
	s.Entries = x.entries(ctx, screen)
	s.Header.Branches, err = x.branches(s.Stream)
	return s, err
}

// scan indexes context files up to their current ends.
func scan(ctx context.Context, paths []string) (*index, error) {
	x := newIndex()
	scanner := scanner{seed: maphash.MakeSeed(), compares: len(paths) > 1}
	for _, path := range paths {
		x.begin(path)
		info, err := entry.Scan(ctx, path, scanner.scan, x.addAll)
		if err != nil {
			return nil, err
		}
		x.last().size = info.Size()
	}
	x.finish()
	return x, nil
}

func header(path string, c *clock) timeline.Header {
	id := format.SessionID(path)
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: id},
		Project:  timeline.Project{Path: projectOf(path)},
		Metadata: timeline.Metadata{Created: format.Timestamp(c.first), LastModified: format.Timestamp(c.last)},
	}
	if info, err := os.Stat(path); err == nil && c.last.IsZero() { // no other source has a time for the session
		h.Metadata.LastModified = format.Timestamp(info.ModTime())
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if !format.IsFlat(path) {
		h.Extra = readNotes(map[string]string{format.StateExtra: format.StatePath(path),
			format.AgentExtra: format.AgentPath(path)})
	}
	return h
}

// projectOf returns the working folder of a session, determined by its bucket.
func projectOf(path string) string {
	root, bucket := format.RootOf(path)
	if root == "" {
		return ""
	}
	known, _ := format.WorkDirs(root) // the list of sessions reports an invalid file
	return known[bucket]
}

// readNotes returns the JSON files next to a context file, under their names in the header.
func readNotes(paths map[string]string) timeline.Extra {
	extra := timeline.Extra{}
	for name, path := range paths {
		content, err := regular.ReadFile(path)
		if clean, _, ok := jsonl.Clean(content); err == nil && ok && jsonl.Value(clean).IsObject() {
			extra[name] = timeline.KeepFile(content)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}
