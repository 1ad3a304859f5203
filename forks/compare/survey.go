package compare

import (
	"cmp"
	"context"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// surveyed is the result of the first pass over a session.
type surveyed struct {
	steps []step
	turns []turn
	side  Side
	// answer is the last answer.
	answer timeline.Text
}

// turn is the range of a turn in the steps.
type turn struct {
	first, end int
	prompt     uint64
}

// survey reads a session's active conversation.
func survey(ctx context.Context, s timeline.Stream, o Options) (surveyed, error) {
	h := s.Header
	found := surveyed{side: Side{CLI: h.Source.CLI, Model: h.Model.Model, Folder: h.Project.Path}}
	var all steps
	for part, err := range transcript.Steps(s) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return found, err
		}
		if all.add(part) == begins && all.digests[len(all.digests)-1].kind == prompt {
			found.begin(len(all.digests)-1, all.digests)
		}
		found.side.count(part)
		if e := part.Entry; e != nil && e.Active() && e.Type == timeline.Assistant && !e.Content.IsBlank() {
			found.answer = e.Content
		}
	}
	found.side.Answer = cut(found.answer, o.Most)
	found.steps = all.digests
	found.begin(len(found.steps), nil)
	found.turns = found.turns[:len(found.turns)-1]
	found.side.Turns = len(found.turns)
	return found, nil
}

// begin ends the previous turn and begins one at a step.
func (f *surveyed) begin(at int, digests []step) {
	if n := len(f.turns); n > 0 {
		f.turns[n-1].end = at
	}
	next := turn{first: at}
	if digests != nil {
		next.prompt = digests[at].what
	}
	f.turns = append(f.turns, next)
}

// count adds a part of the session to its totals.
func (s *Side) count(part transcript.Step) {
	for _, e := range []*timeline.Entry{part.Entry, part.Result} {
		if e == nil || !e.Active() {
			continue
		}
		s.Entries++
		if isTime(e.Timestamp) {
			s.First, s.Last = cmp.Or(s.First, e.Timestamp), strings.Clone(e.Timestamp)
		}
		if e.Usage != nil {
			s.Usage = s.Usage.Add(*e.Usage)
		}
		if e.StopReason != "" {
			s.Stop = strings.Clone(e.StopReason)
		}
		switch {
		case e.Type == timeline.ToolCall:
			s.Calls++
		case e.Type == timeline.ToolResult && !e.Success:
			s.Failed++
		}
	}
}

func isTime(timestamp string) bool {
	_, err := time.Parse(time.RFC3339Nano, timestamp)
	return err == nil
}
