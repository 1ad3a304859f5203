package corpus

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"stead/timeline"
)

// Stream returns a session in the universal form, for the writer of any CLI, and the needles planted in it.
func Stream(s Session) (timeline.Stream, Tally) {
	s.Dir = cmp.Or(s.Dir, Dir)
	if s.Began.IsZero() {
		s.Began = began
	}
	entries := &stream{Session: s}
	g := newGenerator(s, rand.New(rand.NewPCG(s.Seed, 1)), entries)
	g.converse()
	return timeline.Stream{
		Header: timeline.Header{
			ID: s.ID, Version: timeline.Version, Source: timeline.Source{CLI: "universal", OriginalID: s.ID},
			Project:  timeline.Project{Path: s.Dir},
			Model:    timeline.Model{Provider: "anthropic", Model: "claude-opus-4-8"},
			Metadata: timeline.Metadata{Created: stamp(s.Began, 0), LastModified: stamp(s.Began, len(entries.entries))},
		},
		Entries: timeline.Of(entries.entries...),
	}, g.planting.tally
}

// stream collects entries.
type stream struct {
	Session
	entries []*timeline.Entry
	written int64
}

func (s *stream) size() int64 { return s.written }
func (*stream) isOver() bool  { return false }

func (s *stream) prompt(body timeline.Text) {
	s.add(&timeline.Entry{Type: timeline.User, Content: body})
}
func (s *stream) remark(body timeline.Text) { s.answer(body) }

func (s *stream) answer(body timeline.Text) {
	s.add(&timeline.Entry{
		Type: timeline.Assistant, Content: body, Model: "claude-opus-4-8",
		Usage: &timeline.Usage{Input: 12, Output: 250, CacheRead: 90_000, CacheWrite: 400},
	})
}

func (s *stream) call(made call) {
	input := timeline.NewObject(nil)
	names := map[timeline.Tool][3]string{
		timeline.Bash: {"command"}, timeline.Edit: {"path", "old", "new"}, timeline.Write: {"path", "", "content"},
		timeline.Read: {"path"},
	}[made.tool]
	input.String(names[0], made.text)
	for i, text := range []timeline.Text{made.old, made.new} {
		if name := names[1+i]; name != "" {
			input.Raw(name, text.JSON())
		}
	}
	id := s.add(&timeline.Entry{Type: timeline.ToolCall, Tool: made.tool, Input: json.RawMessage(input.End())})
	s.add(&timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: made.output})
}

func (s *stream) add(e *timeline.Entry) string {
	e.ID, e.Timestamp = fmt.Sprintf("entry-%d", len(s.entries)), stamp(s.Began, len(s.entries))
	s.entries = append(s.entries, e)
	s.written += int64(e.Content.Len() + e.Output.Len() + len(e.Input) + 500) // the text around them, roughly
	return e.ID
}
