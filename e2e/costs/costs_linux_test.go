package costs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/internal/term/ptyx"
	"stead/internal/testkit/corpus"
	"stead/runs"
)

// costly is a home with one session of Claude Code, and a program that takes Codex's place: stead is the subject.
type costly struct {
	t                   *testing.T
	stead, home, source string
}

const costlySession = "c0570000-0000-4000-8000-000000000000"

func newCostly(t *testing.T, size int64) costly {
	t.Helper()
	stead, err := harness.SteadBinary()
	if err != nil {
		t.Fatal(err)
	}
	c := costly{t: t, stead: stead, home: t.TempDir()}
	c.source = filepath.Join(c.home, ".claude", "projects", "-home-user-corpus", costlySession+".jsonl")
	c.must(os.MkdirAll(filepath.Dir(c.source), 0o700))
	file, err := os.Create(c.source)
	c.must(err)
	c.must(corpus.Write(file, costlySession, size, 1))
	c.must(file.Close())
	return c
}

func (c costly) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c costly) environment() []string {
	return []string{"HOME=" + c.home, "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TERM=xterm", "SHELL=/bin/sh",
		"STEAD_CLI_CODEX_BINARY=" + filepath.Join(c.home, "codex")}
}

// A key that is typed in a run costs each of its processes a few system calls. A process is what /proc says of it: how
// often it has read and written.
func TestAKeyCostsFewSystemCalls(t *testing.T) {
	t.Parallel()
	const keys, most = 200, 6 // calls of reading and writing for each key, in the command and in the supervisor together
	c := newCostly(t, 100_000)
	c.must(os.WriteFile(filepath.Join(c.home, "codex"), []byte("#!/bin/sh\n"+
		"if [ \"$1\" = --version ]; then echo 'codex-cli 0.169.0'; exit; fi\nstty raw -echo; echo READY; exec cat\n"), 0o700))
	process, err := ptyx.Start(ptyx.Command{Path: c.stead, Args: []string{"run", "--from", "claude:" + costlySession, "--to",
		"codex", "--cwd", c.home}, Dir: c.home, Env: c.environment()}, ptyx.Size{Columns: 80, Rows: 24})
	c.must(err)
	t.Cleanup(func() { _ = process.End(context.Background(), 5*time.Second) })
	c.awaits(process, "READY")
	c.keys(process, 5) // the first ones may still find the run at its start
	before := c.calls(process.Pid())
	c.keys(process, keys)
	each := float64(c.calls(process.Pid())-before) / keys
	t.Logf("%.1f calls a key", each)
	if each > most {
		t.Errorf("a key costs %.1f calls of reading and writing, the budget is %d", each, most)
	}
}

// awaits reads the terminal until a text stands in what came.
func (c costly) awaits(process *ptyx.Process, text string) {
	c.t.Helper()
	var all bytes.Buffer
	chunk := make([]byte, 4096)
	for !strings.Contains(all.String(), text) {
		n, err := process.Terminal.Read(chunk)
		c.must(err)
		all.Write(chunk[:n])
	}
}

// keys types keys, each after the echo of the one before it.
func (c costly) keys(process *ptyx.Process, number int) {
	c.t.Helper()
	for n := range number {
		key := string(rune('a' + n%26))
		_, err := process.Terminal.Write([]byte(key))
		c.must(err)
		c.awaits(process, key)
	}
}

// calls returns how often the command and the supervisor of its run have read and written.
func (c costly) calls(command int) (sum int) {
	c.t.Helper()
	records, err := filepath.Glob(filepath.Join(c.home, ".local", "share", "stead", "runs", "*", "run.json"))
	if err != nil || len(records) != 1 {
		c.t.Fatal(records, err)
	}
	content, err := os.ReadFile(records[0])
	c.must(err)
	var run runs.Run
	c.must(json.Unmarshal(content, &run))
	for _, process := range []int{command, run.Supervisor.PID} {
		sum += c.figure(process, "io", "syscr:") + c.figure(process, "io", "syscw:")
	}
	return sum
}

// figure returns a number that the system tells of a process.
func (c costly) figure(process int, file, name string) (n int) {
	c.t.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", process, file))
	c.must(err)
	_, rest, _ := strings.Cut(string(content), name)
	_, err = fmt.Sscan(rest, &n)
	c.must(err)
	return n
}

// A conversion streams: eight times the session takes hardly more memory. What counts is the memory that the process
// asked for. The pages of the program's file come on top: 1 to 31 MB for the same conversion, as the system reads the
// file in larger or smaller pieces.
func TestAConversionTakesLittleMemory(t *testing.T) {
	t.Parallel()
	const most = 45 << 20
	for _, size := range []int64{10e6, 80e6} {
		c := newCostly(t, size)
		for _, to := range []string{"codex", "claude", "universal"} {
			peak := c.peak("session", "convert", c.source, "--from", "claude", "--to", to, "-o",
				filepath.Join(c.home, to))
			t.Logf("%d MB to %s: %d MB", size/1e6, to, peak>>20)
			if peak > most {
				t.Errorf("%d MB to %s take %d MB, the budget is %d", size/1e6, to, peak>>20, most>>20)
			}
		}
	}
}

// peak runs stead and returns the most memory that it asked for, in bytes, as the system reports while the process
// exists. The system keeps no maximum of it.
func (c costly) peak(args ...string) (most int) {
	c.t.Helper()
	command := exec.Command(c.stead, args...)
	command.Env = c.environment()
	c.must(command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", command.Process.Pid)) // the process may have ended
		if _, rest, ok := bytes.Cut(status, []byte("RssAnon:")); ok {
			var kibibytes int
			if _, err := fmt.Fscan(bytes.NewReader(rest), &kibibytes); err == nil {
				most = max(most, kibibytes<<10)
			}
		}
		select {
		case err := <-ended:
			c.must(err)
			if most == 0 {
				c.t.Fatal("the process has ended before its memory was looked at")
			}
			return most
		case <-time.After(time.Millisecond):
		}
	}
}
