package index_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"stead/internal/testkit/resources"
	"strings"
	"sync"
	"testing"

	"stead/adapters/adapter"
	"stead/catalog/index"
	"stead/internal/sys/sqlitefile"
	"stead/readers"
	"stead/timeline"
)

// full is a machine with an index of some sessions, which is closed.
func full(t *testing.T) (*machine, string) {
	t.Helper()
	m := newMachine(t)
	for n := range 5 {
		m.write(m.path("-p", n), strings.Repeat(newTalk(n).turn("words of all kinds"), 20), os.O_TRUNC)
	}
	path := filepath.Join(m.home, "state", index.FileName)
	x := m.open(path)
	refresh(t, x)
	m.must(x.Close())
	return m, path
}

func TestADamagedIndexIsMadeAnew(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"a damaged header":  func(b []byte) []byte { copy(b, "SQLite forgot 3"); return b },
		"cut in the middle": func(b []byte) []byte { return b[:len(b)/2] },
		"cut in a page":     func(b []byte) []byte { return b[:5000] },
		"a letter":          func([]byte) []byte { return []byte(strings.Repeat("Dear all, this is no database. ", 300)) },
		"empty":             func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			m, path := full(t)
			content, err := os.ReadFile(path)
			m.must(err)
			for range 2 {
				m.must(os.WriteFile(path, damage(append([]byte(nil), content...)), 0o600))
				x := m.open(path)
				refresh(t, x)
				m.compareWithNew(x)
				m.must(x.Close())
			}
			if kept, _ := filepath.Glob(path + ".damaged*"); len(kept) > 1 {
				t.Errorf("more than one is kept: %v", kept)
			}
		})
	}
}

func TestAnIndexWithOtherTablesIsMadeAnew(t *testing.T) {
	m, path := full(t)
	x := m.open(path)
	_, err := x.DB().ExecContext(t.Context(), "DROP TABLE session; PRAGMA user_version = 1")
	m.must(errors.Join(err, x.Close()))
	x = m.open(path)
	refresh(t, x)
	m.compareWithNew(x)
	m.must(x.Close())
}

// What queries do not notice the deep check finds, and it says so in words.
func TestTheDeepCheckFindsDamagedPages(t *testing.T) {
	m, path := full(t)
	m.must(index.Check(t.Context(), path))
	m.must(index.Check(t.Context(), path+".none"))
	content, err := os.ReadFile(path)
	m.must(err)
	for at := 4096 * 3; at+4096 <= len(content); at += 4096 {
		copy(content[at+8:], strings.Repeat("\xee", 100))
	}
	m.must(os.WriteFile(path, content, 0o600))
	if err := index.Check(t.Context(), path); !errors.Is(err, index.ErrDamaged) ||
		!strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	x := m.open(path)
	m.write(m.path("-p", 1), newTalk(1).turn("more"), os.O_APPEND)
	refresh(t, x) // it comes upon the damage
	m.compareWithNew(x)
}

func TestAnIndexOfANewerVersionIsLeft(t *testing.T) {
	m, path := full(t)
	x := m.open(path)
	_, err := x.DB().Exec("PRAGMA user_version = 99")
	m.must(err)
	m.must(x.Close())
	_, err = index.Open(t.Context(), path, m.options())
	var newer *index.NewerError
	if !errors.As(err, &newer) || newer.Has != 99 || !strings.Contains(err.Error(), path) || newer.Hint() == "" {
		t.Errorf("error %v", err)
	}
	if kept, _ := filepath.Glob(path + ".damaged*"); len(kept) > 0 {
		t.Errorf("it was put aside: %v", kept)
	}
}

func TestAnIndexThatIsDeletedWhileInUseComesBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows deletes no database that is in use")
	}
	m, path := full(t)
	x := m.open(path)
	m.must(os.RemoveAll(filepath.Dir(path)))
	if all, err := x.Sessions(t.Context()); err != nil || len(all) != 5 {
		t.Errorf("what is open can no longer be read: %d sessions, %v", len(all), err)
	}
	m.must(os.MkdirAll(filepath.Dir(path), 0o700))
	m.write(m.path("-p", 1), newTalk(1).turn("more"), os.O_APPEND)
	refresh(t, x)
	m.compareWithNew(x)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// Several indexes of one file stand for several processes: each has connections and locks of its own.
