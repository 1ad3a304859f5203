package owner

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Server answers the owner's requests.
type Server struct {
	listener net.Listener
	answer   func(Request) (Answer, error)
	serving  sync.WaitGroup
}

// Listen opens the socket in the hub's folder, which must be its user's alone, and answers in the background until
// Close. The caller has made sure that no other hub runs in the folder.
func Listen(folder string, answer func(Request) (Answer, error)) (*Server, error) {
	p, err := path(folder)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(p) // a hub that was killed has left it
	l, err := net.Listen("unix", p)
	if err != nil {
		return nil, fmt.Errorf("open the hub's socket: %w", err)
	}
	if err := os.Chmod(p, 0o600); err != nil {
		return nil, fmt.Errorf("open the hub's socket: %w", err)
	}
	s := &Server{listener: l, answer: answer}
	s.serving.Go(s.serve)
	return s, nil
}

func (s *Server) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		s.serving.Go(func() { s.handle(conn) })
	}
}

// handle answers one request. Whoever leaves before has no answer.
func (s *Server) handle(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // the answer was written, or nobody reads it
	_ = conn.SetDeadline(time.Now().Add(patience))
	var r Request
	if err := json.NewDecoder(io.LimitReader(conn, largest)).Decode(&r); err != nil {
		return
	}
	a, err := s.answer(r)
	if err != nil {
		a = Answer{Problem: err.Error()}
	}
	_ = json.NewEncoder(conn).Encode(a)
}

// Close closes the socket, and waits for the answers that are being given.
func (s *Server) Close() error {
	err := s.listener.Close()
	s.serving.Wait()
	return err
}
