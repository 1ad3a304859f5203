package fts5_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"stead/internal/sys/fts5"
)

const tokenchars = "_\x01\x02"

var table = fts5.Table{Name: "f", Columns: 3, Tokenizer: fts5.NewTokenizer(tokenchars)}

func open(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

func exec(tb testing.TB, db *sql.DB, statement string, args ...any) {
	tb.Helper()
	if _, err := db.ExecContext(tb.Context(), statement, args...); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

func newTable(tb testing.TB) (db *sql.DB, path string) {
	path = filepath.Join(tb.TempDir(), "test.db")
	db = open(tb, path)
	exec(tb, db,
		"CREATE VIRTUAL TABLE f USING fts5(a, b, c, content='', contentless_delete=1, detail=full, tokenize=\"ascii tokenchars '"+tokenchars+"'\")")
	exec(tb, db, "CREATE VIRTUAL TABLE v USING fts5vocab(f, instance)")
	return db, path
}

type row struct {
	id   int64
	text [3]string
}

// load loads groups of runs of rows into the table, and returns the database, opened again.
func load(tb testing.TB, db *sql.DB, path string, groups ...[][]row) *sql.DB {
	tb.Helper()
	builders := []*fts5.Builder{}
	for range 2 {
		b, err := table.NewBuilder(tb.TempDir())
		if err != nil {
			tb.Fatal(err)
		}
		defer b.Close()
		builders = append(builders, b)
	}
	err := inTransaction(tb.Context(), db, func(tx *sql.Tx) error {
		l, err := table.NewLoader(tb.Context(), tx)
		if err != nil {
			return err
		}
		for _, group := range groups {
			var runs []*fts5.Run
			for i, rows := range group {
				b := builders[i%2]
				for _, r := range rows {
					if err := b.Add(r.id, r.text[:]...); err != nil {
						return err
					}
				}
				run, err := b.Run()
				if err != nil {
					return err
				}
				runs = append(runs, run)
			}
			if err := l.Load(runs); err != nil {
				return err
			}
		}
		return l.End()
	})
	if err != nil {
		tb.Fatal(err)
	}
	_ = db.Close()
	db = open(tb, path)
	if err := table.Check(tb.Context(), db); err != nil {
		tb.Fatal(err)
	}
	return db
}

func inTransaction(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func insert(tb testing.TB, db *sql.DB, rows []row) {
	tb.Helper()
	err := inTransaction(tb.Context(), db, func(tx *sql.Tx) error {
		for _, r := range rows {
			if _, err := tx.ExecContext(tb.Context(), "INSERT INTO f(rowid, a, b, c) VALUES(?, ?, ?, ?)", r.id, r.text[0],
				r.text[1], r.text[2]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// all returns every place of every word, and the ranks of rows, which come from the counts of words.
func all(tb testing.TB, db *sql.DB, queries ...string) []string {
	tb.Helper()
	found := column(tb, db,
		"SELECT hex(term) || ' ' || doc || ' ' || col || ' ' || offset FROM v ORDER BY term, doc, col, offset")
	found = append(found, column(tb, db, "SELECT id || ' ' || hex(sz) FROM f_docsize ORDER BY id")...)
	for _, q := range queries {
		found = append(found, q)
		found = append(found, column(tb, db,
			"SELECT rowid || ' ' || round(bm25(f), 9) FROM f WHERE f MATCH ? ORDER BY rowid", q)...)
		found = append(found, column(tb, db, "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rowid DESC", q)...)
		found = append(found, column(tb, db, "SELECT rowid FROM f WHERE f MATCH ? AND rowid BETWEEN 5000 AND 90000", q)...)
	}
	return found
}

func column(tb testing.TB, db *sql.DB, query string, args ...any) (found []string) {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), query, args...)
	if err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			tb.Fatal(err)
		}
		found = append(found, s)
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return found
}

func same(tb testing.TB, got, want []string) {
	tb.Helper()
	if len(got) == 0 {
		tb.Fatal("nothing was found")
	}
	if !slices.Equal(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				tb.Fatalf("%d of %d and %d differ: %s, want %s", i, len(got), len(want), got[i], want[i])
			}
		}
		tb.Fatalf("%d, want %d", len(got), len(want))
	}
}

// texts generates rows with many kinds of words: a few that are in every row, many times, and many that are in one row
// only.
func texts(r *rand.Rand, first int64, n int) (rows []row) {
	id := first
	for range n {
		id += 1 + r.Int64N(1<<uint(r.IntN(30)))
		var made row
		made.id = id
		for c := range made.text {
			var words []string
			for range r.IntN(1 << uint(r.IntN(9))) {
				switch r.IntN(6) {
				case 0:
					words = append(words, "The")
				case 1:
					words = append(words, fmt.Sprint("w", r.IntN(50)), "\x01")
				case 2:
					words = append(words, fmt.Sprint("Seldom", r.IntN(20000)))
				case 3:
					words = append(words, strings.Repeat("é", 1+r.IntN(40)), "é")
				case 4:
					words = append(words, strings.Repeat("x", r.IntN(300)))
				default:
					words = append(words, fmt.Sprint(r.IntN(300), "-", r.IntN(10), "_z"))
				}
			}
			made.text[c] = strings.Join(words, " ")
		}
		rows = append(rows, made)
	}
	return rows
}

var queries = []string{"the", "w7", `"w7 the"`, "a : the", "c : w1*", "seldom1*", "é*", "the NOT w3", `"3-4_z"`}

func TestLoadedTableIsWhatSQLiteMakes(t *testing.T) {
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			rows := texts(r, 0, 30+int(seed*seed*6))
			wanted, _ := newTable(t)
			insert(t, wanted, rows)
			db, path := newTable(t)
			var groups [][][]row
			for left := rows; len(left) > 0; {
				var group [][]row
				for range 1 + r.IntN(4) {
					n := min(len(left), 1+r.IntN(200))
					group, left = append(group, left[:n]), left[n:]
				}
				groups = append(groups, group)
			}
			db = load(t, db, path, groups...)
			same(t, all(t, db, queries...), all(t, wanted, queries...))
		})
	}
}

