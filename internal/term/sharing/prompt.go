package sharing

import (
	"bytes"
	"context"
	"strings"

	"stead/internal/sys/lazy"
)

// Prompt displays lines and questions on a hub's terminals while no program is attached to the hub.
type Prompt struct {
	hub      *Hub
	question *question // the question that waits for its answer, or nil
}

// question waits for a key while no program is attached to the hub.
type question struct {
	// keys holds the keys that answer the question. If it is empty, any key does.
	keys   string
	answer chan byte
}

// interrupt is Ctrl-C.
const interrupt = 0x03

// sequences matches what keys without a character send, and what the terminal itself sends.
var sequences = lazy.Regexp(`\x1b(\[[0-?]*[ -/]*[@-~]|O.|[\]P_][^\x07\x1b]*(\x07|\x1b\\))`)

// Ask displays a question and waits for the answer of the current or a future writer. The answer is one of the keys,
// which may include Escape and Ctrl-C. The text must be safe for a terminal. Its lines end in "\n". The error is the
// cause of ctx.
func (p *Prompt) Ask(ctx context.Context, text, keys string) (byte, error) {
	return p.wait(ctx, &question{keys: keys}, "\r\n\x1b[J"+text+" ", "\r\n")
}

// Pause displays a text in the line of the cursor and waits until the current or a future writer presses a key. It then
// removes the text. It returns false if the key was Ctrl-C. The error is the cause of ctx.
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

// Show displays lines while no program is attached to the hub, below what the last program has left there. The text
// must be safe for a terminal.
func (p *Prompt) Show(text string) {
	p.hub.access.Lock()
	defer p.hub.access.Unlock()
	p.hub.pass([]byte("\r\n\x1b[J" + returned(text) + "\r\n"))
}

// pose displays a question on all terminals, below what the program has left there. The picture displays it to
// terminals that attach later. A nil question ends the previous one.
func (p *Prompt) pose(q *question, text string) {
	p.hub.access.Lock()
	defer p.hub.access.Unlock()
	p.question = q
	p.hub.pass([]byte(returned(text)))
}

// returned ends each line as a terminal in raw mode requires it.
func returned(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// apply accepts the first key that is an answer. Sequences are not answers: a terminal may still answer the queries of
// the previous program.
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
