package errand

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
)

// Streams are the asker's streams.
type Streams struct {
	// In is read until the verb has ended; a read that blocks at that time is abandoned. If it is nil, the verb has no
	// input.
	In io.Reader
	// Out and Err get the verb's output. A verb with a terminal writes everything to Out.
	Out, Err io.Writer
	// Resized delivers the terminal's size whenever it changes. Nil if there is no terminal.
	Resized <-chan Size
}

// BrokenError says that the connection to the other machine broke before the verb had ended. Its progress is unknown;
// it ends there, too.
type BrokenError struct{ Why error }

// Error implements error.
func (e *BrokenError) Error() string { return fmt.Sprintf("listen to the other machine: %v", e.Why) }

// Unwrap returns the error of the connection.
func (e *BrokenError) Unwrap() error { return e.Why }

// Ask lets the machine at the other end of a connection carry out a verb, and returns its exit code. It closes the
// connection, also when ctx is done, which ends the verb there. Errors: the other machine's own words, that of ctx,
// *BrokenError, those of the streams.
func Ask(ctx context.Context, conn net.Conn, r Request, s Streams) (code int, err error) {
	defer func() { _ = conn.Close() }() // everything was read
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	w := &writer{to: bufio.NewWriter(conn)}
	if err := w.writeValue(asks, r); err != nil {
		return 0, &BrokenError{err}
	}
	go sendInput(w, s.In)
	if s.Resized != nil {
		over := make(chan struct{})
		defer close(over)
		go sendSizes(w, s.Resized, over)
	}
	end, err := s.receive(&reader{bufio.NewReader(conn)})
	switch {
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, err
	case end.Problem != "":
		return 0, errors.New(end.Problem)
	}
	return end.Code, nil
}

// sendInput passes the input on. It stops when the connection has ended, because the input is then no longer needed.
func sendInput(w *writer, in io.Reader) {
	if in != nil {
		if _, err := io.Copy(stream{w, input}, in); err != nil {
			return
		}
	}
	_ = w.write(inputEnds, nil)
}

func sendSizes(w *writer, resized <-chan Size, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case size := <-resized:
			if w.writeValue(resizes, size) != nil {
				return
			}
		}
	}
}

// receive writes the verb's output until the verb has ended.
func (s Streams) receive(r *reader) (end End, err error) {
	for {
		letter, text, err := r.next(longestRequest)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return end, &BrokenError{err}
		}
		switch letter {
		case output:
			_, err = s.Out.Write(text)
		case problem:
			_, err = s.Err.Write(text)
		case ends:
			return end, json.Unmarshal(text, &end)
		}
		if err != nil {
			return end, err
		}
	}
}
