package opencode

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/adapters/opencode/snapshot"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
	"stead/timeline"
)

var background = context.Background()

// newDatabase returns the path of a database with OpenCode's tables, and a connection with OpenCode's settings.
func newDatabase(t *testing.T) (string, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/new.db", path)
	db, err := openForWriting(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	run(t, db, "INSERT INTO project (id, worktree, time_created, time_updated, sandboxes) VALUES ('p', '/', 1, 1, '[]')")
	return path, db
}

func run(t *testing.T, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatal(err)
	}
}

func addSession(t *testing.T, db *sql.DB, id string) {
	t.Helper()
	run(t, db,
		"INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated) VALUES (?, 'p', 's', '/d', 'T', '1', 1, 2)", id)
}

func addMessage(t *testing.T, db *sql.DB, session, id string, created int, data string, parts ...string) {
	t.Helper()
	run(t, db, "INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)", id,
		session, created, created, data)
	for i, part := range parts {
		run(t, db,
			"INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)",
			fmt.Sprintf("prt_%s_%d", id, i), id, session, created, created, part)
	}
}

func titles(t *testing.T, path string) string {
	t.Helper()
	rows, err := ListSessions(background, path)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, row := range rows {
		all = append(all, row.ID)
	}
	return strings.Join(all, " ")
}

func TestReadsWhatIsOnlyInTheLogAndLeavesNoTrace(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	before := fixtures.Snapshot(t, filepath.Dir(path))
	if len(before) != 4 { // the folder, the database, -wal and -shm
		t.Fatalf("the database is not in use: %v", before)
	}
	if got := titles(t, path); got != "ses_a" {
		t.Errorf("read %q", got)
	}
	if diff := cmp.Diff(before, fixtures.Snapshot(t, filepath.Dir(path))); diff != "" {
		t.Errorf("reading left a trace (-before +after):\n%s", diff)
	}
}

func TestReadsALogWithoutItsIndex(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	copied := filepath.Join(t.TempDir(), "opencode.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		fixtures.Put(t, copied+suffix, content)
	}
	before := fixtures.Snapshot(t, filepath.Dir(copied))
	if got := titles(t, copied); got != "ses_a" {
		t.Errorf("read %q", got)
	}
	if diff := cmp.Diff(before, fixtures.Snapshot(t, filepath.Dir(copied))); diff != "" {
		t.Errorf("reading left a trace (-before +after):\n%s", diff)
	}
}

func TestDamageBehindTheLastCommitIsPassedOver(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	whole, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	addSession(t, db, "ses_b")
	longer, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string][]byte{
		"cut in a frame":      longer[:len(whole)+100],
		"cut before a commit": longer[:len(longer)-1],
		"noise":               append(append([]byte(nil), whole...), make([]byte, 9000)...),
		"a wrong checksum":    flipped(longer, len(whole)+200),
	} {
		t.Run(name, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "opencode.db")
			fixtures.Put(t, copied, content)
			fixtures.Put(t, copied+"-wal", log)
			if got := titles(t, copied); got != "ses_a" {
				t.Errorf("read %q, want what was committed whole", got)
			}
		})
	}
}

func flipped(content []byte, at int) []byte {
	changed := append([]byte(nil), content...)
	changed[at] ^= 1
	return changed
}

