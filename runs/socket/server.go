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

// Server serves those who want something of a run. Its fields must not be changed once it serves.
type Server struct {
	// Hub is where the run is shown; nil when it is headless.
	Hub *sharing.Hub
	// Send types a text and returns when that is done.
	Send func(ctx context.Context, text string) error
	// Answer answers a question of the CLI's, and returns what the client is told of that: a value that has a form in
	// JSON.
	Answer func(signals.Choice) any
	// Stop has this run ended alone, and does not wait for that. Nil when the process does nothing else: then a signal
	// ends it.
	Stop func()

	access   sync.Mutex
	listener *net.UnixListener
	places   []string // what else was made for the socket
	clients  map[*client]struct{}
	history  history
	closed   bool
	serving  sync.WaitGroup
}

// ErrNoTerminal says that the run has no terminal.
var ErrNoTerminal = errors.New("the run is headless: it has no terminal")

// ErrAlone says that the process does nothing but this run: a signal to the process ends it.
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
	_ = os.Remove(path) // an id is given once: what is there was left by a process that was killed
	// The folder lets nobody else in. A umask for the socket would be that of the whole process, and of a CLI that is
	// started just then.
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

// Serve serves one connection in the background, until it ends or Close is called. Gone is closed when the other end
// has gone.
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

// Publish sends an event to all followers, and to those who follow later if it matters to them (see [history]). It does
// not wait for them.
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

// follow has a client follow some kinds of events, all when none is named.
func (s *Server) follow(c *client, kinds []string) {
	s.access.Lock()
	defer s.access.Unlock()
	if !s.closed {
		s.begin(c, kinds)
	}
}

// begin tells a client what it has missed, and has it follow. The server is locked: were there something new in
// between, the client would take the older of two events for the newer one.
func (s *Server) begin(c *client, kinds []string) {
	c.choose(kinds)
	for _, e := range s.history.missed(c.since) {
		c.offer(e)
	}
}

// farewell is how long a client may take to be told the end.
const farewell = time.Second

// Close stops serving. Clients still get what is queued for them, and those who have not said yet what they follow all
// that they have missed: it will be too late to ask.
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
