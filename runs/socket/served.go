package socket

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
)

// mostWaiting is how many events may wait for a client. A client that is further behind is disconnected; it can read
// the journal.
const mostWaiting = 10_000

// client is a connected client.
type client struct {
	server *Server
	wire   wire
	ctx    context.Context
	cancel context.CancelFunc

	since    int // what the server had published when the client connected; guarded by the server's lock
	access   sync.Mutex
	kinds    []string // followed
	follows  bool
	waiting  []Event
	ending   bool
	ready    chan struct{}
	terminal *sharing.Client
	working  sync.WaitGroup
}

func newClient(s *Server, conn *net.UnixConn) *client {
	c := &client{server: s, wire: wire{conn: conn}, ready: make(chan struct{}, 1)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// listen processes the client's requests until the connection ends.
func (c *client) listen() {
	defer c.end()
	for {
		var r Request
		if err := c.wire.receive(&r); err != nil {
			return
		}
		c.do(r)
	}
}

// end releases everything that the client used.
func (c *client) end() {
	c.server.forget(c)
	c.cancel()
	if terminal := c.attached(); terminal != nil {
		terminal.Leave()
	}
	c.working.Wait()
	c.wire.close()
	c.finish()
}

func (c *client) do(r Request) {
	switch r.Do {
	case "follow":
		c.server.follow(c, r.Kinds)
	case "attach":
		if err := c.attach(r); err != nil {
			c.answer(Left, err.Error())
		}
	case "resize":
		if terminal := c.attached(); terminal != nil {
			terminal.Resized()
		}
	case "leave":
		if terminal := c.attached(); terminal != nil {
			terminal.Leave()
		}
	case "send":
		c.working.Go(func() { c.answer(Sent, words(c.server.Send(c.ctx, r.Text))) })
	case "switch":
		c.working.Go(func() { c.answer(Switching, words(c.server.Switch(c.ctx, r.Switch))) })
	case "answer":
		c.answer(Answered, c.server.Answer(r.Choice))
	case "stop":
		c.answer(Stopping, words(c.server.stop()))
	}
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// choose records which kinds of events the client follows. No kinds means all.
func (c *client) choose(kinds []string) {
	c.access.Lock()
	defer c.access.Unlock()
	c.follows, c.kinds = true, kinds
}

func (c *client) hasChosen() bool {
	c.access.Lock()
	defer c.access.Unlock()
	return c.follows
}

// attach connects the client's terminal to the hub and reports when the terminal is returned.
func (c *client) attach(r Request) error {
	files := c.wire.popFiles()
	if len(files) != 2 || c.server.Hub == nil || c.attached() != nil {
		closeAll(files)
		return ErrNoTerminal
	}
	key, err := ptyx.ParseKey(r.Key)
	if err != nil {
		key = ptyx.Key{}
	}
	terminal, err := c.server.Hub.Attach(files[0], files[1],
		sharing.AttachOptions{Watch: r.Watch, Aside: r.Aside, Detach: key, Intro: []byte(r.Intro)})
	if err != nil {
		closeAll(files)
		return err
	}
	c.access.Lock()
	c.terminal = terminal
	c.access.Unlock()
	c.answer(Attached, nil)
	var telling sync.WaitGroup
	telling.Go(func() { c.tellKeyboard(terminal) })
	c.working.Go(func() {
		<-terminal.Done()
		telling.Wait()
		closeAll(files)
		c.access.Lock()
		c.terminal = nil
		c.access.Unlock()
		c.answer(Left, reason(terminal.Err()))
	})
	return nil
}

// tellKeyboard reports who has the keyboard, now and at each change, as long as the terminal is attached.
func (c *client) tellKeyboard(terminal *sharing.Client) {
	for {
		keyboard, changed := terminal.Keyboard()
		c.answer(Typing, keyboard)
		select {
		case <-changed:
		case <-terminal.Done():
			return
		}
	}
}

// The values of the event Left.
const (
	ByKey   = "detached"
	Gone    = "gone"
	Over    = "over"
	OnOrder = "asked"
)

func reason(err error) string {
	switch {
	case errors.Is(err, sharing.ErrDetached):
		return ByKey
	case errors.Is(err, sharing.ErrTerminalGone):
		return Gone
	case errors.Is(err, sharing.ErrOver):
		return Over
	}
	return OnOrder
}

func (c *client) attached() *sharing.Client {
	c.access.Lock()
	defer c.access.Unlock()
	return c.terminal
}

// answer sends an event to the client even if the client does not follow events.
func (c *client) answer(kind string, value any) {
	data, _ := json.Marshal(value)
	c.put(Event{Kind: kind, Value: data})
}

// offer sends an event to the client if the client follows its kind.
func (c *client) offer(e Event) {
	c.access.Lock()
	wanted := c.follows && (len(c.kinds) == 0 || slices.Contains(c.kinds, e.Kind))
	c.access.Unlock()
	if wanted {
		c.put(e)
	}
}

func (c *client) put(e Event) {
	c.access.Lock()
	defer c.access.Unlock()
	if c.ending && len(c.waiting) == 0 {
		return
	}
	if len(c.waiting) > mostWaiting {
		_ = c.wire.conn.Close()
		return
	}
	c.waiting = append(c.waiting, e)
	c.wake()
}

// finish ends the client once everything queued is written, or after a timeout: the client may have stopped reading in
// the middle of an event.
func (c *client) finish() {
	c.access.Lock()
	defer c.access.Unlock()
	c.ending = true
	_ = c.wire.conn.SetWriteDeadline(time.Now().Add(farewell))
	c.wake()
}

func (c *client) wake() {
	select {
	case c.ready <- struct{}{}:
	default:
	}
}

// writeQueued writes the queued events. After the last one it closes the connection, which ends listen.
func (c *client) writeQueued() {
	for range c.ready {
		c.access.Lock()
		events, ending := c.waiting, c.ending
		c.waiting = nil
		c.access.Unlock()
		for _, e := range events {
			if c.wire.send(e) != nil {
				break
			}
		}
		if ending {
			_ = c.wire.conn.Close()
			return
		}
	}
}
