package kimi

import (
	"context"
	"path/filepath"
	"testing"

	"stead/internal/testkit/fixtures"
)

func TestSessionIsFoundInItsFolder(t *testing.T) {
	project := filepath.Join(t.TempDir(), "wd_demo")
	session := filepath.Join(project, "session_1")
	for _, file := range []string{"state.json", "agents/main/wire.jsonl"} {
		fixtures.Copy(t, "kimi/tools/"+file, filepath.Join(session, file))
	}
	for path, want := range map[string]int{
		session: 1, project: 1, filepath.Join(session, "agents"): 0, filepath.Join(session, "state.json"): 0,
		filepath.Join(session, "agents/main/wire.jsonl"): 0,
	} {
		n := 0
		for s, err := range (Reader{}).Contents(context.Background(), path) {
			if err != nil || s.ID != "session_1" || s.Path != filepath.Join(session, "agents/main/wire.jsonl") {
				t.Errorf("%s: %+v, %v", path, s, err)
			}
			n++
		}
		if n != want {
			t.Errorf("%d sessions in %s, want %d", n, path, want)
		}
	}
}
