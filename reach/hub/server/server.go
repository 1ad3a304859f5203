// Package server runs the hub's own NATS server within the hub's program.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// startup is for how long the server may start: it reads back what it keeps.
const startup = time.Minute

// Options are how the server runs.
type Options struct {
	// Folder is the hub's, in which the server keeps everything.
	Folder string
	// Listen is the address at which machines connect: HOST:PORT. Port 0 takes any free one.
	Listen string
	// URL is where machines find it: tls://HOST:PORT. Empty: the address at which it listens, or the machine's first for
	// all of them.
	URL string
	// TLS has the server's certificate.
	TLS *tls.Config
	// Sync is how much of what was acknowledged a power cut may take.
	Sync time.Duration
	// Failed is told what the server complains about.
	Failed func(error)
}

// Server is one that may run.
type Server struct {
	o    Options
	host string
	port int
	// key and seed are the hub's own nkey: of this start, as only its connection from within has it.
	key, seed string
	program   *server.Server
}

// New returns a server that does not run yet. Errors are those of the address.
func New(o Options) (*Server, error) {
	s := &Server{o: o}
	if err := s.place(); err != nil {
		return nil, err
	}
	var err error
	s.key, s.seed, err = member.NewKey()
	return s, err
}

// Connect starts the server for those in the register, and connects the hub to it.
func (s *Server) Connect(_ context.Context, r register.Register) (*nats.Conn, error) {
	if err := s.start(r); err != nil {
		return nil, err
	}
	// By itself the client waits for two seconds. A machine that is busy starts a hub all the same.
	conn, err := nats.Connect("", nats.InProcessServer(s.program), link.Signed(s.key, s.seed), nats.MaxReconnects(-1),
		nats.Timeout(startup))
	if err != nil {
		return nil, fmt.Errorf("connect to the hub's own server: %w", err)
	}
	return conn, nil
}

func (s *Server) start(r register.Register) error {
	program, err := server.NewServer(s.settings(r))
	if err != nil {
		return fmt.Errorf("start the hub's server: %w", err)
	}
	s.program = program
	program.SetLoggerV2(reporter{s.o.Failed}, false, false, false)
	program.Start()
	if !program.ReadyForConnections(startup) {
		return fmt.Errorf("start the hub's server at %s: it does not listen after %s", s.Address(), startup)
	}
	if !program.JetStreamEnabled() {
		return errors.New("start the hub's server: it keeps nothing: its folder cannot be written, or its disk is full")
	}
	s.port = program.Addr().(*net.TCPAddr).Port
	return nil
}

// Fill makes the streams and buckets.
func (s *Server) Fill(ctx context.Context, js jetstream.JetStream, limits layout.Limits) error {
	if err := layout.Make(ctx, js, limits); err != nil {
		return err
	}
	return reoffer(ctx, js)
}

// Admit has the server know the register: who is not in it any more is cut off.
func (s *Server) Admit(r register.Register) error {
	if err := s.program.ReloadOptions(s.settings(r)); err != nil {
		return fmt.Errorf("tell the hub's server who may connect: %w", err)
	}
	return nil
}

// Pending is empty: the server knows at once who may connect.
func (s *Server) Pending() string { return "" }

// Key is the hub's own public key.
func (s *Server) Key() string { return s.key }

// Line completes a line of the hub, which needs nothing more.
func (s *Server) Line(l member.Line) member.Line { return l }

// Address is where the server listens: HOST:PORT.
func (s *Server) Address() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// Close ends the server. It may not have started.
func (s *Server) Close() {
	if s.program != nil {
		s.program.Shutdown()
		s.program.WaitForShutdown()
	}
}
