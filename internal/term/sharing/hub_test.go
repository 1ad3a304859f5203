package sharing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/testkit"
)

// user is a person at a terminal: what they see, and the keyboard.
type user struct {
	keyboard *os.File // the master side
	terminal *os.File // what stead gets as its stdin and stdout
	access   sync.Mutex
	seen     bytes.Buffer
	gone     chan struct{}
}

func sitDown(t *testing.T) *user {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	u := &user{keyboard: master, terminal: slave, gone: make(chan struct{})}
	go u.look()
	t.Cleanup(func() {
		_ = slave.Close()
		<-u.gone
		_ = master.Close()
	})
	return u
}

func (u *user) look() {
	defer close(u.gone)
	chunk := make([]byte, 4096)
	for {
		n, err := u.keyboard.Read(chunk)
		u.access.Lock()
		u.seen.Write(chunk[:n])
		u.access.Unlock()
		if err != nil {
			return
		}
	}
}

func (u *user) sees() string {
	u.access.Lock()
	defer u.access.Unlock()
	return u.seen.String()
}

func (u *user) awaits(t *testing.T, text string) {
	t.Helper()
	testkit.Eventually(t, "the user sees "+text, func() bool { return strings.Contains(u.sees(), text) })
}

func (u *user) types(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(u.keyboard, keys); err != nil {
		t.Fatal(err)
	}
}

