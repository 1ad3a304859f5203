package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/internal/ptyx"
	"stead/internal/screen"
)

// terminal is the user's: a screen and a keyboard, with a shell from which stead was started.
type terminal struct {
	t       *testing.T
	process *ptyx.Process
	screen  *screen.Screen
	read    chan struct{} // closed when all output was drawn

	mu  sync.Mutex
	raw bytes.Buffer // everything that was written to it
}

// onTerminal starts stead on a terminal.
func onTerminal(t *testing.T, g *harness.Environment, size ptyx.Size, args ...string) *terminal {
	t.Helper()
	return shellOn(t, g, size, append([]string{g.SteadPath()}, args...)...)
}

// shellOn starts a program from a shell, which tells the terminal's modes before and after it, and its exit code. The shell outlives the keys
// that end the program.
func shellOn(t *testing.T, g *harness.Environment, size ptyx.Size, line ...string) *terminal {
	t.Helper()
	command := g.Command("", "sh", append([]string{"-c", `trap : INT QUIT; echo "before $(stty -g)"; "$0" "$@"; echo "exit $?"; echo "after $(stty -g)"`}, line...)...)
	process, err := ptyx.Start(ptyx.Command{Path: command.Path, Args: command.Args[1:], Env: command.Env, Dir: command.Dir}, size)
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, process: process, read: make(chan struct{})}
	x.screen = screen.New(int(size.Rows), int(size.Columns), func(answer []byte) { _, _ = process.Write(answer) })
	go x.draw()
	t.Cleanup(func() {
		if err := process.End(context.Background(), 0); err != nil {
			t.Error(err)
		}
		<-x.read
		x.screen.Close()
		if t.Failed() {
			t.Logf("the screen at the end:\n%s", x.screen.Transcript())
		}
	})
	return x
}

func (x *terminal) draw() {
	defer close(x.read)
	_, _ = io.Copy(x, x.process)
}

// Write implements io.Writer.
func (x *terminal) Write(output []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.raw.Write(output)
	return x.screen.Write(output)
}

// text is what a person can read, with lines joined: where a line breaks is the CLI's business.
func (x *terminal) text() string { return strings.Join(strings.Fields(x.screen.Transcript()), " ") }

// sees waits until texts stand on the screen.
func (x *terminal) sees(texts ...string) {
	x.t.Helper()
	for _, text := range texts {
		eventually(x.t, text+" on the screen", func() bool { return strings.Contains(x.text(), text) })
	}
}

// keys types. A program that has ended takes no more.
func (x *terminal) keys(keys string) {
	x.t.Helper()
	if _, err := x.process.Write([]byte(keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		x.t.Fatal(err)
	}
}

// behindPaste is how long CLIs take a key behind a paste for a part of it: Gemini CLI 0.61.0 up to half a second.
const behindPaste = time.Second

// submits pastes a text and, once it stands in the composer, submits it: most CLIs do not take both in one write for a submission.
func (x *terminal) submits(text string) {
	x.t.Helper()
	x.keys("\x1b[200~" + text + "\x1b[201~")
	x.sees(text)
	time.Sleep(behindPaste)
	x.keys("\r")
}

// isOver waits for the shell's end, at most for a time.
func (x *terminal) isOver(limit time.Duration) bool {
	select {
	case <-x.read:
		return true
	case <-time.After(limit):
		return false
	}
}

var told = regexp.MustCompile(`(before|exit|after) (\S+)\r\n`)

// ends waits for the shell's end and returns stead's exit code. The terminal must have its modes back.
func (x *terminal) ends() (code string) {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(x.t.Context(), 30*time.Second)
	defer cancel()
	if _, err := x.process.Wait(ctx); err != nil {
		x.t.Fatalf("stead did not end: %v", err)
	}
	<-x.read
	values := map[string]string{}
	for _, match := range told.FindAllStringSubmatch(x.raw.String(), -1) {
		values[match[1]] = match[2]
	}
	if values["before"] == "" || values["before"] != values["after"] {
		x.t.Errorf("the terminal's modes were %q and are %q", values["before"], values["after"])
	}
	if x.screen.Alternate() {
		x.t.Error("the alternate screen was left on")
	}
	return values["exit"]
}
