package kimi

import (
	"context"
	"fmt"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Open indexes the wire file of a session's main agent, and those of its sub-agents. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	session, agent := format.SessionOf(location.Path)
	stream, x, err := open(ctx, location.Path, session)
	if err != nil {
		return timeline.Stream{}, err
	}
	if session == "" || agent != format.MainAgent {
		return stream, nil
	}
	stream.Children = children(ctx, session, stream.Header, x)
	return stream, nil
}

// open opens one wire file.
func open(ctx context.Context, path, session string) (timeline.Stream, *index, error) {
	x := newIndex()
	info, err := entry.Scan(ctx, path, findFacts, x.addChunk)
	if err != nil {
		return timeline.Stream{}, nil, err
	}
	if x.known == 0 && x.lines > 0 {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: no line of it belongs to a Kimi Code session", path,
			adapter.ErrFormat)
	}
	if x.talk == 0 {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	x.settle()
	state, err := format.ReadState(session)
	if err != nil {
		state = nil // the wire file has everything that is required
	}
	s := timeline.Stream{Header: header(path, state, x), Entries: x.entries(ctx, path, info.Size())}
	s.Header.Branches, err = x.branches(s)
	return s, x, err
}

func header(path string, state jsonl.Value, x *index) timeline.Header {
	id := sessionID(path, state)
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: id},
		Project:  timeline.Project{Path: format.Dir(state)},
		Model:    timeline.Model{Provider: x.provider, Model: x.model},
		Metadata: timeline.Metadata{Created: format.Timestamp(state.Get("createdAt")), LastModified: x.last},
	}
	if h.Metadata.Created == "" {
		h.Metadata.Created = x.first
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if x.tokens.Input+x.tokens.Output > 0 {
		h.Metadata.Tokens = &x.tokens
	}
	if from := state.Get("forkedFrom").String(); from != "" {
		h.Lineage = &timeline.Lineage{Parent: format.Name + ":" + from, Kind: timeline.LineageFork}
	}
	if state != nil {
		h.Extra = timeline.Extra{format.StateExtra: timeline.KeepFile(state)}
	}
	return h
}

// sessionID returns the id with which the CLI resumes the session: the name of its folder.
func sessionID(path string, state jsonl.Value) string {
	session, agent := format.SessionOf(path)
	switch {
	case session != "" && agent == format.MainAgent:
		return filepath.Base(session)
	case session != "":
		return agent
	case state.Get("id").IsString():
		return state.Get("id").String()
	}
	return filepath.Base(path)
}