func TestSnapshotStaysWhenOthersCommitAndTellsWhenItIsOverwritten(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	d, err := openDatabase(background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	addSession(t, db, "ses_b")
	rows, err := d.query(background, SessionTable, "SELECT id FROM session")
	if err != nil || len(rows) != 1 || d.snapshot.Changed() {
		t.Errorf("%d sessions, changed %v, %v; want the one that was there", len(rows), d.snapshot.Changed(), err)
	}
	run(t, db, "PRAGMA wal_checkpoint(TRUNCATE)")
	if !d.snapshot.Changed() {
		t.Error("the log was written back, and the snapshot does not tell")
	}
	if got := titles(t, path); got != "ses_a ses_b" {
		t.Errorf("read %q", got)
	}
}

// TestReadingIsWholeWhileTheDatabaseIsWrittenOver changes many rows at once, again and again, and writes the log back
// each time.
func TestReadingIsWholeWhileTheDatabaseIsWrittenOver(t *testing.T) {
	path, db := newDatabase(t)
	for i := range 200 {
		addSession(t, db, fmt.Sprintf("ses_%03d", i))
	}
	stop := make(chan struct{})
	stopped := make(chan error, 1)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				stopped <- nil
				return
			case <-time.After(time.Millisecond):
			}
			if _, err := db.Exec("UPDATE session SET title = ?", fmt.Sprint(n)+strings.Repeat("x", n%300)); err != nil {
				stopped <- err
				return
			}
			if n%3 == 0 {
				db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
				time.Sleep(time.Duration(n%7) * snapshot.Settle / 2) // sometimes long enough for a reading
			}
		}
	}()
	whole := 0
	for range 20 {
		rows, err := ListSessions(background, path)
		if errors.Is(err, snapshot.ErrChanged) {
			continue // said clearly
		}
		if err != nil || len(rows) != 200 {
			t.Fatalf("%d sessions, %v", len(rows), err)
		}
		for _, row := range rows {
			if row.Get("title").String() != rows[0].Get("title").String() {
				t.Fatalf("a mix of two commits: %s and %s", rows[0].Get("title"), row.Get("title"))
			}
		}
		whole++
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	t.Logf("%d of 20 readings were whole", whole)
	if rows, err := ListSessions(background, path); err != nil || len(rows) != 200 {
		t.Errorf("when it is left alone: %d sessions, %v", len(rows), err)
	}
}

func TestARowHoldsWhatTheDatabaseHolds(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	run(t, db, `UPDATE session SET title = '[1]', cost = 0.25, permission = '[{"a": 1}]'`)
	run(t, db,
		`INSERT INTO todo (session_id, content, status, priority, position, time_created, time_updated) VALUES ('ses_a', 'x', 'pending', 'low', 0, 3, 4)`)
	addMessage(t, db, "ses_a", "msg_1", 5, `{"role":"user","x":"\u00e9 \ud83d"}`, `{"type":"text","text":"a"}`,
		`broken {`, "{\n\"type\":\"text\"}")
	s, err := Open(background, adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{string(s.Row.Raw)}
	for m, err := range s.Messages(background) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(m.Row.Raw))
		for _, part := range m.Parts {
			got = append(got, string(part.Raw))
		}
	}
	part := `{"table":"part","id":"prt_msg_1_%d","message_id":"msg_1","session_id":"ses_a","time_created":5,"time_updated":5,"data":%s}`
	want := []string{
		`{"table":"session","id":"ses_a","project_id":"p","slug":"s","directory":"/d","title":"[1]","version":"1","cost":0.25,"tokens_input":0,"tokens_output":0,` +
			`"tokens_reasoning":0,"tokens_cache_read":0,"tokens_cache_write":0,"permission":[{"a": 1}],"time_created":1,"time_updated":2,` +
			`"todo":[{"table":"todo","session_id":"ses_a","content":"x","status":"pending","priority":"low","position":0,"time_created":3,"time_updated":4}]}`,
		`{"table":"message","id":"msg_1","session_id":"ses_a","time_created":5,"time_updated":5,"data":{"role":"user","x":"\u00e9 \ud83d"}}`,
		fmt.Sprintf(part, 0, `{"type":"text","text":"a"}`),
		fmt.Sprintf(part, 1, `"broken {"`),
		fmt.Sprintf(part, 2, `"{\n\"type\":\"text\"}"`),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestAnOpenedSessionDoesNotGrow(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	addMessage(t, db, "ses_a", "msg_1", 5, `{"role":"user"}`, `{"type":"text","text":"a"}`)
	s, err := Open(background, adapter.Location{Path: path, ID: "ses_a"})
	if err != nil {
		t.Fatal(err)
	}
	run(t, db,
		"INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES ('prt_z', 'msg_1', 'ses_a', 6, 6, '{}')")
	addMessage(t, db, "ses_a", "msg_2", 6, `{"role":"assistant"}`)
	n := 0
	for m, err := range s.Messages(background) {
		if err != nil {
			t.Fatal(err)
		}
		n += 1 + len(m.Parts)
	}
	if n != 2 {
		t.Errorf("%d rows, want the two that there were", n)
	}
}

func TestUnfitDatabasesAreNamedWithTheReason(t *testing.T) {
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	addSession(t, db, "ses_b")
	empty := filepath.Join(t.TempDir(), "empty.db")
	fixtures.Put(t, empty, nil)
	newer, other := newDatabase(t)
	run(t, other, "ALTER TABLE part RENAME COLUMN data TO body")
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	content := fixtures.Read(t, "opencode/opencode.db")
	fixtures.Put(t, damaged, append(append([]byte(nil), content[:8192]...), make([]byte, len(content)-8192)...))
	for _, c := range []struct {
		path, id string
		is       error
		says     string
	}{
		{path, "", adapter.ErrFormat, "several sessions"},
		{path, "ses_c", adapter.ErrNotFound, "ses_c"},
		{empty, "ses_a", adapter.ErrFormat, ""},
		{newer, "ses_a", adapter.ErrFormat, "has no column data"},
		{damaged, "ses_e05c158f9ffeC6m9B98CatZMsb", adapter.ErrFormat, "damaged"},
		{filepath.Join(t.TempDir(), "none.db"), "ses_a", adapter.ErrNotFound, ""},
	} {
		_, err := Open(background, adapter.Location{Path: c.path, ID: c.id})
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.path) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %v that says %q", filepath.Base(c.path), err, c.is, c.says)
		}
	}
}

func TestAnExportHoldsTheSameRowsAsTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/opencode.db", path)
	// Those of real life are exports alone.
	for _, name := range fixtures.Match(t, "opencode/[^r]*.json") {
		export := filepath.Join(t.TempDir(), "export.json")
		fixtures.Copy(t, name, export)
		exported, err := Open(background, adapter.Location{Path: export})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := Open(background, adapter.Location{Path: path, ID: exported.Row.ID})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(documentOf(t, stored), documentOf(t, exported)); diff != "" {
			t.Errorf("%s (-database +export):\n%s", name, diff)
		}
	}
}

// documentOf returns a session in the form of an export.
func documentOf(t *testing.T, s *Session) []string {
	t.Helper()
	lines := []string{canonical(t, AppendInfo(nil, s.Row))}
	for m, err := range s.Messages(background) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, canonical(t, AppendMember(nil, m.Row)))
		for _, part := range m.Parts {
			lines = append(lines, canonical(t, AppendMember(nil, part)))
		}
	}
	return lines
}

// TestMemoryHoldsOneMessage reads a session of which only one message would fit within the limit.
func TestMemoryHoldsOneMessage(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 64 MB")
	}
	path, db := newDatabase(t)
	addSession(t, db, "ses_a")
	body := string(timeline.NewText(strings.Repeat("x", 1<<20)).JSON())
	for i := range 64 {
		addMessage(t, db, "ses_a", fmt.Sprintf("msg_%02d", i), i+1, `{"role":"user"}`, `{"type":"text","text":`+body+`}`)
	}
	s, err := Open(background, adapter.Location{Path: path, ID: "ses_a"})
	if err != nil {
		t.Fatal(err)
	}
	peak := resources.PeakHeap(func() {
		for m, err := range s.Messages(background) {
			if err != nil || len(m.Parts) != 1 {
				t.Fatal(err)
			}
		}
	})
	if limit := uint64(24 << 20); peak > limit {
		t.Errorf("64 messages of 1 MB took %d MB", peak>>20)
	}
}