func (u *user) modes(t *testing.T) unix.Termios {
	t.Helper()
	modes, err := unix.IoctlGetTermios(int(u.terminal.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	return *modes
}

type result struct {
	exit ptyx.Exit
	err  error
}

// stand creates a hub with the user's size.
func stand(t *testing.T) *Hub {
	t.Helper()
	hub := New(ptyx.Size{Rows: 30, Columns: 100}, func(reply func([]byte)) Screen {
		s := screen.New(30, 100, reply)
		s.Keep(50)
		t.Cleanup(s.Close)
		return s
	}, time.Now)
	t.Cleanup(hub.Close)
	return hub
}

// attach puts a user in front of a hub.
func attach(t *testing.T, hub *Hub, u *user, watch bool) *Client {
	t.Helper()
	key, err := ptyx.ParseKey(`ctrl-\`)
	if err != nil {
		t.Fatal(err)
	}
	client, err := hub.Attach(u.terminal, u.terminal, AttachOptions{Watch: watch, Detach: key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Leave) // before the user's own terminal is closed
	return client
}

// plays displays a program on a hub.
func plays(t *testing.T, ctx context.Context, hub *Hub, process *ptyx.Process, sink ptyx.Sink) chan result {
	t.Helper()
	done := make(chan result, 1)
	go func() {
		exit, err := hub.Run(ctx, process, sink)
		done <- result{exit, err}
	}()
	return done
}

// relayed displays a program on the user's terminal until it ends. Nothing is drawn on the terminal except what the
// program draws.
func relayed(t *testing.T, ctx context.Context, u *user, command ptyx.Command,
	sink ptyx.Sink) (*Hub, *ptyx.Process, chan result) {
	t.Helper()
	hub, process := stand(t), launch(t, command)
	client, err := hub.Attach(u.terminal, u.terminal, AttachOptions{Intro: []byte("\x1b[0m")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Leave) // before the user's own terminal is closed
	done := make(chan result, 1)
	go func() {
		exit, err := hub.Run(ctx, process, sink)
		hub.Close()
		done <- result{exit, err}
	}()
	return hub, process, done
}

func TestHubPassesBytesBothWaysAsTheyAre(t *testing.T) {
	u, recorded := sitDown(t), &testkit.TerminalLog{}
	_, _, done := relayed(t, t.Context(), u, shell("stty raw -echo; printf 'ready\\033[31m'; head -c 9 | od -An -tx1"),
		recorded)
	u.awaits(t, "ready\x1b[31m")
	u.types(t, "\x03\x1b[<0;1M\r") // Ctrl-C, a mouse report, Enter: nothing is interpreted here
	u.awaits(t, "03 1b 5b 3c 30 3b 31 4d 0d")
	if got := <-done; got.err != nil || got.exit.Code != 0 {
		t.Errorf("result %+v", got)
	}
	if recorded.Out.String() != u.sees() {
		t.Errorf("the sink recorded %q, the user saw %q", recorded.Out.String(), u.sees())
	}
	if recorded.In.String() != "\x03\x1b[<0;1M\r" || recorded.Flushes == 0 {
		t.Errorf("the sink recorded input %q and %d flushes", recorded.In.String(), recorded.Flushes)
	}
}

func TestTerminalIsRawOnlyWhileSomebodyIsAttached(t *testing.T) {
	u := sitDown(t)
	before := u.modes(t)
	_, _, done := relayed(t, t.Context(), u, shell("echo ready; read line"), nil)
	u.awaits(t, "ready")
	if during := u.modes(t); during.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) != 0 {
		t.Errorf("local modes %x while relayed, want a raw terminal", during.Lflag)
	}
	u.types(t, "end\r")
	if got := <-done; got.err != nil {
		t.Error(got.err)
	}
	if after := u.modes(t); after != before {
		t.Errorf("modes afterwards %+v, want %+v", after, before)
	}
}

func TestCancelledHubLeavesTheProgramAndTheNextKeysAlone(t *testing.T) {
	u := sitDown(t)
	before := u.modes(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, process, done := relayed(t, ctx, u, shell("echo ready; sleep 1000"), nil)
	u.awaits(t, "ready")
	cancel()
	if got := <-done; !errors.Is(got.err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", got.err)
	}
	if process.IsOver() || u.modes(t) != before {
		t.Error("the program has ended or the terminal is not as it was")
	}
	u.types(t, "for the shell\n")
	line := make([]byte, 64)
	if n, err := u.terminal.Read(line); string(line[:n]) != "for the shell\n" || err != nil {
		t.Errorf("the next reader gets %q, %v", line[:n], err)
	}
}

func TestModesThatAKilledProgramLeavesBehindAreReset(t *testing.T) {
	u := sitDown(t)
	_, _, done := relayed(t, t.Context(), u,
		shell("printf '\\033[?1049h\\033[?25l\\033[?1000;1006h\\033[?2004h\\033[>7uready'; kill -9 $$"), nil)
	if got := <-done; got.exit.Signal != "SIGKILL" {
		t.Errorf("result %+v", got)
	}
	u.awaits(t, "ready\x1b[<1u\x1b[?25h\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[?1049l\x1b[0m")
}

func TestScreenOfAProgramThatCleansUpIsNotTouched(t *testing.T) {
	u := sitDown(t)
	_, _, done := relayed(t, t.Context(), u,
		shell("printf '\\033[?1049h\\033[?25l\\033[>7u'; printf '\\033[<u\\033[?25h\\033[?1049lbye'"), nil)
	<-done
	u.awaits(t, "bye")
	if !strings.HasSuffix(u.sees(), "bye") {
		t.Errorf("something was written behind the program's last word: %q", u.sees())
	}
}

func TestWindowSizeIsFollowed(t *testing.T) {
	u, recorded := sitDown(t), &testkit.TerminalLog{}
	hub, process := stand(t), launch(t, shell("trap 'stty size' WINCH; stty size; while :; do read line && exit; done"))
	client := attach(t, hub, u, false)
	done := plays(t, t.Context(), hub, process, recorded)
	u.awaits(t, "30 100")
	if err := pty.Setsize(u.terminal, &pty.Winsize{Rows: 44, Cols: 132}); err != nil {
		t.Fatal(err)
	}
	client.Resized()
	u.awaits(t, "44 132")
	u.types(t, "\r")
	<-done
	if want := (ptyx.Size{Rows: 44, Columns: 132}); len(recorded.Sizes) < 2 ||
		recorded.Sizes[len(recorded.Sizes)-1] != [2]uint16{want.Rows, want.Columns} {
		t.Errorf("the sink recorded sizes %v, want %v at the end", recorded.Sizes, want)
	}
}

func TestSlowSinkLosesNothing(t *testing.T) {
	u, recorded := sitDown(t), &testkit.TerminalLog{Delay: 3 * time.Millisecond}
	_, _, done := relayed(t, t.Context(), u, shell("yes 'a line of output that fills the queue' | head -c 3000000"),
		recorded)
	if got := <-done; got.err != nil {
		t.Fatal(got.err)
	}
	testkit.Eventually(t, "the user has seen all", func() bool { return u.sees() == recorded.Out.String() })
}

func TestInputThatIsNoTerminalIsRelayedToo(t *testing.T) {
	keys, typed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	file, err := os.CreateTemp(t.TempDir(), "screen")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.WriteString(typed, "word\n"); err != nil {
		t.Fatal(err)
	}
	typed.Close()
	hub := stand(t)
	client, err := hub.Attach(keys, file, AttachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Leave()
	if _, err := hub.Run(t.Context(), launch(t, shell("stty -echo; read line; echo \"got $line\"")), nil); err != nil {
		t.Fatal(err)
	}
	if seen, _ := os.ReadFile(file.Name()); !strings.Contains(string(seen), "got word\r\n") {
		t.Errorf("the file has %q", seen)
	}
}
