package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/internal/sys/atomicfile"
)

// TestFileTakesThePlaceOfOneThatIsRead has somebody read the old file for a moment.
func TestFileTakesThePlaceOfOneThatIsRead(t *testing.T) {
	folder := t.TempDir()
	old, new := filepath.Join(folder, "old"), filepath.Join(folder, "new")
	for _, path := range []string{old, new} {
		if err := os.WriteFile(path, []byte(filepath.Base(path)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := os.Open(old)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { reader.Close() })
	if err := atomicfile.WhenUnused(func() error { return os.Rename(new, old) }); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(old); err != nil || string(got) != "new" {
		t.Errorf("%q, error %v", got, err)
	}
}

func TestOtherErrorsAreNotWaitedFor(t *testing.T) {
	tries := 0
	err := atomicfile.WhenUnused(func() error {
		tries++
		return os.Remove(filepath.Join(t.TempDir(), "missing"))
	})
	if !errors.Is(err, fs.ErrNotExist) || tries != 1 {
		t.Errorf("error %v after %d tries", err, tries)
	}
}
