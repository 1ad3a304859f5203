package sharing

import (
	"bytes"
	"context"
	"strings"

	"stead/internal/sys/lazy"
)

// Prompt shows lines and questions on a hub's terminals while no program has the hub.
type Prompt struct {
	hub      *Hub
	question *question // that waits for its answer; nil for none
}

// question waits for a key while no program has the hub.
type question struct {
	// keys are those that answer it; any, when it is empty.
	keys   string
	answer chan byte
}

// interrupt is Ctrl-C.
const interrupt = 0x03

// sequences are what keys without a letter send, and the terminal itself.
var sequences = lazy.Regexp(`\x1b(\[[0-?]*[ -/]*[@-~]|O.|[\]P_][^\x07\x1b]*(\x07|\x1b\\))`)

// Ask shows a question and waits for the answer of whoever writes, now or later: one of the keys, of which Escape and
// Ctrl-C may be some. The text must be fit for a terminal; its lines end in "\n". The error is ctx's cause.
func (p *Prompt) Ask(ctx context.Context, text, keys string) (byte, error) {
	return p.wait(ctx, &question{keys: keys}, "\r\n\x1b[J"+text+" ", "\r\n")
}

// Pause shows a text in the line of the cursor and waits until whoever writes presses a key, now or later. The text is
// gone then. It reports false when the key was Ctrl-C. The error is ctx's cause.
func (p *Prompt) Pause(ctx context.Context, text string) (goOn bool, err error) {
	key, err := p.wait(ctx, &question{}, "\x1b7\x1b[J"+text+" ", "\x1b8\x1b[J")
	return err == nil && key != interrupt, err
}

func (p *Prompt) wait(ctx context.Context, q *question, before, behind string) (byte, error) {
	q.answer = make(chan byte, 1)
	p.pose(q, before)
	defer p.pose(nil, behind)
	select {
	case key := <-q.answer:
		return key, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// Show shows lines while no program has the hub, below what the last one has left there. The text must be fit for a
// terminal.
func (p *Prompt) Show(text string) {
	p.hub.access.Lock()
	defer p.hub.access.Unlock()
	p.hub.pass([]byte("\r\n\x1b[J" + returned(text) + "\r\n"))
}

// pose shows a question on all terminals, below what the program has left there; the picture shows it to those who come
// later. No question ends the one before.
func (p *Prompt) pose(q *question, text string) {
	p.hub.access.Lock()
	defer p.hub.access.Unlock()
	p.question = q
	p.hub.pass([]byte(returned(text)))
}

// returned ends each line as a terminal in raw mode needs it.
func returned(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// apply takes the first key that is an answer. Sequences are none: a terminal may still answer what the program before
// has asked it.
func (q *question) apply(keys []byte) {
	keys = sequences().ReplaceAll(keys, nil)
	at := 0
	if q.keys != "" {
		at = bytes.IndexAny(keys, q.keys)
	}
	if at < 0 || len(keys) == 0 {
		return
	}
	select {
	case q.answer <- keys[at]:
	default:
	}
}
