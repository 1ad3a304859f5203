package runtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
)

// Rests waits until a terminal no longer changes, and returns all its cells.
func (x *Terminal) Rests() []string {
	x.t.Helper()
	var cells []string
	Eventually(x.t, "the screen rests", func() bool {
		before := cells
		time.Sleep(300 * time.Millisecond)
		cells = x.Screen.Cells()
		return slices.Equal(before, cells)
	})
	return cells
}

// LeavesRunning waits for the end of stead on a terminal whose run continues.
func (x *Terminal) LeavesRunning() {
	x.t.Helper()
	if code := x.Ends(); code != "0" {
		x.t.Errorf("stead ended with %s", code)
	}
	if !strings.Contains(x.Text(), "attach to it: stead attach") {
		x.t.Error("nothing is said of how to come back")
	}
}

// Large and Small are sizes of terminals.
var (
	Large = ptyx.Size{Rows: 40, Columns: 100}
	Small = ptyx.Size{Rows: 24, Columns: 80}
)

// Terminal is the user's terminal: a screen and a keyboard, with a shell from which stead was started.
type Terminal struct {
	t       *testing.T
	Process *ptyx.Process
	Screen  *screen.Screen
	read    chan struct{} // closed when all output has been drawn

	mu  sync.Mutex
	Raw bytes.Buffer // everything that was written to it
}

// OnTerminal starts stead on a terminal.
func OnTerminal(t *testing.T, g *harness.Environment, size ptyx.Size, args ...string) *Terminal {
	t.Helper()
	return ShellOn(t, g, size, append([]string{g.SteadPath()}, args...)...)
}

// ShellOn starts a program from a shell. The shell prints the terminal's modes before and after the program, and its
// exit code. It survives the keys that end the program.
func ShellOn(t *testing.T, g *harness.Environment, size ptyx.Size, line ...string) *Terminal {
	t.Helper()
	command := g.Command("", "sh",
		append(
			[]string{"-c",
				`trap : INT QUIT; echo "before $(stty -g)"; "$0" "$@"; echo "exit $?"; echo "after $(stty -g)"`}, line...)...)
	process, err := ptyx.Start(ptyx.Command{Path: command.Path, Args: command.Args[1:], Env: command.Env,
		Dir: command.Dir}, size)
	if err != nil {
		t.Fatal(err)
	}
	x := &Terminal{t: t, Process: process, read: make(chan struct{})}
	x.Screen = screen.New(int(size.Rows), int(size.Columns), func(answer []byte) { _, _ = process.Terminal.Write(answer) })
	go x.draw()
	t.Cleanup(func() {
		if err := process.End(context.Background(), 0); err != nil {
			t.Error(err)
		}
		<-x.read
		x.Screen.Close()
		if t.Failed() {
			t.Logf("the screen at the end:\n%s", x.Screen.Transcript())
		}
	})
	return x
}

func (x *Terminal) draw() {
	defer close(x.read)
	_, _ = io.Copy(x, x.Process.Terminal)
}

// Write implements io.Writer.
func (x *Terminal) Write(output []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.Raw.Write(output)
	return x.Screen.Write(output)
}

// Text returns what a person can read, with lines joined, because line breaks are up to the CLI.
func (x *Terminal) Text() string { return strings.Join(strings.Fields(x.Screen.Transcript()), " ") }

// Sees waits until texts are visible on the screen.
func (x *Terminal) Sees(texts ...string) {
	x.t.Helper()
	for _, text := range texts {
		Eventually(x.t, text+" on the screen", func() bool { return strings.Contains(x.Text(), text) })
	}
}

// Keys types. A program that has ended takes no more keys.
func (x *Terminal) Keys(keys string) {
	x.t.Helper()
	if _, err := x.Process.Terminal.Write([]byte(keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		x.t.Fatal(err)
	}
}

// behindPaste is how long after a paste CLIs may take a key for a part of it: Gemini CLI 0.61.0 does so for up to half
// a second.
const behindPaste = time.Second

// Submits pastes a text and submits it after it is visible in the composer: most CLIs do not accept both in one write
// as a submission.
func (x *Terminal) Submits(text string) {
	x.t.Helper()
	x.Keys("\x1b[200~" + text + "\x1b[201~")
	x.Sees(text)
	time.Sleep(behindPaste)
	x.Keys("\r")
}

// IsOver waits for the shell's end, at most for the given time.
func (x *Terminal) IsOver(limit time.Duration) bool {
	select {
	case <-x.read:
		return true
	case <-time.After(limit):
		return false
	}
}

var told = regexp.MustCompile(`(before|exit|after) (\S+)\r\n`)

// Ends waits for the shell's end and returns stead's exit code. The terminal must have its original modes.
func (x *Terminal) Ends() (code string) {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(x.t.Context(), patience)
	defer cancel()
	if _, err := x.Process.Wait(ctx); err != nil {
		x.t.Fatalf("stead did not end: %v", err)
	}
	<-x.read
	values := map[string]string{}
	for _, match := range told.FindAllStringSubmatch(x.Raw.String(), -1) {
		values[match[1]] = match[2]
	}
	if values["before"] == "" || values["before"] != values["after"] {
		x.t.Errorf("the terminal's modes were %q and are %q", values["before"], values["after"])
	}
	if x.Screen.Alternate() {
		x.t.Error("the alternate screen was left on")
	}
	return values["exit"]
}
