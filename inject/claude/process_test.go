package claude

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/sys/process"
	"stead/internal/testkit/fixtures"
)

var _ inject.OpenChecker = Driver{}

func TestSessionIsOccupiedWhileItsProcessLives(t *testing.T) {
	store := adapter.Store{Root: t.TempDir()}
	self := process.Of(os.Getpid())
	for name, content := range map[string]string{
		"mine.json":    fmt.Sprintf(`{"pid":%d,"sessionId":"mine","procStart":%q}`, self.PID, self.Started),
		"reused.json":  fmt.Sprintf(`{"pid":%d,"sessionId":"reused","procStart":"1"}`, self.PID),
		"older.json":   fmt.Sprintf(`{"pid":%d,"sessionId":"older"}`, self.PID),
		"dead.json":    `{"pid":2147483646,"sessionId":"dead"}`,
		"damaged.json": `{"pid":`,
	} {
		path := filepath.Join(store.Root, "sessions", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]bool{"mine": true, "older": true, "reused": self.Started == "", "dead": false,
		"none": false, "": false} {
		if pids := (Driver{}).OpenedBy(store, adapter.Location{ID: id}); (len(pids) == 1) != want || want &&
			pids[0] != self.PID {
			t.Errorf("%q: processes %v; want %v", id, pids, want)
		}
	}
}

// TestCurrentSessionIsThatOfTheRunsFirstProcess has the model start another Claude Code.
func TestCurrentSessionIsThatOfTheRunsFirstProcess(t *testing.T) {
	store := adapter.Store{Root: t.TempDir()}
	for pid, id := range map[int]string{11: "theirs", 200: "mine", 1000: "nested"} {
		fixtures.Put(t, filepath.Join(store.Root, "sessions", fmt.Sprintf("%d.json", pid)),
			fmt.Appendf(nil, `{"pid":%d,"sessionId":%q}`, pid, id))
	}
	if id, ok := (Driver{}).Current(store, adapter.Location{}, func(pid int) bool { return pid >= 200 }); !ok ||
		id != "mine" {
		t.Errorf("it is %q, %v", id, ok)
	}
	if id, ok := (Driver{}).Current(store, adapter.Location{}, func(int) bool { return false }); ok {
		t.Errorf("of nobody it is %q", id)
	}
}
