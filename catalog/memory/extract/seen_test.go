package extract

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"stead/internal/sys/sqlitefile"
)

func key(n uint64) seenKey {
	var text [8]byte
	binary.LittleEndian.PutUint64(text[:], n)
	sum := sha256.Sum256(text[:])
	return seenKey(sum[:])
}

func openTable(t testing.TB, path string) *seenTable {
	t.Helper()
	table, _, err := openSeen(path)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// addAll adds keys in batches, as an extraction does: those that are not in the table yet.
func addAll(t testing.TB, table *seenTable, n int, key func(i int) seenKey) {
	t.Helper()
	var batch []seenKey
	for i := range n {
		if has, err := table.Has(key(i)); err != nil {
			t.Fatal(err)
		} else if !has {
			batch = append(batch, key(i))
		}
		if len(batch) == 30_000 || i == n-1 {
			if err := table.Add(batch); err != nil {
				t.Fatal(err)
			}
			batch = batch[:0]
		}
	}
}

func TestTableHasWhatWasAddedAndNothingElse(t *testing.T) {
	const n = 100_000 // it doubles several times
	path := filepath.Join(t.TempDir(), "seen")
	table := openTable(t, path)
	addAll(t, table, n, func(i int) seenKey { return key(uint64(i)) })
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	table = openTable(t, path)
	defer table.Close()
	if err := table.Add([]seenKey{key(1), key(2)}); err != nil || table.Len() != n {
		t.Errorf("it has %d keys, want %d (%v)", table.Len(), n, err)
	}
	for i := range uint64(n) {
		if has, err := table.Has(key(i)); err != nil || !has {
			t.Fatalf("key %d is lost: %v", i, err)
		}
		if has, err := table.Has(key(n + i)); err != nil || has {
			t.Fatalf("key %d is there: %v", n+i, err)
		}
	}
}

// TestKeysOfOnePageFindAPlace: keys that somebody made for one page go into the pages behind it, the last one's into
// the first.
func TestKeysOfOnePageFindAPlace(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		table := openTable(t, filepath.Join(t.TempDir(), "seen"))
		defer table.Close()
		first := rapid.SampledFrom([]byte{0, 0x80, 0xFF}).Draw(r, "page")
		made := func(i int) seenKey { return seenKey{0: first, 1: first, 14: byte(i >> 8), 15: byte(i)} }
		n := rapid.IntRange(1, 2000).Draw(r, "keys")
		addAll(t, table, n, made)
		addAll(t, table, n, made)
		if table.Len() != uint64(n) {
			r.Fatalf("it has %d keys, want %d", table.Len(), n)
		}
	})
}

func TestDamagedTableIsRefused(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"cut":     func(path string) error { return os.Truncate(path, 5000) },
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"foreign": func(path string) error { return os.WriteFile(path, make([]byte, 65*4096), 0o600) },
	} {
		path := filepath.Join(t.TempDir(), "seen")
		if err := openTable(t, path).Close(); err != nil {
			t.Fatal(err)
		}
		if err := damage(path); err != nil {
			t.Fatal(err)
		}
		if _, _, err := openSeen(path); !errors.Is(err, errSeenDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The two benchmarks add a million keys, a third of which are there already.
const keys = 1_000_000

func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		table := openTable(b, filepath.Join(b.TempDir(), "seen"))
		addAll(b, table, keys, func(i int) seenKey { return key(uint64(i) % (keys * 2 / 3)) })
		table.Close()
	}
}

func BenchmarkSQLite(b *testing.B) {
	for b.Loop() {
		db, err := sqlitefile.Open(context.Background(), filepath.Join(b.TempDir(), "seen"),
			func(ctx context.Context, db *sql.DB) error {
				_, err := db.ExecContext(ctx, "create table seen(hash blob primary key) without rowid")
				return err
			})
		if err != nil {
			b.Fatal(err)
		}
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		insert, err := tx.PrepareContext(context.Background(), "insert or ignore into seen values(?)")
		if err != nil {
			b.Fatal(err)
		}
		for i := range uint64(keys) {
			k := key(i % (keys * 2 / 3))
			if _, err := insert.Exec(k[:]); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
		db.Close()
	}
}
