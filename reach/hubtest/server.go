package hubtest

import (
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub"
	"stead/reach/link"
	"stead/reach/member"
)

// Server is a hub that a test restarts, with machines of User's that have joined it.
type Server struct {
	*hub.Hub
	t      testing.TB
	access sync.Mutex
	joined map[string]member.Member // under access
	conns  []*nats.Conn
}

// Serve runs a hub until the test is over.
func Serve(t testing.TB) *Server {
	t.Helper()
	return &Server{Hub: Start(t), t: t, joined: map[string]member.Member{}}
}

// Machine is a machine that has joined. One that is named for the first time may do everything.
func (s *Server) Machine(name string) member.Member {
	s.t.Helper()
	s.access.Lock()
	m, ok := s.joined[name]
	s.access.Unlock()
	if !ok {
		m = s.Admit(name, member.Node, member.Operator)
	}
	return m
}

// Trust finds a machine that has joined by its key.
func (s *Server) Trust(key string) (member.Peer, bool) {
	s.access.Lock()
	defer s.access.Unlock()
	for _, m := range s.joined {
		if m.Key == key {
			return m.Peer, true
		}
	}
	return member.Peer{}, false
}

// Admit has a machine join in some roles, and returns it.
func (s *Server) Admit(name string, roles ...member.Role) member.Member {
	s.t.Helper()
	m := Join(s.t, s.Hub, name, roles...)
	s.access.Lock()
	defer s.access.Unlock()
	s.joined[name] = m
	return m
}

// Connect connects a machine until the test is over.
func (s *Server) Connect(name string) jetstream.JetStream {
	s.t.Helper()
	return s.ConnectAt(s.Address(), name)
}

// ConnectAt connects a machine by an address, such as that of a proxy.
func (s *Server) ConnectAt(address, name string) jetstream.JetStream {
	s.t.Helper()
	m := s.Machine(name)
	m.URL = "tls://" + address
	conn, err := link.Dial(m, nats.ReconnectWait(pause), nats.ReconnectJitter(0, 0))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	s.conns = append(s.conns, conn)
	js, err := jetstream.New(conn)
	if err != nil {
		s.t.Fatal(err)
	}
	return js
}

// Restart ends the hub and runs it anew, and waits until all machines have come back. What is given happens in between.
func (s *Server) Restart(between ...func(s *Server)) {
	s.t.Helper()
	if err := s.Close(); err != nil {
		s.t.Fatal(err)
	}
	for _, do := range between {
		do(s)
	}
	s.Hub = Open(s.t, s.Folder(), s.Address())
	for _, conn := range s.conns {
		for conn.FlushTimeout(patience) != nil && !conn.IsClosed() {
			runtime.Gosched() // it had not noticed yet that the hub was away
		}
	}
}

// Backup copies the hub's files to a folder that is not there yet, while the hub does not run.
func Backup(to string) func(s *Server) { return func(s *Server) { s.replace(to, s.Folder()) } }

// Restore has the hub's files be those of a backup.
func Restore(from string) func(s *Server) { return func(s *Server) { s.replace(s.Folder(), from) } }

func (s *Server) replace(folder, by string) {
	s.t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		s.t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS(by)); err != nil {
		s.t.Fatal(err)
	}
}
