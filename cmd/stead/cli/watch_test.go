package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/internal/testkit/fixtures"
)

var recordedTime = regexp.MustCompile(`2026-11-20T[0-9:.]+Z`)

// holdSessions has Claude hold one short session after the other, with a hostile answer, until the test ends.
func holdSessions(t *testing.T, home string) {
	t.Helper()
	recorded := string(fixtures.Read(t, "claude/text.jsonl"))
	folder := filepath.Join(home, ".claude/projects/-home-user-demo-claude")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() { <-ended })
	go func() {
		defer close(ended)
		for i := 0; t.Context().Err() == nil; i++ {
			id := fmt.Sprintf("%08d-ece4-4cbb-876a-31e3be5368b2", i)
			session := recordedTime.ReplaceAllString(recorded, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
			session = strings.ReplaceAll(session, "6f786c7b-ece4-4cbb-876a-31e3be5368b2", id)
			if os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(session), 0o600) != nil {
				return
			}
			select {
			case <-t.Context().Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
}

func TestWatchTellsOfASessionThatNobodyStarted(t *testing.T) {
	home := t.TempDir()
	notified := filepath.Join(home, "notified")
	command := steadProcess(t, "watch", "--json", "--once", "--project", "/home/user")
	command.Env = []string{
		"HOME=" + home, "PATH=/usr/bin:/bin", "STEAD_NOTIFY_AFTER=0s",
		"STEAD_NOTIFY_COMMAND=sh\n-c\ncat >" + notified + ".part && mv " + notified + ".part " + notified,
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	holdSessions(t, home)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	var kind string
	for lines := bufio.NewScanner(output); lines.Scan(); {
		var event struct{ Kind, CLI, Project, Text string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil || event.CLI != "claude" ||
			event.Project != "/home/user/demo-claude" {
			t.Errorf("printed %s: %v", lines.Bytes(), err)
		}
		kind = event.Kind
	}
	if err := command.Wait(); err != nil || kind != "finished" {
		t.Errorf("the watch ended with %v after %q", err, kind)
	}
	content, err := os.ReadFile(notified)
	if err != nil || !strings.Contains(string(content), `"kind":"finished"`) {
		t.Errorf("the command got %s, %v", content, err)
	}
}

func TestInterruptEndsAWatch(t *testing.T) {
	home := t.TempDir()
	command := steadProcess(t, "watch")
	command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin", "COLUMNS=80"}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	holdSessions(t, home)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || !strings.Contains(line, "claude ") || !strings.Contains(line, "  stead show claude:") {
		t.Errorf("printed %q, %v", line, err)
	}
	if err := command.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); code != failure.Interrupted {
		t.Errorf("exit code %d", code)
	}
}
