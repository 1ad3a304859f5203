package process

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriterOfAFileIsWhoHasItOpenForWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	writer, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if pid, ok := WriterOf(name); !ok || pid != os.Getpid() {
			t.Errorf("%s is written by %d, %v", name, pid, ok)
		}
	}
	writer.Close()
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if pid, ok := WriterOf(path); ok {
		t.Errorf("a file that is only read is written by %d", pid)
	}
	if pid, ok := WriterOf(filepath.Join(t.TempDir(), "none")); ok {
		t.Errorf("a file that is not there is written by %d", pid)
	}
}
