package guard

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A server that runs for years must not keep each old audit open.
func TestTheOldAuditIsClosed(t *testing.T) {
	f := &auditFile{path: filepath.Join(t.TempDir(), "audit.jsonl")}
	if err := f.open(); err != nil {
		t.Fatal(err)
	}
	old := f.file
	if err := f.turn(); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("it was open still: %v", err)
	}
	if err := f.file.Close(); err != nil {
		t.Errorf("the new one is closed: %v", err)
	}
}
