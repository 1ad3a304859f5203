package sharing

import (
	"errors"
	"os"
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// stalling is how long the program is kept waiting for a writer's terminal that takes no output.
const stalling = time.Second

// Client is a user's terminal at a hub.
type Client struct {
	hub      *Hub
	terminal terminal
	detach   ptyx.Key
	feed     *feed
	gone     *wake.Event   // fired when it leaves
	yielded  *wake.Event   // fired when another client takes the keyboard
	left     chan struct{} // closed when the terminal is as it was
	working  sync.WaitGroup

	once sync.Once
	err  error

	// Guarded by the hub's lock.
	direct bool // output is written at once; else it goes through the feed
}

// AttachOptions says how a terminal joins a hub.
type AttachOptions struct {
	// Watch only looks on. Else the terminal has the keyboard and gives the size, and the one that had them before looks
	// on.
	Watch bool
	// Detach is the key that leaves.
	Detach ptyx.Key
	// Intro is what stands on the terminal from its first row on, for the first terminal of a hub: programs draw below it.
	Intro []byte
}

// Attach joins a user's terminal, in for keys and out for the screen, which is brought to where the program's is. The
// files are the caller's to close, once Done says so.
func (h *Hub) Attach(in, out *os.File, o AttachOptions) (*Client, error) {
	client := &Client{hub: h, detach: o.Detach, left: make(chan struct{})}
	if err := client.open(in, out); err != nil {
		client.close()
		return nil, err
	}
	if !o.Watch {
		h.clients.supersede()
	}
	client.feed = newFeed(client)
	h.admit(client, o)
	client.working.Go(client.keys)
	client.working.Go(client.feed.run)
	go client.stay()
	return client, nil
}

func (c *Client) open(in, out *os.File) (err error) {
	c.terminal.open(in, out)
	if c.gone, err = wake.New(); err != nil {
		return err
	}
	if c.yielded, err = wake.New(); err != nil {
		return err
	}
	return c.terminal.raw()
}

func (c *Client) close() {
	c.terminal.close()
	for _, w := range []*wake.Event{c.gone, c.yielded} {
		if w != nil {
			w.Fire()
			w.Release()
		}
	}
}

func (h *Hub) admit(client *Client, o AttachOptions) {
	h.access.Lock()
	defer h.access.Unlock()
	if h.closed {
		client.leave(ErrOver)
		return
	}
	if !o.Watch {
		h.clients.hand(client)
		h.resize(client.terminal.size())
	}
	h.clients.add(client)
	if h.shown || len(o.Intro) == 0 {
		h.picture.catchUp()
		client.begin(h.picture.screen, h.size)
	} else { // it stands there
		client.fit(h.size)
		h.picture.put(o.Intro, false)
		h.shown = true
	}
	if !o.Watch {
		h.program.answers.Store(false)
		h.clients.tellWriter()
	}
}

// begin draws the present screen on a terminal that has just come.
func (c *Client) begin(screen Screen, size ptyx.Size) {
	switch {
	case c.feed.fit(size):
	case c.direct:
		c.show(screen.Restore(), nil)
	default:
		c.feed.offer(screen.Restore())
	}
}

// show writes at once. A terminal that does not take it is drawn anew when it does.
func (c *Client) show(chunk []byte, cancel *wake.Event) {
	if !c.direct {
		c.feed.offer(chunk)
		return
	}
	switch err := c.terminal.write(chunk, stalling, c.gone, c.yielded, cancel); {
	case err == nil:
	case errors.Is(err, ErrTerminalGone):
		c.leave(err)
	default:
		c.direct = false
		c.feed.lose()
	}
}

// keys passes what the user types, until the terminal is gone, the key to leave is pressed, or the client ends.
func (c *Client) keys() {
	chunk := make([]byte, 4096)
	for {
		n, err := c.terminal.read(chunk, c.gone)
		if errors.Is(err, wake.ErrWoken) {
			return
		}
		if n == 0 || err != nil {
			if c.terminal.before != nil { // input that is no terminal has an end
				c.leave(ErrTerminalGone)
			}
			return
		}
		at := c.detach.Find(chunk[:n])
		if at < 0 {
			c.hub.typed(c, chunk[:n])
			continue
		}
		c.hub.typed(c, chunk[:at])
		c.leave(ErrDetached)
		return
	}
}

// Resized tells that the user's terminal may have another size.
func (c *Client) Resized() {
	c.hub.access.Lock()
	defer c.hub.access.Unlock()
	if c.hub.clients.writer == c {
		c.hub.resize(c.terminal.size())
	}
	c.fit(c.hub.size)
}

func (c *Client) fit(size ptyx.Size) { c.feed.fit(size) }

// Writes reports whether the client has the keyboard.
func (c *Client) Writes() bool {
	c.hub.access.Lock()
	defer c.hub.access.Unlock()
	return c.hub.clients.writer == c
}

// Leave gives the terminal back. When it returns, no key is taken any more and the terminal is as it was before.
func (c *Client) Leave() {
	c.leave(nil)
	<-c.left
}

// Done is closed when the terminal has been given back.
func (c *Client) Done() <-chan struct{} { return c.left }

// Err says after Done why the client has ended: ErrDetached, ErrTerminalGone, ErrOver, or nil after Leave.
func (c *Client) Err() error { return c.err }

func (c *Client) leave(why error) {
	c.once.Do(func() {
		c.err = why
		c.gone.Fire()
	})
}

// stay waits for the end of the client and cleans up.
func (c *Client) stay() {
	<-c.gone.Fired()
	undo := c.hub.dismiss(c)
	c.working.Wait()
	if !errors.Is(c.err, ErrTerminalGone) {
		c.terminal.restore(c.feed.rest(undo))
	}
	c.close()
	close(c.left)
}

// dismiss takes a client away and returns what brings its terminal to rest.
func (h *Hub) dismiss(client *Client) []byte {
	h.access.Lock()
	defer h.access.Unlock()
	defer h.clients.tellChange()
	if wrote := h.clients.remove(client); wrote {
		h.picture.catchUp() // what the program has asked so far was answered by this terminal
		h.program.answers.Store(true)
	}
	return h.modes.Reset()
}
