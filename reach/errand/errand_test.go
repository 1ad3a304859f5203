package errand_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/reach/errand"
	"stead/reach/member"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// known is a connection of a laptop.
type known struct{ net.Conn }

func (known) Peer() member.Peer {
	return member.Peer{Name: "laptop", Roles: []member.Role{member.Operator}}
}

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return known{c}, nil
}

// node carries out shell scripts, and remembers what it did.
type node struct {
	address string
	access  sync.Mutex
	did     []errand.End
	stop    context.CancelFunc
}

func start(t *testing.T) *node {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &node{address: l.Addr().String()}
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	served := make(chan error)
	go func() {
		served <- errand.Serve(ctx, listener{l}, errand.Options{
			Program: func(peer member.Peer, r errand.Request) (errand.Program, error) {
				if r.Args[0] != "sh" {
					return errand.Program{}, errors.New(peer.Name + " may not do that")
				}
				return errand.Program{Path: "/bin/sh", Args: []string{"-c", r.Args[1]},
					Env: []string{"PATH=/bin:/usr/bin", "TERM=" + r.Term}, Dir: t.TempDir()}, nil
			},
			Did: func(_ member.Peer, _ errand.Request, e errand.End) {
				n.access.Lock()
				defer n.access.Unlock()
				n.did = append(n.did, e)
			},
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return n
}

// ask has a script done.
func (n *node) ask(ctx context.Context, r errand.Request, s errand.Streams) (int, error) {
	conn, err := net.Dial("tcp", n.address)
	if err != nil {
		return 0, err
	}
	return errand.Ask(ctx, conn, r, s)
}

func sh(script string) errand.Request { return errand.Request{Args: []string{"sh", script}} }

func TestVerbHasItsStreamsAndItsExitCode(t *testing.T) {
	n := start(t)
	var out, problems bytes.Buffer
	long := strings.Repeat("word ", 100_000)
	code, err := n.ask(t.Context(), sh("cat; echo wrong >&2; exit 7"),
		errand.Streams{In: strings.NewReader(long), Out: &out, Err: &problems})
	if err != nil || code != 7 || out.String() != long || problems.String() != "wrong\n" {
		t.Errorf("it ends with %d, %v; %d bytes and %q", code, err, out.Len(), problems.String())
	}
	n.access.Lock()
	defer n.access.Unlock()
	if len(n.did) != 1 || n.did[0].Code != 7 {
		t.Errorf("it did %v", n.did)
	}
}

func TestRefusalIsSaid(t *testing.T) {
	n := start(t)
	_, err := n.ask(t.Context(), errand.Request{Args: []string{"rm"}}, errand.Streams{Out: io.Discard, Err: io.Discard})
	if err == nil || err.Error() != "laptop may not do that" {
		t.Errorf("it is refused with %v", err)
	}
}

func TestVerbHasTheAskersTerminal(t *testing.T) {
	n := start(t)
	r := sh(
		`test -t 0 && test -t 1 && echo "$TERM"; stty size; until [ "$(stty size)" = "10 50" ]; do sleep 0.01; done; echo resized; read line; echo "got $line"; exit 3`)
	r.Terminal, r.Term = &errand.Size{Rows: 20, Columns: 70}, "xterm"
	in, typed := io.Pipe()
	resized := make(chan errand.Size, 1)
	first, second := make(chan struct{}), make(chan struct{})
	shown := &watched{saw: map[string]chan struct{}{"20 70": first, "resized": second}}
	go func() {
		<-first
		resized <- errand.Size{Rows: 10, Columns: 50}
		<-second
		_, _ = typed.Write([]byte("hello\n"))
		_ = typed.Close()
	}()
	code, err := n.ask(t.Context(), r, errand.Streams{In: in, Out: shown, Err: io.Discard, Resized: resized})
	if err != nil || code != 3 {
		t.Errorf("it ends with %d, %v", code, err)
	}
	for _, want := range []string{"xterm", "20 70", "got hello"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("no %q in %q", want, shown.String())
		}
	}
}

// watched is an output that tells when something stands in it.
type watched struct {
	access sync.Mutex
	text   strings.Builder
	saw    map[string]chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	w.access.Lock()
	defer w.access.Unlock()
	w.text.Write(p)
	for text, seen := range w.saw {
		if strings.Contains(w.text.String(), text) {
			close(seen)
			delete(w.saw, text)
		}
	}
	return len(p), nil
}

func (w *watched) String() string {
	w.access.Lock()
	defer w.access.Unlock()
	return w.text.String()
}

func TestVerbEndsWhenItsAskerGoes(t *testing.T) {
	for name, terminal := range map[string]*errand.Size{"with a terminal": {Rows: 24, Columns: 80}, "without one": nil} {
		t.Run(name, func(t *testing.T) {
			n := start(t)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			folder := t.TempDir()
			r := sh("trap 'touch " + filepath.Join(folder, "ended") +
				"; exit' TERM HUP; echo ready; while :; do sleep 0.01; done")
			r.Terminal = terminal
			shown := &watched{saw: map[string]chan struct{}{"ready": make(chan struct{})}}
			ready := shown.saw["ready"]
			go func() {
				<-ready
				stop()
			}()
			if _, err := n.ask(ctx, r, errand.Streams{Out: shown, Err: io.Discard}); !errors.Is(err, context.Canceled) {
				t.Errorf("the asker is told %v", err)
			}
			for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
				if _, err := os.Stat(filepath.Join(folder, "ended")); err == nil {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("it goes on")
				}
			}
		})
	}
}

func TestNodeThatEndsEndsItsVerbs(t *testing.T) {
	n := start(t)
	shown := &watched{saw: map[string]chan struct{}{"ready": make(chan struct{})}}
	ready := shown.saw["ready"]
	go func() {
		<-ready
		n.stop()
	}()
	code, err := n.ask(t.Context(), sh("trap 'exit 9' TERM; echo ready; while :; do sleep 0.01; done"),
		errand.Streams{Out: shown, Err: io.Discard})
	if err != nil || code != 9 {
		t.Errorf("it ends with %d, %v", code, err)
	}
}

func TestNonsenseEndsTheConnection(t *testing.T) {
	n := start(t)
	for _, text := range []string{"GET / HTTP/1.1\r\n\r\n", "a\x00\x00\x00\x02{]", "a\xff\xff\xff\xff",
		"o\x00\x00\x00\x01x"} {
		conn, err := net.Dial("tcp", n.address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Write([]byte(text))
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		if got, err := io.ReadAll(conn); len(got) > 0 || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%q is answered with %q, %v", text, got, err)
		}
		_ = conn.Close()
	}
}

// TestBrokenConnectionIsToldApart has the node go while a verb is carried out.
func TestBrokenConnectionIsToldApart(t *testing.T) {
	here, there := net.Pipe()
	go func() {
		_, _ = io.ReadFull(there, make([]byte, 5))
		_ = there.Close()
	}()
	_, err := errand.Ask(t.Context(), here, sh("true"), errand.Streams{Out: io.Discard, Err: io.Discard})
	if broken := (*errand.BrokenError)(nil); !errors.As(err, &broken) {
		t.Errorf("it is %v", err)
	}
}
