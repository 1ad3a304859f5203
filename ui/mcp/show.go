package mcp

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
)

var showTool = sdk.Tool{
	Name: "show_session", Title: "Show a session",
	Description: "Read a session of any AI coding CLI (its history, the memory of what was done): prompts, answers, tool calls and results, turn by turn. " +
		"A long session comes in several answers: go on with the cursor, or begin at a turn.",
}

type showInput struct {
	Session string `json:"session" jsonschema:"a reference as list_sessions and search_sessions give it, such as codex:7f3a91c0; claude:latest and claude:. are the newest of a CLI, anywhere and in this project"`
	Turn    int    `json:"turn,omitempty" jsonschema:"the turn to begin at, from 1; -1 is the last one, -3 the last three"`
	Full    bool   `json:"full,omitempty" jsonschema:"shorten no tool results and thinking"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"where the answer before has ended, as it says"`
}

// ErrNoReference is the error of an argument that does not name a session.
var ErrNoReference = errors.New(
	"this is not a reference of a session: use one from list_sessions, such as claude:7f3a91c0 or codex:latest")

// find returns the session of a reference. The session must belong to one of this machine's CLIs, because the caller
// may repeat what a stranger wrote.
func (s *server) find(ctx context.Context, reference string) (catalog.Source, error) {
	if !catalog.NamesStored(reference) {
		return catalog.Source{}, fmt.Errorf("%s: %w", plain.Fit(plain.Line(reference), 80), ErrNoReference)
	}
	return s.Resolve(ctx, reference)
}

func (s *server) show(ctx context.Context, in showInput) (string, error) {
	from, err := cursorOf(in.Cursor)
	if err != nil {
		return "", err
	}
	source, err := s.find(ctx, in.Session)
	if err != nil {
		return "", err
	}
	return s.pages(ctx, source, page{step: from, turn: in.Turn, full: in.Full})
}

// pages returns a page of a session.
func (s *server) pages(ctx context.Context, source catalog.Source, p page) (string, error) {
	stream, err := source.Open(ctx)
	if err != nil {
		return "", err
	}
	if p.turn < 0 {
		if p.turn, err = fromEnd(ctx, stream, p.turn); err != nil {
			return "", err
		}
	}
	p.mask = s.Mask
	p.text.add(s.head(source, stream))
	if err := p.read(ctx, stream); err != nil {
		return "", fmt.Errorf("read %s: %w", source.Reference(), err)
	}
	switch {
	case p.turn > p.turns && p.step == 0:
		return p.text.end("The session has only %s.\n", transcript.Count(p.turns, "turn")), nil
	case p.next > 0:
		return p.text.end("\n(%s in all. The session goes on: call again with cursor %q.)\n",
			transcript.Count(p.turns, "turn"), fmt.Sprint(p.next)), nil
	}
	return p.text.end("\n(%s in all. End of the session.)\n", transcript.Count(p.turns, "turn")), nil
}
