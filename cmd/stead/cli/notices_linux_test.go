package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"stead/internal/testkit/fixtures"
)

// withoutNotices returns a command of stead in a user namespace of its own that has no inotify instances
// (user_namespaces(7), inotify(7)), as when other programs of the user hold all of them.
func withoutNotices(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	inner := steadProcess(t, args...)
	command := exec.Command("/bin/sh", append([]string{"-c",
		`echo 0 > /proc/sys/user/max_inotify_instances && exec "$0" "$@"`, inner.Path}, args...)...)
	own := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	}
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: own(os.Getuid()),
		GidMappings: own(os.Getgid())}
	try := exec.Command("/bin/sh", "-c", "echo 0 > /proc/sys/user/max_inotify_instances")
	try.SysProcAttr = command.SysProcAttr
	if err := try.Run(); err != nil {
		t.Skipf("this system allows no user namespaces: %v", err)
	}
	return command
}

// said is what a command has said until now.
type said struct {
	sync.Mutex
	text bytes.Buffer
}

// Write implements [io.Writer].
func (h *said) Write(p []byte) (int, error) {
	h.Lock()
	defer h.Unlock()
	return h.text.Write(p)
}

// words is the text without the line ends by which it was fitted to a width.
func (h *said) words() string {
	h.Lock()
	defer h.Unlock()
	return strings.Join(strings.Fields(h.text.String()), " ")
}

const polls = "note: the system gives no notices of changed files (all that fs.inotify.max_user_instances allows are in use)"

func TestSessionsAreWatchedWithoutNotices(t *testing.T) {
	home := t.TempDir()
	command := withoutNotices(t, "watch", "--json", "--once", "--silent", "--project", "/home/user")
	command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	var said said
	command.Stderr = &said
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	holdSessions(t, home)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	printed, err := io.ReadAll(output)
	if err = errors.Join(err, command.Wait()); err != nil || !strings.Contains(string(printed), `"cli":"claude"`) {
		t.Errorf("the watch ended with %v after %s", err, printed)
	}
	if strings.Count(said.words(), polls) != 1 {
		t.Errorf("it says %s", said.words())
	}
}

func TestTextsAreExtractedWithoutNotices(t *testing.T) {
	home := t.TempDir()
	command := withoutNotices(t, "session", "extract", "--watch", "--threshold", "1")
	command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	var said said
	command.Stdout, command.Stderr = &said, &said
	folder := filepath.Join(home, ".claude/projects/-home-user-demo-claude")
	fixtures.Copy(t, "claude/text.jsonl", filepath.Join(folder, "6f786c7b-ece4-4cbb-876a-31e3be5368b2.jsonl"))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	})
	waitFor(t, func() bool { return strings.Contains(said.words(), polls) })
	first := said.words()
	recorded := strings.ReplaceAll(string(fixtures.Read(t, "claude/text.jsonl")), "6f786c7b-ece4-4cbb-876a-31e3be5368b2",
		"6f786c7b-ece4-4cbb-876a-31e3be5368b3")
	if err := os.WriteFile(filepath.Join(folder, "6f786c7b-ece4-4cbb-876a-31e3be5368b3.jsonl"), []byte(recorded),
		0o600); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return said.words() != first })
	if text := said.words(); strings.Count(text, polls) != 1 {
		t.Errorf("it says %s", text)
	}
}
