package corpus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/testkit/corpus"
)

func TestSourcesHaveASecretEachSoManyBytes(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(strings.Repeat("package a // of a line\n", 50_000)),
		0o600); err != nil {
		t.Fatal(err)
	}
	text, err := corpus.Sources(folder, 100_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	rest := len(text) - strings.Count(text, "package a // of a line\n")*len("package a // of a line\n")
	if each := rest / (len(text) / 100_000); each < 20 || each > 200 {
		t.Errorf("there are %d bytes of secrets in each 100,000", each)
	}
	if _, err := corpus.Sources(t.TempDir(), 1, 1); err == nil {
		t.Error("an empty folder is a source")
	}
}

func TestMentionsNameSecrets(t *testing.T) {
	if text := corpus.Mentions(1); strings.Count(text, "password") < 1000 || !strings.Contains(text, "\n") {
		t.Error("a text mentions too few secrets")
	}
}
