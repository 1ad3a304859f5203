package analysis

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"stead/internal/memoryfiles"
	"stead/memory"
	"stead/memory/database"
	"stead/memory/knowledge"
	"stead/timeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAllAnalysesRun(t *testing.T) {
	folder, f := t.TempDir(), memoryfiles.New(t)
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte("package a\nfunc A() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.Begin("s1", folder)
	f.Say("s1", memory.KindPrompt, "Let's settle this. Decision: use SQLite.")
	for _, path := range []string{"a.go", "plan.md"} {
		f.Say("s1", memory.KindCall, path, memoryfiles.Calls(path, timeline.Write, "Write", map[string]any{"path": path, "content": "# Plan"}))
	}
	f.Write()
	d, err := database.Open(t.Context(), database.Options{Folder: f.Folder})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), d, knowledge.Options{})
	if err != nil || report.Knowledge.Sessions != 1 || report.Code.Functions != 1 || report.Documents.Documents != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, d, knowledge.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
