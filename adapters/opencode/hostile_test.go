package opencode

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
)

// hostile creates a database in which statements have done what no CLI does, and returns its path and the id of a
// session in it.
func hostile(t *testing.T, statements ...string) (path, session string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/opencode.db", path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT session_id FROM message GROUP BY session_id ORDER BY count(*) DESC LIMIT 1").Scan(
		&session); err != nil {
		t.Fatal(err)
	}
	for _, statement := range append([]string{"PRAGMA foreign_keys = OFF"}, statements...) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return path, session
}

// walk returns how many messages and parts a session has.
func walk(t *testing.T, path, session string) (messages, parts int, err error) {
	t.Helper()
	s, err := Open(t.Context(), adapter.Location{Path: path, ID: session})
	if err != nil {
		return 0, 0, err
	}
	for m, err := range s.Messages(t.Context()) {
		if err != nil {
			return messages, parts, err
		}
		messages, parts = messages+1, parts+len(m.Parts)
		if messages > 1000 {
			t.Fatal("the session has no end")
		}
	}
	return messages, parts, nil
}

const (
	invalidIDs = "UPDATE part SET message_id = CAST(message_id || x'ff' AS TEXT)"
	invalid    = "UPDATE message SET id = CAST(id || x'ff' AS TEXT)"
)

func TestIDsThatAreNoUTF8EndTheWalkWhereItEnds(t *testing.T) {
	path, session := hostile(t)
	wantMessages, wantParts, err := walk(t, path, session)
	if err != nil || wantMessages == 0 || wantParts == 0 {
		t.Fatalf("%d messages, %d parts, error %v", wantMessages, wantParts, err)
	}
	for name, statements := range map[string][]string{
		"an invalid byte": {invalid, invalidIDs},
		"a blob": {"UPDATE message SET id = CAST(id || x'80' AS BLOB)",
			"UPDATE part SET message_id = CAST(message_id || x'80' AS BLOB)"},
		"a zero byte": {"UPDATE message SET id = CAST(x'00' || id AS TEXT)",
			"UPDATE part SET message_id = CAST(x'00' || message_id AS TEXT)"},
		"ids of parts":    {"UPDATE part SET id = CAST(id || x'ff' AS TEXT)"},
		"one moment":      {"UPDATE message SET time_created = 1", invalid, invalidIDs},
		"before all time": {"UPDATE message SET time_created = -5"},
		"times as text":   {"UPDATE message SET time_created = 'soon' || time_created"},
		"huge times":      {"UPDATE message SET time_created = 9223372036854775807"},
		"half times":      {"UPDATE message SET time_created = time_created + 0.5"},
	} {
		path, session := hostile(t, statements...)
		messages, parts, err := walk(t, path, session)
		if err != nil || messages != wantMessages || parts != wantParts {
			t.Errorf("%s: %d messages, %d parts, error %v; want %d and %d", name, messages, parts, err, wantMessages, wantParts)
		}
		f, err := Follow(adapter.Location{Path: path, ID: session})
		if err != nil {
			t.Fatal(err)
		}
		if seen, err := f.Next(t.Context()); err != nil || len(seen) != wantMessages {
			t.Errorf("%s: the follower sees %d messages, error %v", name, len(seen), err)
		}
	}
}

func TestSessionWhoseIDIsNoUTF8IsOpenedByTheNameItIsListedUnder(t *testing.T) {
	var all []string
	for _, table := range []string{"session SET id =", "message SET session_id =", "part SET session_id ="} {
		column := "id"
		if table[:7] != "session" {
			column = "session_id"
		}
		all = append(all, "UPDATE "+table+" CAST("+column+" || x'ff' AS TEXT)")
	}
	path, session := hostile(t, all...)
	if messages, parts, err := walk(t, path, session+"\uFFFD"); err != nil || messages == 0 || parts == 0 {
		t.Errorf("%d messages, %d parts, error %v", messages, parts, err)
	}
}

func TestTablesThatComputeAreRefused(t *testing.T) {
	for _, statements := range [][]string{
		{"ALTER TABLE message RENAME TO m",
			"CREATE VIEW message AS WITH RECURSIVE e(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM e) SELECT n AS id, 'x' AS session_id, n AS time_created, '{}' AS data FROM e"},
		{"ALTER TABLE session RENAME TO s", "CREATE VIEW Session AS SELECT * FROM s"},
	} {
		path, session := hostile(t, statements...)
		if _, _, err := walk(t, path, session); !errors.Is(err, adapter.ErrFormat) {
			t.Errorf("error %v", err)
		}
	}
}

func TestTimesThatAreNoNumbersAreRefused(t *testing.T) {
	path, session := hostile(t, "ALTER TABLE message RENAME TO m",
		"CREATE TABLE message (id TEXT, session_id TEXT, time_created TIMESTAMP, data TEXT)",
		"INSERT INTO message SELECT id, session_id, '2026-01-01 00:00:00', data FROM m")
	if _, _, err := walk(t, path, session); !errors.Is(err, adapter.ErrFormat) {
		t.Errorf("error %v", err)
	}
}