func TestALoadedTableGoesOnToChange(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	first, second, third := texts(r, 0, 300), texts(r, 1<<40, 200), texts(r, 1<<45, 300)
	wanted, _ := newTable(t)
	db, path := newTable(t)
	for _, rows := range [][]row{first, second, third} {
		insert(t, wanted, rows)
	}
	insert(t, db, first)
	db = load(t, db, path, [][]row{second})
	db = load(t, db, path, [][]row{third[:100], third[100:]})
	more := texts(r, 1<<50, 300)
	for _, db := range []*sql.DB{wanted, db} {
		for i, rows := range [][]row{first, second, third} {
			for _, row := range rows[i*7 : i*7+90] {
				exec(t, db, "DELETE FROM f WHERE rowid = ?", row.id)
			}
		}
		for chunk := range slices.Chunk(more, 10) {
			insert(t, db, chunk)
		}
	}
	same(t, all(t, db, queries...), all(t, wanted, queries...))
	exec(t, db, "INSERT INTO f(f) VALUES('optimize')")
	if err := table.Check(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	same(t, all(t, db, queries...), all(t, wanted, queries...))
}

// A word in very many rows has an index of them, which has more than one level.
func TestAWordInEveryRow(t *testing.T) {
	var rows []row
	words := strings.Repeat("word ", 4000)
	for i := range int64(700) {
		rows = append(rows, row{id: i<<45 + 1, text: [3]string{words, "", "other"}})
	}
	db, path := newTable(t)
	db = load(t, db, path, [][]row{rows[:200], rows[200:]})
	wanted, _ := newTable(t)
	insert(t, wanted, rows)
	for _, query := range []string{
		"SELECT count(*) || ' ' || sum(rowid) FROM f WHERE f MATCH 'word'",
		"SELECT rowid FROM f WHERE f MATCH 'word AND other' ORDER BY rowid DESC LIMIT 1000",
		fmt.Sprintf("SELECT rowid FROM f WHERE f MATCH 'word' AND rowid > %d", rows[650].id),
	} {
		same(t, column(t, db, query), column(t, wanted, query))
	}
	if levels := column(t, db, "SELECT DISTINCT id >> 31 & 31 FROM f_data WHERE id >> 36 & 1 AND id < 1 << 52"); len(
		levels) < 2 {
		t.Errorf("the index of the rows has %d level", len(levels))
	}
}

func TestRowsAscend(t *testing.T) {
	b, err := table.NewBuilder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Add(5, "a", "b", "c"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{5, 4, 0, -1, 1 << 60} {
		if b.Add(id, "a", "b", "c") == nil {
			t.Errorf("row %d was taken after row 5", id)
		}
	}
	if b.Add(6, "a") == nil {
		t.Error("a row of one column was taken")
	}
}

func TestAnotherKindOfTable(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "test.db"))
	exec(t, db, "CREATE VIRTUAL TABLE f USING fts5(a, b, c)")
	err := inTransaction(t.Context(), db, func(tx *sql.Tx) error {
		_, err := table.NewLoader(t.Context(), tx)
		return err
	})
	if err == nil {
		t.Error("a table with its content was taken")
	}
}
