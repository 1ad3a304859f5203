package claude_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/writertest"
	reader "stead/readers/claude"
	"stead/writers"
	"stead/writers/claude"
)

const (
	undone  = "11111111-2222-4333-8444-555555555555"
	another = "66666666-7777-4888-8999-aaaaaaaaaaaa"
)

// undoable makes a session whose snapshot names backups, and returns its store and where it is.
func undoable(t *testing.T, backups ...string) (adapter.Store, adapter.Location) {
	t.Helper()
	var tracked []string
	for _, name := range backups {
		tracked = append(tracked, `"`+name+`.txt":{"backupFileName":"`+name+`","version":1}`)
	}
	root := t.TempDir()
	path := filepath.Join(root, "projects", "-home-user-demo", undone+".jsonl")
	fixtures.Put(t, path, []byte(`{"parentUuid":null,"type":"user","message":{"role":"user","content":"go"},"uuid":"u","timestamp":"2026-01-01T10:00:00.000Z","cwd":"/home/user/demo","sessionId":"`+undone+`"}
{"type":"file-history-snapshot","messageId":"u","snapshot":{"messageId":"u","trackedFileBackups":{`+strings.Join(tracked, ",")+`}},"isSnapshotUpdate":false}
`))
	return adapter.Store{CLI: "claude", Root: root}, adapter.Location{Path: path}
}

func copied(t *testing.T, store adapter.Store, from adapter.Location) writers.Receipt {
	t.Helper()
	s, err := reader.Reader{}.Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	return writertest.Write(t, claude.Writer{}, store, s, writers.Options{ID: another, Dir: "/home/user/demo",
		Now: fixtures.Now})
}

func TestACopyKeepsItsUndo(t *testing.T) {
	store, session := undoable(t, "aa@v1", "bb@v1")
	fixtures.Put(t, filepath.Join(store.Root, "file-history", undone, "aa@v1"), []byte("before\n"))
	receipt := copied(t, store, session)
	if got, err := os.ReadFile(filepath.Join(store.Root, "file-history", another, "aa@v1")); err != nil ||
		string(got) != "before\n" {
		t.Errorf("the backup is %q, %v", got, err)
	}
	if writertest.Lost(receipt.Report, "undo of a file") != 1 {
		t.Errorf("the backup that is not there is not declared: %v", receipt.Losses)
	}
}

// A backup is a regular file in the session's own folder, of a size that can be edited.
func TestNothingButBackupsIsCopied(t *testing.T) {
	store, session := undoable(t, "link", "../../secret", "folder", "large")
	folder := filepath.Join(store.Root, "file-history", undone)
	fixtures.Put(t, filepath.Join(store.Root, "secret"), []byte("secret"))
	fixtures.Put(t, filepath.Join(folder, "folder", "x"), nil)
	testkit.Link(t, filepath.Join(store.Root, "secret"), filepath.Join(folder, "link"))
	fixtures.Put(t, filepath.Join(folder, "large"), nil)
	if err := os.Truncate(filepath.Join(folder, "large"), 65<<20); err != nil {
		t.Fatal(err)
	}
	receipt := copied(t, store, session)
	lost := 0
	for _, loss := range receipt.Losses {
		lost += loss.Count
	}
	if lost != 4 {
		t.Errorf("%v", receipt.Losses)
	}
	if files, err := os.ReadDir(filepath.Join(store.Root, "file-history", another)); err == nil {
		t.Errorf("%v was copied", files)
	}
}
