package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrTooLong is the error of standard input that is too long for a prompt.
var ErrTooLong = errors.New("it is larger than 16 MB, too large for a prompt")

// longestInput is the maximum length of a prompt, in bytes. No CLI takes that much.
const longestInput = 16 << 20

// ReadAll returns all of standard input. It waits no longer than until ctx ends; the read itself then ends with the
// process. The error is ErrTooLong if the input is longer than a prompt can be.
func (t *Terminal) ReadAll(ctx context.Context) (string, error) {
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(t.In, longestInput+1))
		read <- result{text, err}
	}()
	select {
	case r := <-read:
		if len(r.text) > longestInput {
			r.err = ErrTooLong
		}
		return string(r.text), r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Ask writes a question without a line break, and returns the answer. See [Terminal.ReadLine].
func (t *Terminal) Ask(ctx context.Context, question string) (string, error) {
	_, _ = fmt.Fprint(t.Err, question)
	return t.ReadLine(ctx)
}

// Confirm asks a yes/no question. An empty answer means no.
func (t *Terminal) Confirm(ctx context.Context, question string) (bool, error) {
	answer, err := t.Ask(ctx, question+" [y/N] ")
	if err != nil {
		return false, err
	}
	switch strings.ToLower(answer) {
	case "y", "yes":
		return true, nil
	}
	return false, nil
}

// ReadLine reads a line from standard input and nothing after it, because the rest belongs to the CLI. At the end of
// the input it returns what it has read.
func (t *Terminal) ReadLine(ctx context.Context) (string, error) {
	line := make(chan string, 1)
	go func() { // a read from a terminal cannot be cancelled: after an interruption it ends with the process
		var text []byte
		for b := make([]byte, 1); ; {
			n, err := t.In.Read(b)
			if n == 0 || err != nil || b[0] == '\n' {
				break
			}
			text = append(text, b[0])
		}
		line <- strings.TrimSpace(string(text))
	}()
	select {
	case text := <-line:
		return text, nil
	case <-ctx.Done():
		_, _ = fmt.Fprintln(t.Err) // so that the next output does not follow the question
		return "", ctx.Err()
	}
}
