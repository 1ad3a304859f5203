package kimicli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// seen is a session with only a wire file: what the screen showed is the only record of the conversation. If agent is
// set, seen is the part of the file that belongs to that sub-agent.
type seen struct {
	screen
	agent string
}

// contextPath returns the context file that a path stands for: the path itself, or the context file next to a wire
// file.
func contextPath(path string) string {
	if filepath.Base(path) == filepath.Base(format.WirePath(path)) {
		return format.ContextPath(filepath.Dir(path))
	}
	return path
}

// openSeen opens a session from its wire file. If that holds no conversation either, openSeen returns why, the error of
// the context file.
func openSeen(ctx context.Context, path string, why error) (session, error) {
	screen, err := openScreen(ctx, path)
	if err != nil || screen.size == 0 || len(screen.clock.prompts)+len(screen.clock.steps) == 0 {
		return session{}, errors.Join(why, err)
	}
	s := session{spawned: screen.clock.spawned}
	s.Header = header(path, screen.clock)
	whole := seen{screen: screen}
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		if screen.play(ctx, yield) {
			whole.tell(ctx, yield)
		}
	}
	for _, agent := range screen.clock.agents {
		s.Children = append(s.Children, seen{screen, agent}.child(ctx, s.Header))
	}
	return s, nil
}

// isSilent reports whether an error means that a context file has no content: it is missing, or has no line of a
// conversation.
func isSilent(err error) bool {
	return errors.Is(err, adapter.ErrNotFound) || errors.Is(err, adapter.ErrEmpty)
}

func (s seen) child(ctx context.Context, parent timeline.Header) timeline.Stream {
	return timeline.Stream{
		Header: timeline.Header{
			ID: s.agent, Version: timeline.Version, Source: timeline.Source{CLI: format.Name, OriginalID: s.agent},
			Project: parent.Project,
			Lineage: &timeline.Lineage{Parent: format.Name + ":" + parent.ID, At: s.clock.spawned[s.agent],
				Kind: timeline.LineageSubagent},
		},
		Entries: iter.Seq2[*timeline.Entry, error](func(yield func(*timeline.Entry, error) bool) { s.tell(ctx, yield) }),
	}
}

// tell yields the entries of the conversation.
func (s seen) tell(ctx context.Context, yield func(*timeline.Entry, error) bool) {
	file, err := os.Open(s.path)
	if err != nil {
		yield(nil, err)
		return
	}
	defer file.Close()
	w := newWitness()
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, s.size)) {
		if err != nil {
			yield(nil, fmt.Errorf("read %s: %w", s.path, err))
			return
		}
		clean, _, ok := jsonl.Clean(line.Bytes)
		if !ok {
			continue
		}
		for _, e := range w.see(s.of(format.PeekSeen(clean)), line.Number) {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// of returns the event if it belongs to the session itself, or unwraps it if it belongs to the sub-agent.
func (s seen) of(what format.Seen) format.Seen {
	switch {
	case s.agent == "":
		return what
	case what.Kind != format.SubagentEvent || !what.Payload.Get("agent_id").Is(s.agent):
		return format.Seen{}
	}
	event := what.Payload.Get("event")
	return format.Seen{Kind: event.Get("type").String(), Time: what.Time, Payload: event.Get("payload")}
}
