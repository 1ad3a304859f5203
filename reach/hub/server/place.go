package server

import (
	"fmt"
	"net"
	"strconv"

	"stead/internal/sys/failed"
)

// place finds out where to listen. The server itself would not say why it cannot.
func (s *Server) place() error {
	l, err := net.Listen("tcp", s.o.Listen)
	if failed.HasTaker(err) {
		return fmt.Errorf(
			"listen for machines: %w: another program has it, perhaps another hub; --listen takes another address", err)
	}
	if err != nil {
		return fmt.Errorf("listen for machines: %w", err)
	}
	at := l.Addr().(*net.TCPAddr)
	s.host, s.port = at.IP.String(), at.Port
	return l.Close()
}

// URL is where machines find the server.
func (s *Server) URL() string {
	if s.o.URL != "" {
		return s.o.URL
	}
	return "tls://" + net.JoinHostPort(reachable(net.ParseIP(s.host)), strconv.Itoa(s.port))
}

// reachable returns an address at which others find one who listens there: for all of a machine's addresses, the first
// that is not for itself alone.
func reachable(at net.IP) string {
	if !at.IsUnspecified() {
		return at.String()
	}
	all, _ := net.InterfaceAddrs() // without any, the machine is alone
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}
