package index

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"stead/catalog/piece"
	"stead/internal/sys/sqlitefile"
)

func TestRowsOfASessionStayItsOwn(t *testing.T) {
	n := numbering{session: 7, next: mostPieces - 2}
	for range 2 {
		id, ok := n.row(piece.Context)
		if r := Row(id); !ok || r.Session() != 7 || r.Kind() != piece.Context || n.isFull {
			t.Fatalf("row %d of session %d, kind %d, %v", id, r.Session(), r.Kind(), ok)
		}
	}
	if id, ok := n.row(piece.Context); ok || !n.isFull {
		t.Errorf("row %d came behind the last one", id)
	}
}

// An index of the version before rows had their ids is read anew.
func TestAnOlderIndexIsReadAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	old, err := sqlitefile.Open(t.Context(), path, func(ctx context.Context, db *sql.DB) error {
		for _, statement := range append(append([]string{}, migrations[:3]...), "PRAGMA user_version = 3",
			"INSERT INTO place(id, key, stamp, cli, store, path, inode, size, mtime, beside, offset) VALUES(1, 1, 1, '', '', '', 1, 1, 1, 1, 9)",
			`INSERT INTO session(n, cli, id, path, parent, title, project, branch, model, version, created, updated, bytes, turns, place, pending)
				VALUES(1, 'claude', 'x', '', '', '', '', '', '', '', 0, 0, 9, 3, 1, 0)`,
			"INSERT INTO f(rowid, body) VALUES(1 << 28, 'word')", "INSERT INTO piece VALUES(1 << 28, 1, 0, 1, 0)",
		) {
			if _, err := db.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = old.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close() //nolint:errcheck // it was only read
	var found string
	err = x.DB().QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM f('word')) || (SELECT count(*) FROM piece) ||
		(SELECT pending || turns FROM session) || (SELECT offset FROM place)`).Scan(&found)
	if err != nil || found != "00100" {
		t.Errorf("found %s, want 00100: %v", found, err)
	}
}

// Of a file that grew only what was appended is pending, however large the file is.
func TestALargeFileThatGrewIsWorthNoNewDatabase(t *testing.T) {
	x, err := Open(t.Context(), filepath.Join(t.TempDir(), FileName), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	const large = 8 * rebuilt
	for offset, want := range map[int64]bool{large - 100: false, 0: true} {
		if _, err := x.DB().Exec(`DELETE FROM place; DELETE FROM session;
			INSERT INTO place(id, key, stamp, cli, store, path, inode, size, mtime, beside, offset) VALUES(1, 1, 1, 'claude', '', '/s', 1, ?1, 1, 0, ?2);
			INSERT INTO session(cli, id, path, parent, title, project, branch, model, version, created, updated, bytes, place)
			VALUES('claude', 'a', '/s', '', '', '', '', '', '', 0, 0, ?1, 1)`, large, offset); err != nil {
			t.Fatal(err)
		}
		if isMost, err := x.isMostPending(t.Context(), large); err != nil || isMost != want {
			t.Errorf("read up to %d: %v, %v", offset, isMost, err)
		}
	}
}
