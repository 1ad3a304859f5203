package opencode

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
)

func TestADeletedSessionTakesItsSubagentsAlongAndNothingElse(t *testing.T) {
	path, db := newDatabase(t)
	for _, id := range []string{"ses_a", "ses_child", "ses_grandchild", "ses_other"} {
		addSession(t, db, id)
		addMessage(t, db, id, "msg_"+id, 5, `{"role":"user"}`, `{}`)
	}
	run(t, db, "UPDATE session SET parent_id = 'ses_a' WHERE id = 'ses_child'")
	run(t, db, "UPDATE session SET parent_id = 'ses_child' WHERE id = 'ses_grandchild'")
	if err := Remove(background, path, "ses_a"); err != nil {
		t.Fatal(err)
	}
	if got := titles(t, path); got != "ses_other" {
		t.Errorf("what stays is %q", got)
	}
	var parts int
	if err := db.QueryRow("SELECT count(*) FROM part").Scan(&parts); err != nil || parts != 1 {
		t.Errorf("%d parts stay, %v", parts, err)
	}
}

func TestADatabaseThatDemandsMoreIsRefused(t *testing.T) {
	path, db := newDatabase(t)
	run(t, db,
		"CREATE TABLE part2 (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text, secret text NOT NULL)")
	run(t, db, "DROP TABLE part")
	run(t, db, "ALTER TABLE part2 RENAME TO part")
	_, err := Begin(background, path, time.Now())
	if !errors.Is(err, adapter.ErrFormat) || !strings.Contains(err.Error(), "secret") ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names the column", err)
	}
	if _, err := Begin(background, path+"x", time.Now()); !errors.Is(err, ErrNoDatabase) {
		t.Errorf("error %v, want ErrNoDatabase", err)
	}
}

func TestADatabaseIsMadeWhenItsTablesAreThere(t *testing.T) {
	whole, _ := newDatabase(t)
	partial, db := newDatabase(t)
	run(t, db, "DROP TABLE part")
	locked, db := newDatabase(t)
	run(t, db, "PRAGMA locking_mode = exclusive")
	run(t, db, "PRAGMA journal_mode = delete")
	run(t, db, "BEGIN EXCLUSIVE")
	dir := t.TempDir()
	empty, damaged := filepath.Join(dir, "empty.db"), filepath.Join(dir, "damaged.db")
	fixtures.Put(t, empty, nil)
	fixtures.Put(t, damaged, bytes.Repeat([]byte("not a database"), 100))
	for path, want := range map[string]bool{whole: true, damaged: true,
		partial: false, locked: false, filepath.Join(dir, "absent.db"): false, empty: false} {
		if made := IsMade(path); made != want {
			t.Errorf("%s: %t, want %t", path, made, want)
		}
	}
}

func TestALockedDatabaseIsSaidToBeLocked(t *testing.T) {
	path, db := newDatabase(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM session"); err != nil {
		t.Fatal(err)
	}
	defer func(before time.Duration) { patience = before }(patience)
	patience = 50 * time.Millisecond
	if _, err := Begin(background, path, time.Now()); err == nil ||
		!strings.Contains(err.Error(), "another process has locked") {
		t.Errorf("error %v, want one that says so", err)
	}
	if got := titles(t, path); got != "" {
		t.Errorf("read %q from a locked database", got)
	}
}

func TestWhatWasInsertedIsReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/opencode.db", path)
	target, _ := newDatabase(t)
	rows, err := ListSessions(background, path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := Begin(background, target, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for _, row := range rows {
		s, err := Open(background, adapter.Location{Path: path, ID: row.ID})
		if err != nil {
			t.Fatal(err)
		}
		if err := tx.Register(background, RecordedProject(s.Row)); err != nil {
			t.Fatal(err)
		}
		insertAll(t, tx, s)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		want, _ := Open(background, adapter.Location{Path: path, ID: row.ID})
		got, err := Open(background, adapter.Location{Path: target, ID: row.ID})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(documentOf(t, want), documentOf(t, got)); diff != "" ||
			string(want.Row.Raw) != string(got.Row.Raw) {
			t.Errorf("%s (-source +written):\n%s", row.ID, diff)
		}
	}
}

func insertAll(t *testing.T, tx *Transaction, s *Session) {
	t.Helper()
	rows := []Row{s.Row}
	for m, err := range s.Messages(background) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(append(rows, m.Row), m.Parts...)
	}
	for _, row := range rows {
		if err := tx.Insert(background, row); err != nil {
			t.Fatal(err)
		}
	}
}