func TestSeveralRefreshAtOnce(t *testing.T) {
	m, path := full(t)
	talks := map[int]*talk{}
	for n := range 5 {
		talks[n] = newTalk(n)
		talks[n].records = 1000
		m.write(m.path("-p", n), talks[n].turn("begin"), os.O_TRUNC)
	}
	var all []*index.Index
	for range 4 {
		all = append(all, m.open(path))
	}
	for round := range 5 {
		for n, k := range talks {
			m.write(m.path("-p", n), k.turn(fmt.Sprint("round ", round)), os.O_APPEND)
		}
		var group sync.WaitGroup
		for i, x := range all {
			group.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = x.Refresh(t.Context(), nil)
				} else {
					_, err = x.Look(t.Context())
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	refresh(t, all[1])
	m.compareWithNew(all[3])
}

// A disk that is full is an error that says so, and what was read stays; the next refresh goes on.
func TestAFullDiskIsAnError(t *testing.T) {
	resources.OnlyComputes(t)
	m, path := full(t)
	x := m.open(path)
	x.DB().SetMaxOpenConns(1)
	var pages int
	m.must(x.DB().QueryRow("PRAGMA page_count").Scan(&pages))
	m.must(x.DB().QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(new(int)))
	for n := range 5 {
		k := newTalk(n)
		k.records = 1000
		m.write(m.path("-p", n), k.turn(strings.Repeat(fmt.Sprintf("other%d words%d ", n, n*n), 20_000)), os.O_TRUNC)
	}
	_, err := x.Refresh(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "full") || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	m.must(x.DB().QueryRow("PRAGMA max_page_count = 1000000").Scan(new(int)))
	refresh(t, x)
	m.compareWithNew(x)
}

// rewriting is a reader whose session is rewritten while it is read.
type rewriting struct {
	readers.Reader
	meanwhile func()
}

func (r rewriting) Open(ctx context.Context, l adapter.Location) (timeline.Stream, error) {
	s, err := r.Reader.Open(ctx, l)
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		r.meanwhile()
		entries(yield)
	}
	return s, err
}

func TestASessionThatIsRewrittenWhileItIsRead(t *testing.T) {
	m := newMachine(t)
	path := m.path("-p", 1)
	m.write(path, newTalk(1).turn("old"), os.O_TRUNC)
	o := m.options()
	once := sync.OnceFunc(func() {
		m.must(os.Remove(path))
		m.write(path, newTalk(1).turn("new")+newTalk(1).turn("and more"), os.O_TRUNC)
	})
	for i, r := range o.Readers {
		if r.Info().Name == "claude" {
			o.Readers[i] = rewriting{r, once}
		}
	}
	x, err := index.Open(t.Context(), filepath.Join(m.home, "state", index.FileName), o)
	m.must(err)
	t.Cleanup(func() { _ = x.Close() })
	if r := refresh(t, x); len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(),
		"rewritten while it was read") || r.Pending != 1 {
		t.Errorf("%+v", r)
	}
	if r := refresh(t, x); len(r.Warnings) != 0 || r.Pending != 0 {
		t.Errorf("%+v", r)
	}
	m.compareWithNew(x)
}

