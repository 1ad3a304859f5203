package socket_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.uber.org/goleak"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
	"stead/runs/socket"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve makes a server and returns the path of its socket.
func serve(t *testing.T, s *socket.Server) string {
	t.Helper()
	path := socket.Path(t.TempDir(), "20261121-120000-ab12")
	if err := s.Listen(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return path
}

func dial(t *testing.T, path string) *socket.Client {
	t.Helper()
	c, err := socket.Dial(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// next waits for an event of a kind and returns its value.
func next(t *testing.T, c *socket.Client, kind string) (value any) {
	t.Helper()
	for {
		e, err := c.Next()
		if err != nil {
			t.Fatalf("no event %q: %v", kind, err)
		}
		if e.Kind == kind {
			if err := e.Into(&value); err != nil {
				t.Fatal(err)
			}
			return value
		}
	}
}

func TestFollowersAreToldWhatTheyAskFor(t *testing.T) {
	s := &socket.Server{}
	path := serve(t, s)
	s.Publish(socket.Changed, "first")
	early := dial(t, path)
	if err := early.Follow(socket.Changed, socket.Ended); err != nil {
		t.Fatal(err)
	}
	if got := next(t, early, socket.Changed); got != "first" {
		t.Errorf("who comes later is told %v", got)
	}
	s.Publish(socket.Note, "nobody asked")
	s.Publish(socket.Changed, "second")
	if e, err := early.Next(); e.Kind != socket.Changed || string(e.Value) != `"second"` || err != nil {
		t.Errorf("the next event is %s %s, %v", e.Kind, e.Value, err)
	}
	s.Publish(socket.Ended, "over")
	go s.Close()
	if got := next(t, early, socket.Ended); got != "over" {
		t.Errorf("at the end it is told %v", got)
	}
	if _, err := early.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

func TestTextIsSentAndItsErrorTold(t *testing.T) {
	s := &socket.Server{Send: func(_ context.Context, text string) error {
		if text == "bad" {
			return errors.New("not typed")
		}
		return nil
	}}
	c := dial(t, serve(t, s))
	for text, want := range map[string]string{"good": "", "bad": "not typed"} {
		if err := c.Send(text); err != nil {
			t.Fatal(err)
		}
		if got := next(t, c, socket.Sent); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestHeadlessRunHasNoTerminalToAttach(t *testing.T) {
	c := dial(t, serve(t, &socket.Server{}))
	if err := c.Attach(os.Stdin, os.Stdin, socket.Terminal{}); err != nil {
		t.Fatal(err)
	}
	if got, _ := next(t, c, socket.Left).(string); !strings.Contains(got, "headless") {
		t.Errorf("it says %q", got)
	}
}

// TestTerminalIsHandedOverAndComesBack attaches a terminal of this test, and lets it go in each way.
func TestTerminalIsHandedOverAndComesBack(t *testing.T) {
	for name, leave := range map[string]func(*socket.Client, *os.File){
		"asked":    func(c *socket.Client, _ *os.File) { _ = c.Leave() },
		"detached": func(_ *socket.Client, keyboard *os.File) { _, _ = keyboard.WriteString("\x1c") },
	} {
		t.Run(name, func(t *testing.T) {
			hub := sharing.New(ptyx.Size{Rows: 24, Columns: 80}, func(reply func([]byte)) sharing.Screen {
				emulator := screen.New(24, 80, reply)
				t.Cleanup(emulator.Close)
				return emulator
			}, time.Now)
			c := dial(t, serve(t, &socket.Server{Hub: hub}))
			t.Cleanup(hub.Close)
			master, slave, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer master.Close()
			defer slave.Close()
			if err := pty.Setsize(slave, &pty.Winsize{Rows: 31, Cols: 97}); err != nil {
				t.Fatal(err)
			}
			if err := c.Attach(slave, slave, socket.Terminal{Key: `ctrl-\`}); err != nil {
				t.Fatal(err)
			}
			next(t, c, socket.Attached)
			if got := hub.Size(); got != (ptyx.Size{Rows: 31, Columns: 97}) {
				t.Errorf("the hub has the size %+v", got)
			}
			leave(c, master)
			if got := next(t, c, socket.Left); got != name {
				t.Errorf("it left as %v", got)
			}
		})
	}
}

func TestConnectionThatEndsGivesItsTerminalBack(t *testing.T) {
	hub := sharing.New(ptyx.Size{Rows: 24, Columns: 80}, func(reply func([]byte)) sharing.Screen {
		emulator := screen.New(24, 80, reply)
		t.Cleanup(emulator.Close)
		return emulator
	}, time.Now)
	path := serve(t, &socket.Server{Hub: hub})
	t.Cleanup(hub.Close)
	c := dial(t, path)
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	if err := c.Attach(slave, slave, socket.Terminal{}); err != nil {
		t.Fatal(err)
	}
	next(t, c, socket.Attached)
	came := hub.Came()
	c.Close()
	for deadline := time.Now().Add(20 * time.Second); hub.Came() == came; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the terminal is still taken")
		}
	}
}

func TestSocketIsTheUsersAlone(t *testing.T) {
	path := serve(t, &socket.Server{})
	for file, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has the mode %o", file, got)
		}
	}
}

func TestStaleSocketIsNoTrouble(t *testing.T) {
	path := socket.Path(t.TempDir(), "run")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false) // as if it was killed
	_ = left.Close()
	if _, err := socket.Dial(path); !errors.Is(err, socket.ErrNotRunning) {
		t.Errorf("a stale socket: %v", err)
	}
	s := &socket.Server{}
	if err := s.Listen(path); err != nil {
		t.Fatal(err)
	}
	dial(t, path)
	s.Close()
	if _, err := socket.Dial(path); !errors.Is(err, socket.ErrNotRunning) {
		t.Errorf("no socket: %v", err)
	}
}

func TestLongFolderGetsAShortSocket(t *testing.T) {
	long := "/home/user/" + strings.Repeat("deep/", 30)
	path, other := socket.Path(long, "run"), socket.Path(long+"er", "run")
	if len(path) > 100 || path == other || path != socket.Path(long, "run") {
		t.Errorf("the sockets are %s and %s", path, other)
	}
	if got := socket.Path("/home/user/.local/state/stead", "run"); got != "/home/user/.local/state/stead/sockets/run" {
		t.Errorf("the socket is %s", got)
	}
}

func TestFolderThatOthersMayUseIsRefused(t *testing.T) {
	path := socket.Path(t.TempDir(), "run")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(path), 0o770); err != nil {
		t.Fatal(err)
	}
	if err := (&socket.Server{}).Listen(path); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("error %v", err)
	}
}

// started connects a server to whoever has started it, who has not said yet what they follow.
func started(t *testing.T, s *socket.Server) (starter *socket.Client, gone <-chan struct{}) {
	t.Helper()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	gone = s.Serve(connection(t, ends[0]))
	starter = socket.NewClient(connection(t, ends[1]))
	t.Cleanup(starter.Close)
	t.Cleanup(s.Close)
	return starter, gone
}

// toldUntil reads events until one of a kind, and returns all as lines.
func toldUntil(t *testing.T, c *socket.Client, last string) (lines []string) {
	t.Helper()
	for {
		e, err := c.Next()
		if err != nil {
			t.Fatalf("no event %q after %q: %v", last, lines, err)
		}
		lines = append(lines, e.Kind+" "+string(e.Value))
		if e.Kind == last {
			return lines
		}
	}
}

// TestWhoFollowsLateIsToldWhatTheyHaveMissed has all happen before anybody says what they follow.
func TestWhoFollowsLateIsToldWhatTheyHaveMissed(t *testing.T) {
	s := &socket.Server{}
	path := serve(t, s)
	starter, _ := started(t, s)
	s.Publish(socket.Note, "first")
	s.Publish(socket.Changed, "starts")
	s.Publish(socket.Note, "second")
	s.Publish(socket.Delivered, "it lies there")
	s.Publish(socket.Entry, "the journal has it")
	s.Publish("a kind of tomorrow", "counts, too")
	s.Publish(socket.Changed, "works")
	later := dial(t, path)
	for c, want := range map[*socket.Client][]string{
		starter: {`note "first"`, `note "second"`, `delivered "it lies there"`, `a kind of tomorrow "counts, too"`,
			`changed "works"`},
		later: {`delivered "it lies there"`, `a kind of tomorrow "counts, too"`, `changed "works"`},
	} {
		if err := c.Follow(); err != nil {
			t.Fatal(err)
		}
		if got := toldUntil(t, c, socket.Changed); !slices.Equal(got, want) {
			t.Errorf("it is told %q, want %q", got, want)
		}
	}
	s.Publish(socket.Note, "third")
	for _, c := range []*socket.Client{starter, later} {
		if got := next(t, c, socket.Note); got != "third" {
			t.Errorf("then it is told %v", got)
		}
	}
}

// TestTheLastNotesAreKept does not let the notes of a long run grow for ever.
func TestTheLastNotesAreKept(t *testing.T) {
	s := &socket.Server{}
	starter, _ := started(t, s)
	s.Publish(socket.Delivered, "it lies there")
	for range 1000 {
		s.Publish(socket.Note, "an old one")
	}
	s.Publish(socket.Note, "the last one")
	s.Publish(socket.Ended, "over")
	if err := starter.Follow(); err != nil {
		t.Fatal(err)
	}
	got := toldUntil(t, starter, socket.Ended)
	if len(got) < 2 || len(got) > 101 || got[0] != `delivered "it lies there"` ||
		got[len(got)-2] != `note "the last one"` {
		t.Errorf("it is told %d events: %.500q", len(got), got)
	}
}

// TestWhoHasNotAskedIsToldAllAtTheEnd has a run end before its starter could say what it wants to hear.
func TestWhoHasNotAskedIsToldAllAtTheEnd(t *testing.T) {
	s := &socket.Server{}
	starter, _ := started(t, s)
	s.Publish(socket.Changed, "it began")
	s.Publish(socket.Ended, "it has ended")
	s.Close()
	if got := toldUntil(t, starter, socket.Ended); !slices.Equal(got,
		[]string{`changed "it began"`, `ended "it has ended"`}) {
		t.Errorf("it is told %q", got)
	}
	if _, err := starter.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

// TestWhatIsToldNeverGoesBack follows while the state changes: what was missed must not come behind what is new.
func TestWhatIsToldNeverGoesBack(t *testing.T) {
	s := &socket.Server{}
	c, _ := started(t, s)
	for last, i := 0.0, 1.0; i <= 5000; i++ {
		if err := c.Follow(socket.Changed); err != nil { // the server comes to it before, while or after it publishes
			t.Fatal(err)
		}
		s.Publish(socket.Changed, i)
		for last < i {
			now, _ := next(t, c, socket.Changed).(float64)
			if now < last {
				t.Fatalf("after %v it is told %v", last, now)
			}
			last = now
		}
	}
}

// TestClientThatReadsNothingDoesNotKeepTheServer closes a server that is in the middle of an event which its client
// does not take.
func TestClientThatReadsNothingDoesNotKeepTheServer(t *testing.T) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &socket.Server{}
	s.Serve(connection(t, ends[0]))
	conn := connection(t, ends[1])
	defer conn.Close()
	if err := socket.NewClient(conn).Follow(); err != nil {
		t.Fatal(err)
	}
	s.Publish(socket.Changed, strings.Repeat("more than a socket holds ", 1<<18))
	if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil { // now it is written
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		s.Close()
	}()
	select {
	case <-closed:
	case <-time.After(20 * time.Second):
		t.Fatal("the server never ends")
	}
}

func TestServerTellsWhenAClientHasGone(t *testing.T) {
	s := &socket.Server{}
	starter, gone := started(t, s)
	s.Publish(socket.Ended, "over")
	if err := starter.Follow(); err != nil {
		t.Fatal(err)
	}
	next(t, starter, socket.Ended)
	select {
	case <-gone:
		t.Error("one that is there has gone")
	default:
	}
	starter.Close()
	select {
	case <-gone:
	case <-time.After(20 * time.Second):
		t.Error("it never goes")
	}
}

// connection makes a connection of a socket's descriptor.
func connection(t *testing.T, descriptor int) *net.UnixConn {
	t.Helper()
	file := os.NewFile(uintptr(descriptor), "socket")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		t.Fatal(err)
	}
	return conn.(*net.UnixConn)
}

func TestOneOfSeveralRunsOfAProcessIsStopped(t *testing.T) {
	told := make(chan struct{})
	several, alone := dial(t, serve(t, &socket.Server{Stop: func() { close(told) }})), dial(t, serve(t, &socket.Server{}))
	for _, c := range []*socket.Client{several, alone} {
		if err := c.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if why := next(t, several, socket.Stopping); why != "" {
		t.Errorf("it is not told to end: %v", why)
	}
	<-told
	if why := next(t, alone, socket.Stopping); why != socket.ErrAlone.Error() {
		t.Errorf("a run with a process of its own says %q", why)
	}
}
