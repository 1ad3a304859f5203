//go:build unix

package ptyx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"stead/internal/testkit"

	"golang.org/x/sys/unix"
)

func TestOutputIsWholeAndEndsWithEOF(t *testing.T) {
	process := launch(t, shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done"))
	output, err := io.ReadAll(process.Terminal)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(output), "\r\n"); lines != 20000 ||
		!strings.HasSuffix(string(output), "line 19999\r\n") {
		t.Errorf("%d lines, want 20000", lines)
	}
}

func TestOutputWrittenRightBeforeTheEndIsNotLost(t *testing.T) {
	process := launch(t, shell("printf %3000s last"))
	if _, err := process.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if output, err := io.ReadAll(process.Terminal); len(output) != 3000 || err != nil {
		t.Errorf("%d bytes, error %v; want 3000, nil", len(output), err)
	}
}

func TestOutputEndsThoughADaemonHoldsTheTerminal(t *testing.T) {
	process := launch(t, roleCommand("daemon"))
	output, err := io.ReadAll(process.Terminal)
	if !strings.Contains(string(output), "daemon ") || err != nil {
		t.Errorf("output %q, error %v", output, err)
	}
}

func TestKeysAreTakenOnceTheProgramAsksForThem(t *testing.T) {
	process := launch(t, shell("read line; stty -icanon; echo changed; read line"))
	if process.Terminal.TakesKeys() {
		t.Error("keys are taken at the beginning")
	}
	if _, err := process.Terminal.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	testkit.AwaitOutput(process.Terminal, "changed")
	if !process.Terminal.TakesKeys() {
		t.Error("keys are not taken in the end")
	}
}

func TestExitTellsCodeAndSignal(t *testing.T) {
	cases := []struct {
		script string
		want   Exit
	}{
		{"exit 0", Exit{}},
		{"exit 7", Exit{Code: 7}},
		{"kill -9 $$", Exit{Code: 137, Signal: "SIGKILL"}},
		{"kill -15 $$", Exit{Code: 143, Signal: "SIGTERM"}},
	}
	for _, c := range cases {
		t.Run(c.script, func(t *testing.T) {
			got, err := launch(t, shell(c.script)).Wait(t.Context())
			if got != c.want || err != nil {
				t.Errorf("exit %+v, error %v; want %+v", got, err, c.want)
			}
		})
	}
}

func TestWaitGivesUpWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := launch(t, shell("sleep 1000")).Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestProgramLeadsASessionWithTheTerminalAsItsOwn(t *testing.T) {
	process := launch(t, shell(`stty size </dev/tty; ps -o pid=,sid=,pgid= -p $$ 2>/dev/null | tr -s ' ' '-' ; echo end`))
	output, _ := io.ReadAll(process.Terminal)
	if !strings.HasPrefix(string(output), "24 80\r\n") {
		t.Errorf("size seen through /dev/tty: %q", output)
	}
	if session, err := unix.Getsid(process.Pid()); err == nil && session != process.Pid() {
		t.Errorf("session %d, want the program's own %d", session, process.Pid())
	}
}

func TestEnvironmentIsTheGivenOneAndTheMark(t *testing.T) {
	process := launch(t, Command{Path: "/usr/bin/env", Env: []string{"ONLY=this"}})
	output, _ := io.ReadAll(process.Terminal)
	if want := "ONLY=this\r\n_STEAD_PTY=" + process.family.token + "\r\n"; string(output) != want {
		t.Errorf("environment %q, want %q", output, want)
	}
}

func TestFolderOfTheEnvironmentIsTheProgramsOwn(t *testing.T) {
	dir := t.TempDir()
	process := launch(t, Command{Path: "/usr/bin/env", Env: []string{"PWD=/elsewhere"}, Dir: dir})
	output, _ := io.ReadAll(process.Terminal)
	if want := "_STEAD_PTY=" + process.family.token + "\r\nPWD=" + dir + "\r\n"; string(output) != want {
		t.Errorf("environment %q, want %q", output, want)
	}
}

func TestArgumentsAreNoShellString(t *testing.T) {
	process := launch(t, Command{Path: "/bin/echo", Args: []string{"$HOME", "a  b", "; exit 1"}})
	if output, _ := io.ReadAll(process.Terminal); string(output) != "$HOME a  b ; exit 1\r\n" {
		t.Errorf("output %q", output)
	}
}

func TestUnknownProgramIsAnErrorThatNamesIt(t *testing.T) {
	_, err := Start(Command{Path: "/no/such/program"}, small)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("error %v", err)
	}
}

