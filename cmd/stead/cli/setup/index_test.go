package setup_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/catalog/search"
	"stead/cmd/stead/cli/setup"
)

// TestSearchSaysWhenSessionsAreStillBeingRead searches a session that no index has: without time to read it, and with
// it.
func TestSearchSaysWhenSessionsAreStillBeingRead(t *testing.T) {
	home := t.TempDir()
	session := `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"6f786c7b-ece4-4cbb-876a-31e3be5368b2","timestamp":"2026-11-20T18:55:40.218Z","cwd":"/app","version":"2.1.330","message":{"role":"user","content":"Find the heron."}}` + "\n"
	path := filepath.Join(home, ".claude", "projects", "-app", "6f786c7b-ece4-4cbb-876a-31e3be5368b2.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess(nil, []string{"HOME=" + home}, home, nil, nil, nil)
	defer p.Close()
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Index.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	q, err := search.Parse("heron", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Index.SearchWithin(t.Context(), x, 0, q, 10, nil)
	if err != nil || found.Hits != 0 || !found.Incomplete || len(found.Warnings) == 0 {
		t.Errorf("without time it finds %+v, %v", found, err)
	}
	found, err = s.Index.SearchWithin(t.Context(), x, time.Minute, q, 10, nil)
	if err != nil || found.Hits != 1 || found.Incomplete || len(found.Warnings) > 0 {
		t.Errorf("with time it finds %+v, %v", found, err)
	}
}
