//go:build unix

package cli

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// With a file put in its place, a device would be gone for the whole system.
func TestPipeIsWrittenIntoAndStays(t *testing.T) {
	for _, force := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			content, _ := os.ReadFile(path)
			read <- string(content)
		}()
		err := writeFile(path, force, func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err })
		if got := <-read; err != nil || got != "text" {
			t.Errorf("force %v: %q arrived, error %v", force, got, err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("force %v: the pipe became %v, error %v", force, info, err)
		}
	}
}
