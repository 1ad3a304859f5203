package sqlitefile

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func prepare(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS t (n INTEGER)")
	return err
}

func count(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	if err := db.QueryRow("SELECT count(*) FROM t").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDatabaseIsItsOwnersAlone(t *testing.T) {
	name, hasModes := "x y?.db", true
	if runtime.GOOS == "windows" {
		name, hasModes = "x y#%41.db", false
	}
	path := filepath.Join(t.TempDir(), "new", name)
	db, err := Open(t.Context(), path, prepare)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, part := range parts {
		info, err := os.Stat(path + part)
		if err != nil || info.Mode().Perm() != 0o600 && hasModes {
			t.Errorf("%s: %v, %v", part, info, err)
		}
	}
}

func TestDamagedDatabaseIsPutAside(t *testing.T) {
	for name, damage := range map[string]func(content []byte) []byte{
		"no database": func([]byte) []byte {
			return []byte("this is a letter, and no database at all, however long it may be")
		},
		"header": func(c []byte) []byte { copy(c, "SQLite format 4"); return c },
		"cut":    func(c []byte) []byte { return c[:len(c)/2] },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			fill(t, path)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(content), 0o600); err != nil {
				t.Fatal(err)
			}
			db, err := Open(t.Context(), path, prepare)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			if _, err := os.Stat(db.Aside); err != nil || count(t, db.DB) != 0 {
				t.Errorf("aside %q: %v", db.Aside, err)
			}
		})
	}
}

func fill(t *testing.T, path string) {
	t.Helper()
	db, err := Open(t.Context(), path, prepare)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if _, err := db.Exec("INSERT INTO t VALUES (1)"); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSoundDatabaseStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	fill(t, path)
	db, err := Open(t.Context(), path, prepare)
	if err != nil || db.Aside != "" || count(t, db.DB) != 500 {
		t.Fatalf("%v, aside %q", err, db.Aside)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTwoThatFindItDamagedMakeOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, []byte("this is a letter, and no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	if aside, err := putAside(t.Context(), path, prepare); err != nil || aside == "" {
		t.Fatalf("%q, %v", aside, err)
	}
	fill(t, path)
	if aside, err := putAside(t.Context(), path, prepare); err != nil || aside != "" {
		t.Errorf("the second put the new one aside: %q, %v", aside, err)
	}
}

func TestPathsThatAreNotAbsoluteMakeNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := Open(t.Context(), "x.db", prepare); err == nil {
		t.Error("it was opened")
	}
	if made, err := os.ReadDir("."); err != nil || len(made) != 0 {
		t.Errorf("%v was made, %v", made, err)
	}
}
