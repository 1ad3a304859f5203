package sharing

import (
	"errors"
	"os"
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// stalling is how long the program waits for a writer's terminal that accepts no output.
const stalling = time.Second

// Client is a user's terminal that is attached to a hub.
type Client struct {
	hub      *Hub
	terminal terminal
	detach   ptyx.Key
	feed     *feed
	gone     *wake.Event   // fired when the client leaves
	yielded  *wake.Event   // fired when another client takes over the keyboard
	left     chan struct{} // closed when the terminal is restored
	working  sync.WaitGroup

	once sync.Once
	err  error

	aside bool // no person sits at the terminal

	// The hub's lock guards the following field.
	direct bool // output is written immediately; otherwise, it goes through the feed
}

// AttachOptions says how a terminal joins a hub.
type AttachOptions struct {
	// Watch means that the terminal only watches. Otherwise, the terminal takes the keyboard and determines the size, and
	// the terminal that had them before only watches from then on.
	Watch bool
	// Aside means that the terminal only watches, and that no person sits at it: a screen shows its picture among others.
	// [Keyboard] does not count it.
	Aside bool
	// Detach is the key that detaches the terminal.
	Detach ptyx.Key
	// Intro is the content of the terminal from its first row on, for the first terminal of a hub. Programs draw below it.
	Intro []byte
}

// Attach attaches a user's terminal, with in for keys and out for the screen. It brings the screen to the state of the
// program's screen. The caller must close the files after Done reports the end.
func (h *Hub) Attach(in, out *os.File, o AttachOptions) (*Client, error) {
	o.Watch = o.Watch || o.Aside
	client := &Client{hub: h, detach: o.Detach, left: make(chan struct{}), aside: o.Aside}
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
	} else { // the intro is already on the terminal
		client.fit(h.size)
		h.picture.put(o.Intro, false)
		h.shown = true
	}
	if !o.Watch {
		h.program.answers.Store(false)
		h.clients.tellWriter()
	}
}

// begin draws the current screen on a terminal that has just attached.
func (c *Client) begin(screen Screen, size ptyx.Size) {
	switch {
	case c.feed.fit(size):
	case c.direct:
		c.show(screen.Restore(), nil)
	default:
		c.feed.offer(screen.Restore())
	}
}

// show writes immediately. A terminal that does not accept the output is redrawn when it does again.
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

// keys passes on what the user types, until the terminal is gone, the user presses the detach key, or the client ends.
func (c *Client) keys() {
	chunk := make([]byte, 4096)
	for {
		n, err := c.terminal.read(chunk, c.gone)
		if errors.Is(err, wake.ErrWoken) {
			return
		}
		if n == 0 || err != nil {
			if c.terminal.before != nil { // input that is not a terminal has an end
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

// Resized reports that the size of the user's terminal may have changed.
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

// Leave detaches the terminal. When it returns, no more keys are read and the terminal is restored.
func (c *Client) Leave() {
	c.leave(nil)
	<-c.left
}

// Done returns a channel that is closed when the terminal is restored.
func (c *Client) Done() <-chan struct{} { return c.left }

// Err returns the reason why the client has ended: ErrDetached, ErrTerminalGone, ErrOver, or nil after Leave. It may be
// called after Done.
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

// dismiss removes a client and returns the bytes that reset its terminal.
func (h *Hub) dismiss(client *Client) []byte {
	h.access.Lock()
	defer h.access.Unlock()
	defer h.clients.tellChange()
	if wrote := h.clients.remove(client); wrote {
		h.picture.catchUp() // this terminal has answered the program's queries so far
		h.program.answers.Store(true)
	}
	return h.modes.Reset()
}
