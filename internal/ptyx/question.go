package ptyx

import (
	"bytes"
	"context"
)

// question waits for a key while no program has the stage.
type question struct {
	text   string
	answer chan bool
}

// Ask shows a question and waits for the answer of whoever writes, now or later: Enter or y is yes, n, q, Escape or Ctrl-C is no.
// The text must be fit for a terminal.
func (s *Stage) Ask(ctx context.Context, text string) (bool, error) {
	q := &question{text: "\r\n\x1b[J" + text + " [Y/n] ", answer: make(chan bool, 1)}
	s.pose(q)
	defer s.pose(nil)
	select {
	case yes := <-q.answer:
		return yes, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// pose shows a question on all terminals, below what the program has left there; the picture shows it to those who come later. None ends the line of the one before.
func (s *Stage) pose(q *question) {
	s.access.Lock()
	defer s.access.Unlock()
	s.question = q
	if q != nil {
		s.pass([]byte(q.text))
		return
	}
	s.pass([]byte("\r\n"))
}

// hear takes the first key that is an answer.
func (q *question) hear(keys []byte) {
	at := bytes.IndexAny(keys, "\r\nyYnNqQ\x1b\x03")
	if at < 0 {
		return
	}
	select {
	case q.answer <- bytes.IndexByte([]byte("\r\nyY"), keys[at]) >= 0:
	default:
	}
}
