package export_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/adapters"
	"stead/catalog/memory/export"
)

func TestPathTellsWhoseAnExportIs(t *testing.T) {
	const talk = `[{"role":"user","content":"ask"}]`
	for path, llm := range map[string]string{
		".claude/talk.json": "claude", ".codex/sub/talk.json": "codex", ".gemini/talk.json": "gemini",
		".kimi/talk.json": "kimi",
		"sessions-export-pending-anthropic/talk.json": "claude", "sessions-export-pending-qwen/talk.json": "qwen",
		"talk.json": "",
	} {
		path = filepath.Join(t.TempDir(), path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(talk), 0o600); err != nil {
			t.Fatal(err)
		}
		source, err := export.Detect(path, adapters.Readers())
		if source.LLM != llm || (err == nil) != (llm != "") {
			t.Errorf("%s is of %q (%v), want %q", path, source.LLM, err, llm)
		}
	}
}
