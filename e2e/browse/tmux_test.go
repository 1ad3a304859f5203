package browse_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// tmux is a terminal that people use: stead draws into it what it draws for them, and its keys come the way theirs do.
type tmux struct {
	t      *testing.T
	g      *harness.Environment
	socket string
	// server is the process of its server.
	server int
}

// inTmux starts a shell in a tmux of its own, without anybody's settings.
func inTmux(t *testing.T, g *harness.Environment, columns, rows int, environment ...string) *tmux {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux: make tmux installs Debian's")
	}
	folder, err := os.MkdirTemp("", "tmux") // the path of a socket has 107 bytes at most
	if err != nil {
		t.Fatal(err)
	}
	x := &tmux{t: t, g: g, socket: filepath.Join(folder, "s")}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the screen at the end:\n%s", x.screen())
		}
		_, _ = x.command("kill-server").CombinedOutput()
		_ = os.RemoveAll(folder)
	})
	start := x.command("-f", os.DevNull, "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows), "sh")
	start.Env = append(start.Env, environment...)
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("start tmux: %v: %s", err, out)
	}
	if x.server, err = strconv.Atoi(strings.TrimSpace(x.run("display-message", "-p", "#{pid}"))); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *tmux) command(args ...string) *exec.Cmd {
	return x.g.Command("", "tmux", append([]string{"-S", x.socket}, args...)...)
}

func (x *tmux) run(args ...string) string {
	x.t.Helper()
	out, err := x.command(args...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// types types a text, key by key.
func (x *tmux) types(text string) {
	x.t.Helper()
	x.run("send-keys", "-l", "--", text)
}

// presses presses keys by tmux's names for them.
func (x *tmux) presses(keys ...string) {
	x.t.Helper()
	x.run(append([]string{"send-keys"}, keys...)...)
}

// screen is what stands on the screen.
func (x *tmux) screen() string {
	out, _ := x.command("capture-pane", "-p").Output()
	return string(out)
}

// shows waits until texts stand on the screen together.
func (x *tmux) shows(texts ...string) {
	x.t.Helper()
	runtest.Eventually(x.t, fmt.Sprintf("%q on the screen", texts), func() bool {
		screen := x.screen()
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// lacks waits until a text does not stand on the screen.
func (x *tmux) lacks(text string) {
	x.t.Helper()
	runtest.Eventually(x.t, text+" gone from the screen", func() bool { return !strings.Contains(x.screen(), text) })
}

// leaves quits the browser, and the shell behind it with all of tmux.
func (x *tmux) leaves() {
	x.t.Helper()
	x.presses("q")
	x.lacks("? keys")
	x.types("exit")
	x.presses("Enter")
	// Its server answers no more a moment before it has ended.
	runtest.Eventually(x.t, "tmux has ended", func() bool { return !slices.Contains(x.g.Processes(), x.server) })
}
