package filestat_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/internal/sys/filestat"
)

func TestStateChangesWithTheFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if s, ok := filestat.Of(path); ok {
		t.Errorf("a file that does not exist has %+v", s)
	}
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, ok := filestat.Of(path)
	if !ok || before.Size != 3 || before.Inode == 0 || before.Modified == 0 {
		t.Fatalf("got %+v, %v", before, ok)
	}
	open, err := filestat.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if got, ok := filestat.In(open, folder, "file"); !ok || got != before {
		t.Errorf("in its folder it has %+v, want %+v", got, before)
	}
	if err := os.WriteFile(path, []byte("three"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after, _ := filestat.Of(path); after == before {
		t.Error("nothing has changed")
	}
}
