package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// promptly is how soon a command must have ended after the first signal.
const promptly = 2 * time.Second

// places are where the CLIs keep their sessions and settings, below the home.
var places = []string{
	".claude/projects/-home-user-demo-claude/%.jsonl",
	".codex/sessions/2026/11/20/rollout-2026-11-20T18-45-50-%.jsonl",
	".gemini/tmp/demo/chats/session-2026-11-20T10-00-%.jsonl",
	".local/share/opencode/opencode.db",
	".local/share/opencode/storage/session/p/ses_%.json",
	".qwen/projects/-home-user-demo/chats/%.jsonl",
	".pi/agent/sessions/--home-user-demo--/2026_%.jsonl",
	".kimi-code/sessions/wd_demo_1/session_%/agents/main/wire.jsonl",
	".kimi-code/sessions/wd_demo_1/session_%/state.json",
	".kimi/sessions/0123456789abcdef0123456789abcdef/%/context.jsonl",
	".kimi/sessions/0123456789abcdef0123456789abcdef/%/state.json",
	".kimi/kimi.json",
	".clido/sessions/%.jsonl",
	".gemini/projects.json",
	".gemini/settings.json",
	".codex/config.toml",
	".codex/auth.json",
	".claude/settings.json",
	".claude.json",
	".qwen/settings.json",
	".pi/agent/auth.json",
	".pi/agent/settings.json",
	".config/opencode/opencode.json",
}

// pipes makes a home in which a named pipe lies wherever a CLI may have a file, and returns the pipes.
func pipes(t *testing.T, home string) []string {
	t.Helper()
	var all []string
	for _, pattern := range places {
		path := filepath.Join(home, strings.ReplaceAll(pattern, "%", "01a1fa47-78a8-7720-bb3f-0053adc67b17"))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		all = append(all, path)
	}
	return all
}

// stead runs the real program and returns what it says. It must end by itself.
func stead(t *testing.T, home string, args ...string) string {
	t.Helper()
	command := steadProcess(t, args...)
	command.Env = []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=/usr/bin:/bin", "GORACE=atexit_sleep_ms=0"}
	command.Dir = home
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	watch := time.AfterFunc(time.Minute, func() {
		select {
		case <-ended:
		default:
			t.Errorf("stead %q hangs", args)
			_ = command.Process.Kill()
		}
	})
	_ = command.Wait()
	close(ended)
	watch.Stop()
	return said.String()
}

func TestNoCommandWaitsForAPipe(t *testing.T) {
	home := t.TempDir()
	all := pipes(t, home)
	for _, args := range [][]string{
		{"list"}, {"list", "--json"}, {"doctor"}, {"show", "latest"}, {"show", "claude:01a1"}, {"show", "."},
		{"fork", "tree"}, {"ps"},
		{"session", "export", "--all", "--format", "md", "-o", "out/"},
		{"run", "--from", "latest", "--to", "codex", "-p", "go on", "--dry-run"},
		{"run", "--from", "claude:01a1", "--to", "codex", "-p", "go on"},
		{"session", "convert", "opencode:ses_01a1", "--to", "claude", "-o", "-"},
		{"template", "list"}, {"config", "show"},
	} {
		if said := stead(t, home, args...); strings.Contains(said, "panic") {
			t.Errorf("stead %q: %s", args, said)
		}
	}
	for _, path := range all {
		for _, verb := range [][]string{{"show"}, {"session", "validate"},
			{"session", "convert", "--to", "codex", "-o", "-"}, {"session", "import"}, {"run", "--to", "codex", "-p", "x",
				"--from"}} {
			if said := stead(t, home, append(verb, path)...); !strings.Contains(said, "stead: ") {
				t.Errorf("stead %q %s says %q", verb, path, said)
			}
		}
	}
	for _, folder := range []string{".claude", ".codex", ".gemini", ".kimi-code", ".kimi", ".local/share/opencode",
		".qwen", ".pi", ".clido"} {
		stead(t, home, "show", filepath.Join(home, folder))
	}
}

