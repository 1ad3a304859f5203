package gemini

import (
	"context"
	"fmt"
	"path/filepath"

	"stead/internal/adapter"
	format "stead/internal/format/gemini"
	"stead/timeline"
)

// Open goes through a session once, to learn which parts of the conversation were dropped, and returns it. See [readers.Reader].
func (*Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	s, x, err := open(ctx, location.Path)
	if err != nil {
		return timeline.Stream{}, err
	}
	s.Children = children(ctx, location.Path, x)
	return s, nil
}

func open(ctx context.Context, path string) (timeline.Stream, *index, error) {
	source, err := openSource(path)
	if err != nil {
		return timeline.Stream{}, nil, err
	}
	x := newIndex()
	for r, err := range source.records(ctx) {
		if err != nil {
			return timeline.Stream{}, nil, err
		}
		x.add(r)
	}
	if x.lines > 0 && x.session == "" && !x.talked() {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: no line of it is a Gemini CLI session's", path, adapter.ErrFormat)
	}
	if !x.talked() {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	s := timeline.Stream{Header: x.header(path)}
	var branches map[string]string
	branches, s.Header.Branches = x.ledger.branches()
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		l := newLedger()
		for r, err := range source.records(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range l.add(r) {
				e.Branch = branches[e.ID]
				if !yield(e, nil) {
					return
				}
			}
		}
	}
	return s, x, nil
}

// index is what is known of a session once it was gone through.
type index struct {
	ledger *ledger
	lines  int
	session, started,
	updated, model, folder string
	first, last string // times of messages
	tokens      timeline.Tokens
	// agents are the calls that started sub-agents, by the session of these.
	agents map[string]string
}

func newIndex() *index { return &index{ledger: newLedger(), agents: map[string]string{}} }

func (x *index) talked() bool { return len(x.ledger.units) > 0 }

func (x *index) add(r record) {
	x.lines++
	if r.kind == format.Header || r.kind == format.Update {
		x.update(r)
	}
	for i := range r.messages {
		x.message(&r.messages[i])
	}
	for _, e := range x.ledger.add(r) {
		if e.Usage != nil {
			x.tokens.Input += e.Usage.Input + e.Usage.CacheRead
			x.tokens.Output += e.Usage.Output
		}
	}
}

func (x *index) update(r record) {
	if id := r.value.Get("sessionId").String(); id != "" {
		x.session = id
	}
	if started := r.value.Get("startTime").String(); started != "" && x.started == "" {
		x.started = started
	}
	if r.timestamp != "" {
		x.updated = r.timestamp
	}
	if x.folder == "" {
		x.folder = firstFolder(r.value)
	}
}

func (x *index) message(m *message) {
	if m.model != "" {
		x.model = m.model
	}
	if m.preamble && x.folder == "" {
		x.folder = folderIn(m.harness)
	}
	if m.timestamp != "" {
		if x.first == "" {
			x.first = m.timestamp
		}
		x.last = m.timestamp
	}
	for _, c := range m.calls {
		if c.agent != "" {
			x.agents[c.agent] = c.id
		}
	}
}

func (x *index) header(path string) timeline.Header {
	id := x.session
	if id == "" {
		id = filepath.Base(path)
	}
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: id},
		Project:  timeline.Project{Path: projectOf(path, x.folder)},
		Model:    timeline.Model{Provider: format.Info().Vendor, Model: x.model},
		Metadata: timeline.Metadata{Created: x.started, LastModified: x.updated},
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if h.Metadata.Created == "" {
		h.Metadata.Created = x.first
	}
	if h.Metadata.LastModified == "" {
		h.Metadata.LastModified = x.last
	}
	if x.tokens.Input+x.tokens.Output > 0 {
		h.Metadata.Tokens = &timeline.Tokens{Input: x.tokens.Input, Output: x.tokens.Output}
	}
	return h
}
