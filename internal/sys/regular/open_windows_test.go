package regular_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"stead/internal/sys/regular"
)

func TestOpenFileIsRenamedAndRemovedByOthers(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "file"), filepath.Join(folder, "other")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := regular.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := os.Rename(path, other); err != nil {
		t.Error(err)
	}
	if err := os.Remove(other); err != nil {
		t.Error(err)
	}
	if got, err := io.ReadAll(file); err != nil || string(got) != "text" {
		t.Errorf("%q, error %v", got, err)
	}
}