// TestCommandEndsAtTheFirstSignal has commands wait for what never comes, or write where nobody reads.
func TestCommandEndsAtTheFirstSignal(t *testing.T) {
	home := t.TempDir()
	giant := filepath.Join(home, "giant.jsonl")
	fixtures.Copy(t, "claude/tools.jsonl", giant)
	if err := os.Truncate(giant, 64<<30); err != nil { // it takes no room: what follows the session are zeros
		t.Fatal(err)
	}
	large := filepath.Join(home, "large.jsonl")
	fixtures.Put(t, large, longTalk(t))
	for name, c := range map[string]struct {
		args  []string
		begun func(process int, input, output *os.File) bool
	}{
		"reads standard input":    {[]string{"show", "-"}, readsInput},
		"reads a prompt":          {[]string{"run", "--from", large, "--to", "codex", "--headless"}, readsInput},
		"reads a text to send":    {[]string{"send", "latest", "-"}, readsInput},
		"writes into a full pipe": {[]string{"session", "convert", large, "--to", "universal", "-o", "-"}, fillsOutput},
		"shows into a full pipe":  {[]string{"show", "--full", large}, fillsOutput},
		"reads a giant file": {[]string{"session", "convert", giant, "--to", "codex", "-o", "/dev/null"},
			reads(giant)},
		"reads a giant file to see": {[]string{"show", giant}, reads(giant)},
	} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(name+"/"+signal.String(), func(t *testing.T) {
				t.Parallel()
				command := steadProcess(t, c.args...)
				command.Env = []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=/usr/bin:/bin", "GORACE=atexit_sleep_ms=0"}
				endAtSignal(t, command, signal, c.begun)
			})
		}
	}
}

// longTalk returns a session that fills more than a pipe in every form.
func longTalk(t *testing.T) []byte {
	t.Helper()
	var entries []*timeline.Entry
	for range 2000 {
		entries = append(entries, sample.User("What is it?"), sample.Assistant(strings.Repeat("It is long. ", 20)))
	}
	var file bytes.Buffer
	if _, err := timeline.WriteDocument(&file, sample.Conversation(entries...)); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// endAtSignal starts a command whose input says nothing and whose output nobody reads, signals once it has begun, and
// takes its time.
func endAtSignal(t *testing.T, command *exec.Cmd, signal os.Signal,
	begun func(process int, input, output *os.File) bool) {
	t.Helper()
	in, silent, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, full, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []io.Closer{in, silent, out, full} {
		t.Cleanup(func() { end.Close() })
	}
	if _, err := silent.WriteString("{"); err != nil {
		t.Fatal(err)
	}
	command.Stdin, command.Stdout, command.Stderr = in, full, nil
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	t.Cleanup(func() { _ = command.Process.Kill(); <-ended })
	waitFor(t, func() bool { return begun(command.Process.Pid, in, out) })
	at := time.Now()
	if err := command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
		if took := time.Since(at); took > promptly {
			t.Errorf("it took %v", took)
		}
	case <-time.After(10 * promptly):
		t.Error("it does not end")
	}
}

// unread returns how many bytes wait in a pipe.
func unread(pipe *os.File) int {
	n, err := unix.IoctlGetInt(int(pipe.Fd()), unix.TIOCINQ)
	if err != nil {
		return -1
	}
	return n
}

func readsInput(_ int, input, _ *os.File) bool { return unread(input) == 0 }

// fillsOutput reports whether no more goes into the pipe than is in it: 64 kB, unless the system has another size.
func fillsOutput(_ int, _, output *os.File) bool {
	size, err := unix.FcntlInt(output.Fd(), unix.F_GETPIPE_SZ, 0)
	return err == nil && unread(output) == size
}

// reads reports whether a process has a file open.
func reads(path string) func(int, *os.File, *os.File) bool {
	return func(process int, _, _ *os.File) bool {
		links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", process))
		for _, link := range links {
			if target, err := os.Readlink(link); err == nil && target == path {
				return true
			}
		}
		return false
	}
}
