package kimicli

import (
	"context"
	"path/filepath"
	"testing"

	"stead/internal/testkit/fixtures"
)

func TestSessionIsFoundInItsFolder(t *testing.T) {
	const id = "8c1f0b1e-2222-4f6a-9a10-0a1b2c3d4e5f"
	session := filepath.Join(t.TempDir(), id)
	for _, file := range []string{"context.jsonl", "wire.jsonl"} {
		fixtures.Copy(t, "kimicli/tools/"+id+"/"+file, filepath.Join(session, file))
	}
	for path, want := range map[string]int{session: 1, filepath.Dir(session): 0,
		filepath.Join(session, "context.jsonl"): 0} {
		n := 0
		for s, err := range (Reader{}).Contents(context.Background(), path) {
			if err != nil || s.ID != id || s.Path != filepath.Join(session, "context.jsonl") {
				t.Errorf("%s: %+v, %v", path, s, err)
			}
			n++
		}
		if n != want {
			t.Errorf("%d sessions in %s, want %d", n, path, want)
		}
	}
}
