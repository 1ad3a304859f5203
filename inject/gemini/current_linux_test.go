package gemini_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject/gemini"
	"stead/internal/testkit/fixtures"
)

// TestCurrentSessionIsTheOneThatWasWrittenLast has the user clear the screen: the CLI starts another file, and no
// longer writes to the previous one. Another Gemini CLI that writes in the same folder looks the same.
func TestCurrentSessionIsTheOneThatWasWrittenLast(t *testing.T) {
	const next = "11121314-0000-4000-8000-000000000000"
	g, project := environment(t), t.TempDir()
	tmp := filepath.Join(g.Store.Root, "tmp", "demo")
	begun := filepath.Join(tmp, "chats", "session-2026-11-27T14-57-"+id[:8]+".jsonl")
	fixtures.Put(t, filepath.Join(tmp, ".project_root"), []byte(project))
	fixtures.Put(t, begun, []byte(talk))
	at := time.Now().Add(-time.Hour)
	if err := os.Chtimes(begun, at, at); err != nil {
		t.Fatal(err)
	}
	current := func() string {
		found, _ := gemini.Driver{}.Current(g.Store, adapter.Location{Path: begun, ID: id},
			func(pid int) bool { return pid == os.Getpid() })
		return found
	}
	if got := current(); got != id {
		t.Errorf("at the beginning it is %q", got)
	}
	fixtures.Put(t, filepath.Join(tmp, "chats", "session-2026-11-27T15-00-"+next[:8]+".jsonl"),
		[]byte(`{"sessionId":"`+next+`"}`+"\n"))
	if got := current(); got != next {
		t.Errorf("then it is %q, want %q", got, next)
	}
	sleep, err := os.ReadFile("/bin/sleep")
	if err != nil {
		t.Skip("there is no sleep: ", err)
	}
	other := filepath.Join(t.TempDir(), "gemini")
	if err := os.WriteFile(other, sleep, 0o700); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(other, "1000")
	command.Dir = project
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	if got := current(); got != "" {
		t.Errorf("beside another Gemini CLI it is %q", got)
	}
}
