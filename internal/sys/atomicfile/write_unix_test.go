//go:build unix

package atomicfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// If a file were put in its place, a device would be gone for the whole system.
func TestPipeIsWrittenIntoAndStays(t *testing.T) {
	for _, overwrite := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			content, _ := os.ReadFile(path)
			read <- string(content)
		}()
		err := Write(path, overwrite, text("text"))
		if got := <-read; err != nil || got != "text" {
			t.Errorf("overwrite %v: %q arrived, error %v", overwrite, got, err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("overwrite %v: the pipe became %v, error %v", overwrite, info, err)
		}
	}
}
