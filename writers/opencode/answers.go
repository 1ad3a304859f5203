package opencode

import (
	"cmp"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// answers writes the messages of the model in order. An answer waits until all of its calls have results.
type answers struct {
	out     *output
	drafts  *drafts
	prompts *prompts
	memory  *memory
	open    *answer
	queue   []*answer // earlier answers that wait for a result, or for an answer before them
}

// say adds the model's thinking and text to its answer.
func (s *answers) say(e *timeline.Entry) error {
	a, err := s.of(e)
	if err != nil {
		return err
	}
	at := s.drafts.clock.at(e.Timestamp)
	if !e.Thinking.IsEmpty() {
		a.timed("reasoning", e.Thinking, at)
	}
	if !e.Content.IsEmpty() {
		a.timed("text", e.Content, at)
		a.said = true
	}
	for range e.Attachments {
		s.out.report.Losses.Item(writers.Media, 0, "picture in an answer",
			"OpenCode keeps pictures in prompts and tool outputs only")
	}
	s.out.report.Entries++
	s.memory.place(e, a.id)
	return nil
}

// of returns the answer that an entry belongs to: the open one, or a new one. Models get a message as one text followed
// by the calls. Therefore a second text, or a text after a call, would arrive in a different place. Calls after the
// first results also belong to a new answer.
func (s *answers) of(e *timeline.Entry) (*answer, error) {
	if a := s.open; a != nil {
		isCall := e.Type == timeline.ToolCall
		if isCall && a.answered == 0 || !isCall && len(a.calls) == 0 && !a.said {
			a.source = cmp.Or(a.source, e.Model)
			return a, nil
		}
		s.queue, s.open = append(s.queue, a), nil
		if err := s.flush(false); err != nil {
			return nil, err
		}
	}
	if err := s.prompts.end(); err != nil {
		return nil, err
	}
	if s.drafts.resumes {
		if err := s.out.message(s.drafts.resume(e.Timestamp)); err != nil {
			return nil, err
		}
	}
	s.open = s.drafts.answer(e.Timestamp)
	s.open.source = e.Model
	return s.open, nil
}

// maxQueue is the maximum number of answers that wait for a result of an earlier one. Results mostly come before the
// next answer.
const maxQueue = 64

// flush writes the answers at the front of the queue whose calls have all their results. If all is set, no more results
// can arrive, and it writes the whole queue.
func (s *answers) flush(all bool) error {
	for len(s.queue) > 0 && (all || s.queue[0].waiting == 0 || len(s.queue) > maxQueue) {
		a := s.queue[0]
		s.queue = s.queue[1:]
		for _, c := range a.calls {
			if c.part.data == nil {
				s.abandon(a, c)
			}
		}
		if err := s.out.message(a.message()); err != nil {
			return err
		}
	}
	return nil
}

// end writes the waiting answers. Calls without a result do not get one anymore.
func (s *answers) end() error {
	if s.open != nil {
		s.queue, s.open = append(s.queue, s.open), nil
	}
	return s.flush(true)
}

// waits reports whether a call has no result yet.
func (s *answers) waits() bool {
	for _, a := range s.queue {
		if a.waiting > 0 {
			return true
		}
	}
	return s.open != nil && s.open.waiting > 0
}

// abandon completes a call that has no result.
func (s *answers) abandon(a *answer, c *pendingCall) {
	s.out.lose("result of a call", `the source has none: the model gets "`+format.Interrupted+
		`", as OpenCode itself would send it`)
	c.complete(a.completed, func(o *timeline.Object) { format.MissingState(o, c.original) })
}
