package socket

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"

	"stead/inject/signals"
	"stead/internal/sys/failed"
)

// ErrNotRunning means that the run has no supervisor: it has ended, or its process was killed.
var ErrNotRunning = errors.New("the run has no supervisor")

// errStranger means that another user's process listens at the address of the run.
var errStranger = errors.New("another user's process answers there: it is not stead's")

// Client is a connection to a run. Its methods are safe for concurrent use, except Next.
type Client struct{ wire wire }

// Dial connects to the run whose socket is at path. It returns ErrNotRunning if nothing listens there.
func Dial(path string) (*Client, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if failed.NobodyListens(err) || errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotRunning
	}
	if err != nil {
		return nil, fmt.Errorf("connect to the run: %w", err)
	}
	if !isOwn(conn) { // the other end would receive the terminal
		return nil, errors.Join(fmt.Errorf("connect to the run: %s: %w", path, errStranger), conn.Close())
	}
	return NewClient(conn), nil
}

// NewClient returns a client for a server at the other end of a connection.
func NewClient(conn *net.UnixConn) *Client { return &Client{wire{conn: conn}} }

// Follow requests the events of the given kinds, or of all kinds if none is given.
func (c *Client) Follow(kinds ...string) error {
	return c.wire.send(Request{Do: "follow", Kinds: kinds})
}

// Attach passes a terminal to the run, in for keys and out for the screen, until an event Left arrives.
func (c *Client) Attach(in, out *os.File, how Terminal) error {
	return c.wire.send(Request{Do: "attach", Terminal: how}, in, out)
}

// Resized reports that the size of the terminal has changed.
func (c *Client) Resized() error { return c.wire.send(Request{Do: "resize"}) }

// Leave requests the terminal back.
func (c *Client) Leave() error { return c.wire.send(Request{Do: "leave"}) }

// Send requests that a text be typed. The event Sent reports when that is done.
func (c *Client) Send(text string) error { return c.wire.send(Request{Do: "send", Text: text}) }

// Answer requests to answer a question of the CLI. The event Answered reports the outcome.
func (c *Client) Answer(choice signals.Choice) error {
	return c.wire.send(Request{Do: "answer", Choice: choice})
}

// Switch requests that the run go on in another CLI. The event Switching reports when that begins, or why not.
func (c *Client) Switch(to Switch) error { return c.wire.send(Request{Do: "switch", Switch: to}) }

// Stop requests the end of this run only. The event Stopping reports whether the run was told to end. The event Ended
// tells followers that it has ended.
func (c *Client) Stop() error { return c.wire.send(Request{Do: "stop"}) }

// Next waits for the next event. Its error is io.EOF when the server has ended.
func (c *Client) Next() (Event, error) {
	var e Event
	err := c.wire.receive(&e)
	return e, err
}

// Events sends the events to a channel, which it closes when the server has ended. It replaces Next until stop is
// closed.
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

// Into decodes the event's value.
func (e Event) Into(value any) error {
	if err := json.Unmarshal(e.Value, value); err != nil {
		return fmt.Errorf("read an event of the run: %w", err)
	}
	return nil
}

// Close closes the connection.
func (c *Client) Close() { c.wire.close() }
