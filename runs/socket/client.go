package socket

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"

	"stead/inject/signals"
)

// ErrNotRunning says that the run has no supervisor: it has ended, or its process was killed.
var ErrNotRunning = errors.New("the run has no supervisor")

// errStranger says that somebody else listens where the run should.
var errStranger = errors.New("another user's process answers there: it is not stead's")

// Client is a connection to a run. Its methods may be called from several goroutines, Next from one.
type Client struct{ wire wire }

// Dial connects to the run whose socket is at path. Errors: ErrNotRunning.
func Dial(path string) (*Client, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotRunning
	}
	if err != nil {
		return nil, fmt.Errorf("connect to the run: %w", err)
	}
	if !isOwn(conn) { // it would be handed the terminal
		return nil, errors.Join(fmt.Errorf("connect to the run: %s: %w", path, errStranger), conn.Close())
	}
	return NewClient(conn), nil
}

// NewClient talks to a server at the other end of a connection.
func NewClient(conn *net.UnixConn) *Client { return &Client{wire{conn: conn}} }

// Follow asks for the events of some kinds, of all when none is named.
func (c *Client) Follow(kinds ...string) error {
	return c.wire.send(Request{Do: "follow", Kinds: kinds})
}

// Attach hands a terminal over, in for keys and out for the screen, until an event Left comes.
func (c *Client) Attach(in, out *os.File, how Terminal) error {
	return c.wire.send(Request{Do: "attach", Terminal: how}, in, out)
}

// Resized tells that the terminal has another size.
func (c *Client) Resized() error { return c.wire.send(Request{Do: "resize"}) }

// Leave asks for the terminal back.
func (c *Client) Leave() error { return c.wire.send(Request{Do: "leave"}) }

// Send asks to type a text. An event Sent says when that was done.
func (c *Client) Send(text string) error { return c.wire.send(Request{Do: "send", Text: text}) }

// Answer asks to answer a question of the CLI's. The event Answered says what became of that.
func (c *Client) Answer(choice signals.Choice) error {
	return c.wire.send(Request{Do: "answer", Choice: choice})
}

// Stop asks to end the run alone. The event Stopping says whether it was asked to; the event Ended tells followers that
// it has ended.
func (c *Client) Stop() error { return c.wire.send(Request{Do: "stop"}) }

// Next waits for the next event. Its error is io.EOF when the server has ended.
func (c *Client) Next() (Event, error) {
	var e Event
	err := c.wire.receive(&e)
	return e, err
}

// Events brings the events into a channel, which is closed when the server has ended. It takes the place of Next until
// stop is closed.
func (c *Client) Events(stop <-chan struct{}) <-chan Event {
	events := make(chan Event)
	go func() {
		defer close(events)
		for {
			e, err := c.Next()
			if err != nil {
				return
			}
			select {
			case events <- e:
			case <-stop:
				return
			}
		}
	}()
	return events
}

// Into reads the event's value.
func (e Event) Into(value any) error {
	if err := json.Unmarshal(e.Value, value); err != nil {
		return fmt.Errorf("read an event of the run: %w", err)
	}
	return nil
}

// Close ends the connection.
func (c *Client) Close() { c.wire.close() }
