package kimi_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers/kimi"
)

// TestRecordNamesNoFileOutsideItsSession restores a stranger's record that names its picture with a path out of the
// session's folder. The picture's bytes would be written there.
func TestRecordNamesNoFileOutsideItsSession(t *testing.T) {
	for _, name := range []string{"../../../../../../evil.png", "..", "a/b.png", "/tmp/evil.png", ""} {
		url, err := json.Marshal("blobref:image/png;" + name)
		if err != nil {
			t.Fatal(err)
		}
		home := t.TempDir()
		s := sample.Conversation(&timeline.Entry{
			Type: timeline.User, Content: timeline.NewText("Look."),
			Attachments: []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText("aGVsbG8=")}},
			Native: &timeline.Record{CLI: "kimi", Line: 1, Raw: []byte(`{"type":"turn.prompt","x":{"imageUrl":{"url":` +
				string(url) + `}}}`)},
		})
		s.Header.Source.CLI = "kimi"
		store := adapter.Store{CLI: "kimi", Root: filepath.Join(home, "a", "b", ".kimi")}
		plan, err := kimi.Writer{}.Plan(store, s, writertest.Options())
		if err != nil {
			t.Fatal(err)
		}
		receipt, err := kimi.Writer{}.Write(t.Context(), plan)
		if err != nil {
			t.Errorf("%q: %v", name, err)
		}
		for _, path := range receipt.Files {
			if content, err := os.ReadFile(path); err != nil || string(content) == "hello" {
				t.Errorf("%q: the picture is written to %s, error %v", name, path, err)
			}
		}
	}
}