func TestStdinOfAnyLengthReachesTheProgram(t *testing.T) {
	prompt := strings.Repeat("long prompt ", 50_000) // longer than an argument may be
	path := filepath.Join(t.TempDir(), "prompt")
	if err := os.WriteFile(path, []byte(prompt), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for name, stdin := range map[string]io.Reader{"reader": strings.NewReader(prompt), "file": file} {
		t.Run(name, func(t *testing.T) {
			command := shell("wc -c; test -t 0 || echo pipe; test -t 1 && echo terminal")
			command.Stdin = stdin
			output, _ := io.ReadAll(launch(t, command).Terminal)
			want := fmt.Sprintf("%d\r\npipe\r\nterminal\r\n", len(prompt))
			if strings.TrimLeft(string(output), " ") != want {
				t.Errorf("output %q, want %q", output, want)
			}
		})
	}
}

func TestProgramThatLeavesItsStdinUnreadEndsAllTheSame(t *testing.T) {
	command := shell("exit 3")
	command.Stdin = strings.NewReader(strings.Repeat("x", 1<<20))
	if exit, err := launch(t, command).Wait(t.Context()); exit.Code != 3 || err != nil {
		t.Errorf("exit %+v, error %v", exit, err)
	}
}

func TestLongTypingWaitsForASlowReader(t *testing.T) {
	process := launch(t, shell("stty raw -echo; echo ready; sleep 0.2; head -c 200000 | wc -c"))
	testkit.AwaitOutput(process.Terminal, "ready")
	if n, err := process.Terminal.Write([]byte(strings.Repeat("k", 200_000))); n != 200_000 || err != nil {
		t.Fatalf("typed %d, error %v", n, err)
	}
	if output := testkit.AwaitOutput(process.Terminal, "200000"); !strings.Contains(output, "200000") {
		t.Errorf("the program read %q", output)
	}
}

func TestWriteAfterTheEndSaysSo(t *testing.T) {
	process := launch(t, shell("exit 0"))
	if _, err := process.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := process.Terminal.Write([]byte("x")); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("error %v, want os.ErrProcessDone", err)
	}
	if err := process.Signal(unix.SIGINT); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("signal: error %v, want os.ErrProcessDone", err)
	}
}

func TestResizeReachesTheProgram(t *testing.T) {
	process := launch(t, shell("trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.01; done"))
	testkit.AwaitOutput(process.Terminal, "ready")
	if err := process.Terminal.Resize(Size{Rows: 33, Columns: 111}); err != nil {
		t.Fatal(err)
	}
	if output := testkit.AwaitOutput(process.Terminal, "111"); !strings.Contains(output, "33 111") {
		t.Errorf("size seen: %q", output)
	}
}

func TestSignalReachesTheWholeGroup(t *testing.T) {
	process := launch(t,
		shell("trap : USR1; (trap 'echo child got it; exit' USR1; echo ready; while :; do sleep 0.01; done) & wait; wait"))
	testkit.AwaitOutput(process.Terminal, "ready")
	if err := process.Signal(unix.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	if output := testkit.AwaitOutput(process.Terminal, "got it"); !strings.Contains(output, "child got it") {
		t.Errorf("output %q", output)
	}
}

func TestEndAsksBeforeItKills(t *testing.T) {
	cases := []struct{ name, trap, want string }{
		{"by SIGINT", "INT", "INT"},
		{"then by SIGTERM", "TERM", "TERM"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "asked")
			process := launch(t, shell(
				fmt.Sprintf("trap '' INT; trap 'echo %s >%s; exit 5' %s; echo ready; while :; do sleep 0.01; done", c.want, path,
					c.trap)))
			testkit.AwaitOutput(process.Terminal, "ready")
			if err := process.End(t.Context(), 2*time.Second); err != nil {
				t.Fatal(err)
			}
			if asked, _ := os.ReadFile(path); strings.TrimSpace(string(asked)) != c.want {
				t.Errorf("the program was asked by %q, want %q", asked, c.want)
			}
			if exit, _ := process.Wait(t.Context()); exit.Code != 5 {
				t.Errorf("exit %+v, want the program's own 5", exit)
			}
		})
	}
}

func TestEndKillsTheDeaf(t *testing.T) {
	process := launch(t, roleCommand("deaf"))
	testkit.AwaitOutput(process.Terminal, "ready")
	if err := process.End(t.Context(), 20*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if exit, _ := process.Wait(t.Context()); exit.Signal != "SIGKILL" {
		t.Errorf("exit %+v, want SIGKILL", exit)
	}
}

func TestEndMayBeCalledAgain(t *testing.T) {
	process := launch(t, shell("exit 0"))
	for range 2 {
		if err := process.End(t.Context(), time.Second); err != nil {
			t.Error(err)
		}
	}
	if n, err := process.Terminal.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("read after End: %d, %v; want 0, EOF", n, err)
	}
	if err := process.Terminal.Resize(small); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("resize after End: %v, want os.ErrProcessDone", err)
	}
}

// numberAfter returns the number after a word in the output.
func numberAfter(t *testing.T, output, word string) int {
	t.Helper()
	_, rest, _ := strings.Cut(output, word+" ")
	n, err := strconv.Atoi(strings.Fields(rest + " ?")[0])
	if err != nil {
		t.Fatalf("no number after %q in %q", word, output)
	}
	return n
}
