package socket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"stead/inject/signals"
	"stead/internal/term/sharing"
)

// Server serves the clients of a run. Its fields must not be changed while it serves.
type Server struct {
	// Hub connects the run's terminal to the clients' terminals. It is nil if the run is headless.
	Hub *sharing.Hub
	// Send types a text and returns when that is done.
	Send func(ctx context.Context, text string) error
	// Switch has the run go on in another CLI, and returns when that begins.
	Switch func(context.Context, Switch) error
	// Answer answers a question of the CLI, and returns the reply to the client, a value that can be encoded as JSON.
	Answer func(signals.Choice) any
	// Stop ends only this run, and does not wait for the end. It is nil if the process does nothing else: a signal then
	// ends it.
	Stop func()

	access   sync.Mutex
	listener *net.UnixListener
	places   []string // other files that were created for the socket
	clients  map[*client]struct{}
	history  history
	closed   bool
	serving  sync.WaitGroup
}

// ErrNoTerminal means that the run has no terminal.
var ErrNoTerminal = errors.New("the run is headless: it has no terminal")

// ErrAlone means that the process does nothing but this run. A signal to the process ends the run.
var ErrAlone = errors.New("the run's process does nothing but this run")

func (s *Server) stop() error {
	if s.Stop == nil {
		return ErrAlone
	}
	s.Stop()
	return nil
}

// Listen opens the run's socket and serves in the background until Close.
func (s *Server) Listen(path string) error {
	if err := secure(filepath.Dir(path)); err != nil {
		return fmt.Errorf("open the run's socket: %w", err)
	}
	_ = os.Remove(path) // ids are never reused, so a killed process left this behind
	// The folder keeps other users out. A umask for the socket would apply to the whole process, and to a CLI that is
	// started at the same time.
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return fmt.Errorf("open the run's socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return errors.Join(fmt.Errorf("open the run's socket: %w", err), listener.Close())
	}
	s.access.Lock()
	s.listener = listener
	s.access.Unlock()
	s.serving.Go(func() { s.accept(listener) })
	return nil
}

func (s *Server) accept(listener *net.UnixListener) {
	for {
		conn, err := listener.AcceptUnix()
		if err != nil {
			return
		}
		if !isOwn(conn) {
			_ = conn.Close()
			continue
		}
		s.Serve(conn)
	}
}

// Serve serves one connection in the background, until it ends or Close is called. Gone is closed when the other end is
// gone.
func (s *Server) Serve(conn *net.UnixConn) (gone <-chan struct{}) {
	c := newClient(s, conn)
	s.access.Lock()
	defer s.access.Unlock()
	if s.closed {
		c.cancel()
		c.wire.close()
		return c.ctx.Done()
	}
	if s.clients == nil {
		s.clients = map[*client]struct{}{}
	}
	c.since = s.history.next
	s.clients[c] = struct{}{}
	s.serving.Go(c.listen)
	s.serving.Go(c.writeQueued)
	return c.ctx.Done()
}

// Publish sends an event to all followers, and to later followers if it matters to them (see [history]). It does not
// wait for them.
func (s *Server) Publish(kind string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		return
	}
	e := Event{Kind: kind, Value: data}
	s.access.Lock()
	defer s.access.Unlock()
	s.history.add(e)
	for c := range s.clients {
		c.offer(e)
	}
}

// follow makes a client follow some kinds of events. No kinds means all.
func (s *Server) follow(c *client, kinds []string) {
	s.access.Lock()
	defer s.access.Unlock()
	if !s.closed {
		s.begin(c, kinds)
	}
}

// begin sends a client the events that it missed, and makes it follow. The caller holds the server's lock: a new event
// in between would make the client mistake the older of two events for the newer one.
func (s *Server) begin(c *client, kinds []string) {
	c.choose(kinds)
	for _, e := range s.history.missed(c.since) {
		c.offer(e)
	}
}

// farewell is how long a client may take to receive the last events.
const farewell = time.Second

// Close stops serving. Clients still receive their queued events. Clients that have not yet said what they follow
// receive everything that they missed, because it will be too late to ask.
func (s *Server) Close() {
	s.access.Lock()
	s.closed = true
	listener := s.listener
	for c := range s.clients {
		if !c.hasChosen() {
			s.begin(c, nil)
		}
		c.finish()
	}
	s.access.Unlock()
	if listener != nil {
		_ = listener.Close() // removes the socket
	}
	s.leave()
	s.serving.Wait()
}

func (s *Server) forget(c *client) {
	s.access.Lock()
	defer s.access.Unlock()
	delete(s.clients, c)
}