// An interrupted refresh leaves what it had, and the next one goes on.
func TestAnInterruptedRefreshGoesOn(t *testing.T) {
	m := newMachine(t)
	for n := range 30 {
		m.write(m.path("-p", n), newTalk(n).turn("words"), os.O_TRUNC)
	}
	x := m.index()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := x.Refresh(ctx, func(done, total int64) {
		if done > total/2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if r := refresh(t, x); r.Read == 0 || r.Read == 30 {
		t.Errorf("the second refresh read %d sessions", r.Read)
	}
	m.compareWithNew(x)
}

// What cannot be read is a warning each time, and the others are there.
func TestAFileThatIsNoSessionIsAWarning(t *testing.T) {
	m := newMachine(t)
	m.write(m.path("-p", 1), newTalk(1).turn("one"), os.O_TRUNC)
	m.write(m.path("-p", 2), "noise\n", os.O_TRUNC)
	x := m.index()
	for range 2 {
		if r := refresh(t, x); len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), m.path("-p", 2)) {
			t.Errorf("%v", r.Warnings)
		}
	}
	if all, err := x.Sessions(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestAWatchedIndexIsFresh(t *testing.T) {
	m := newMachine(t)
	k := newTalk(1)
	m.write(m.path("-p", 1), k.turn("one"), os.O_TRUNC)
	x := m.index()
	ctx, cancel := context.WithCancel(t.Context())
	reports := make(chan index.Report, 16)
	ended := make(chan error, 1)
	go func() {
		ended <- x.Watch(ctx, func(r index.Report, err error) {
			if err == nil {
				reports <- r
			}
		})
	}()
	for read := 0; read < 1; {
		read += (<-reports).Read
	}
	m.write(m.path("-new", 2), newTalk(2).turn("two"), os.O_TRUNC)
	m.write(m.path("-p", 1), k.turn("three"), os.O_APPEND)
	for read := 0; read < 2; {
		read += (<-reports).Read
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	m.compareWithNew(x)
}

// One index serves several goroutines, also while a refresh puts a new database in the place of the open one.
func TestOneIndexServesSeveral(t *testing.T) {
	m := newMachine(t)
	big := strings.Repeat(newTalk(1).turn(strings.Repeat("many words and more ", 1000)), 22)
	for n := range 10 {
		m.write(m.path("-p", n), big, os.O_TRUNC)
	}
	x := m.index()
	first := x.DB()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if _, err := x.Refresh(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			for x.DB() == first && !t.Failed() {
				_, _ = x.Sessions(t.Context()) // which may end with the old database
			}
		})
	}
	group.Wait()
	if r := refresh(t, x); r.Read != 0 || r.Pending != 0 {
		t.Errorf("%+v", r)
	}
	m.compareWithNew(x)
}

// damageTable overwrites the first page of a table, which SQLite notices when a query reads it, and not before.
func damageTable(t *testing.T, path, table string) {
	t.Helper()
	db, err := sql.Open("sqlite", sqlitefile.Address(path))
	if err != nil {
		t.Fatal(err)
	}
	var page, size int64
	err = db.QueryRow("SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = ?",
		table).Scan(&page, &size)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteAt([]byte(strings.Repeat("\xee", 100)), (page-1)*size)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestAQueryThatComesUponDamageIsAnsweredAnew(t *testing.T) {
	m, path := full(t)
	damageTable(t, path, "turnuse")
	x := m.open(path)
	var turns int
	count := func(db *sql.DB) error {
		return db.QueryRowContext(t.Context(), "SELECT count(*) FROM turnuse NOT INDEXED").Scan(&turns)
	}
	if err := count(x.DB()); !sqlitefile.IsDamage(err) {
		t.Fatalf("the damage does not show: %v", err)
	}
	if _, err := x.Ask(t.Context(), count, nil); err != nil || turns == 0 {
		t.Errorf("%d turns, error %v", turns, err)
	}
	m.compareWithNew(x)
	if isNew, err := x.Heal(t.Context(), errors.New("something else"), nil); isNew || err != nil {
		t.Errorf("made anew after another error, %v", err)
	}
}

func TestAListThatComesUponDamageIsMadeAnew(t *testing.T) {
	m, path := full(t)
	damageTable(t, path, "session")
	x := m.open(path)
	if all, _, err := x.List(t.Context()); err != nil || len(all) != 5 {
		t.Errorf("%d sessions, error %v", len(all), err)
	}
}
