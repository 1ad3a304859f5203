package node_test

import (
	"errors"
	"io"
	"net"
	"testing"

	"stead/reach/member"
	"stead/reach/node"
)

// named is a listener whose connections are all of one machine.
type named struct{ net.Listener }

type namedConn struct{ net.Conn }

func (namedConn) Peer() member.Peer { return member.Peer{Name: "laptop"} }

// Accept implements [net.Listener].
func (n named) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	return namedConn{c}, err
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func TestFirstByteTellsConnectionsApart(t *testing.T) {
	l := listen(t)
	requests, others := node.Split(named{l})
	defer others.Close()
	silent, err := net.Dial("tcp", l.Addr().String()) // it keeps nobody waiting
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for _, c := range []struct {
		half net.Listener
		text string
	}{{requests, "GET /"}, {others, "a\x00\x01"}, {others, "\xff"}, {others, "["}, {requests, "Z"}} {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, c.text); err != nil {
			t.Fatal(err)
		}
		conn.Close()
		got, err := c.half.Accept()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(got)
		if err != nil || string(text) != c.text {
			t.Errorf("%q comes as %q, %v", c.text, text, err)
		}
		if who, ok := got.(interface{ Peer() member.Peer }); !ok || who.Peer().Name != "laptop" {
			t.Errorf("%q does not know its peer", c.text)
		}
		got.Close()
	}
}

func TestEndOfOneHalfIsThatOfBoth(t *testing.T) {
	requests, others := node.Split(listen(t))
	if err := requests.Close(); err != nil {
		t.Fatal(err)
	}
	for _, l := range []net.Listener{requests, others} {
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("it ends with %v", err)
		}
	}
}

// A connection that cannot say who is at its other end must not seem to.
func TestConnectionWithoutAPeerKnowsNone(t *testing.T) {
	l := listen(t)
	requests, _ := node.Split(l)
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "G"); err != nil {
		t.Fatal(err)
	}
	got, err := requests.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if _, ok := got.(interface{ Peer() member.Peer }); ok {
		t.Error("it claims to know its peer")
	}
}
