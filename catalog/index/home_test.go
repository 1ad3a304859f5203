package index_test

import (
	"context"
	"database/sql"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/index"
	"stead/timeline"
)

// machine is a home with sessions of Claude Code, whose files get a new time with each change, as if each came a second
// after the last.
type machine struct {
	t       testing.TB
	home    string
	seconds int
}

func newMachine(t testing.TB) *machine { return &machine{t: t, home: t.TempDir()} }

func (m *machine) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) path(project string, session int) string {
	return filepath.Join(m.home, ".claude", "projects", project, id(session)+".jsonl")
}

func id(session int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", session) }

// write changes a file by way of how, and its time.
func (m *machine) write(path, content string, how int) {
	m.t.Helper()
	m.must(os.MkdirAll(filepath.Dir(path), 0o700))
	file, err := os.OpenFile(path, how|os.O_CREATE|os.O_WRONLY, 0o600)
	m.must(err)
	_, err = file.WriteString(content)
	m.must(err)
	m.must(file.Close())
	m.touch(path)
}

func (m *machine) touch(path string) {
	m.seconds++
	at := time.Date(2026, 11, 20, 0, 0, m.seconds, 0, time.UTC)
	m.must(os.Chtimes(path, at, at))
}

// host is the machine, days after its last change.
func (m *machine) host() adapter.Host {
	now := func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }
	return adapter.Host{Home: m.home, Getenv: func(string) string { return "" }, Now: now}
}

func (m *machine) options() index.Options {
	return index.Options{Readers: adapters.Readers(), Host: m.host()}
}

func deliveredUpTo(line int) func(context.Context) func(timeline.Summary) (int, int) {
	return func(context.Context) func(timeline.Summary) (after, upTo int) {
		return func(timeline.Summary) (after, upTo int) { return 0, line }
	}
}

func (m *machine) open(path string) *index.Index {
	m.t.Helper()
	x, err := index.Open(context.Background(), path, m.options())
	m.must(err)
	m.t.Cleanup(func() { _ = x.Close() })
	return x
}

func (m *machine) index() *index.Index { return m.open(filepath.Join(m.home, "state", index.FileName)) }

func refresh(t testing.TB, x *index.Index) index.Report {
	t.Helper()
	report, err := x.Refresh(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// talk makes the records of a session: each follows the one before it.
type talk struct {
	session, last string
	records       int
}

func newTalk(session int) *talk { return &talk{session: id(session)} }

func (k *talk) record(kind, parent, message, more string) string {
	k.records++
	k.last = fmt.Sprintf("%s-%d", k.session, k.records)
	if parent = `"` + parent + `"`; parent == `""` {
		parent = fmt.Sprintf(`null,"promptId":%q`, k.session)
	}
	return fmt.Sprintf(
		`{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%q,"timestamp":"2026-11-20T10:00:%02d.000Z","cwd":"/home/u/p","sessionId":%q,"version":"2.1.197","gitBranch":"main","message":%s%s}`+"\n",
		parent, kind, k.last, k.records%60, k.session, message, more)
}

func (k *talk) prompt(text string) string {
	return k.record("user", k.last, fmt.Sprintf(`{"role":"user","content":%q}`, text), "")
}

func (k *talk) response(block, stop string) string {
	return k.record("assistant", k.last,
		fmt.Sprintf(`{"id":"msg_%s_%d","type":"message","role":"assistant","model":"claude-opus-4-8","content":[%s],`+
			`"stop_reason":%q,"usage":{"input_tokens":10,"output_tokens":20,"cache_read_input_tokens":300,"cache_creation_input_tokens":4}}`, k.session, k.records, block, stop), "")
}

func (k *talk) answer(text string) string {
	return k.response(fmt.Sprintf(`{"type":"text","text":%q}`, text), "end_turn")
}

func (k *talk) call(command string) string {
	return k.response(fmt.Sprintf(`{"type":"tool_use","id":"toolu_%s_%d","name":"Bash","input":{"command":%q}}`,
		k.session, k.records+1, command), "tool_use")
}

// result answers the call before it.
func (k *talk) result(output string, failed bool) string {
	call := "toolu_" + k.last[:strings.LastIndexByte(k.last, '-')] + "_" + k.last[strings.LastIndexByte(k.last, '-')+1:]
	return k.record("user", k.last,
		fmt.Sprintf(`{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%q,"is_error":%v}]}`, call,
			output, failed),
		`,"toolUseResult":{"stdout":"doubled"}`)
}

// turn is a prompt with a call and an answer.
func (k *talk) turn(about string) string {
	return k.prompt("please "+about) + k.call("run "+about) + k.result("output of "+about, false) +
		k.answer("done with "+about)
}

// each reads all rows of a query.
func each(t testing.TB, db *sql.DB, query string, columns int, row func(values []any)) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		values, to := make([]any, columns), make([]any, columns)
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(query, err)
		}
		row(values)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(query, err)
	}
}

const instances = `SELECT doc, col, "offset", term FROM vocabulary`

// spelled returns the words of each row, with their places.
func spelled(t testing.TB, db *sql.DB) map[int64]any {
	words := map[int64][]string{}
	each(t, db, instances+` ORDER BY doc, col, "offset"`, 4, func(v []any) {
		words[v[0].(int64)] = append(words[v[0].(int64)], strings.Trim(fmt.Sprint(v[1:]), "[]"))
	})
	all := map[int64]any{}
	for row, said := range words {
		all[row] = said
	}
	return all
}

var seed = maphash.MakeSeed()

// summed returns a sum over the words of each row and their places. A million words are compared in a second with it,
// where their order alone takes ten.
func summed(t testing.TB, db *sql.DB) map[int64]any {
	all := map[int64]any{}
	each(t, db, instances, 4, func(v []any) {
		sum, _ := all[v[0].(int64)].(uint64)
		all[v[0].(int64)] = sum + maphash.Comparable(seed, [3]any(v[1:]))
	})
	return all
}

// dump returns all that an index holds, whatever the numbers of its sessions, with what wordsOf says of its words.
func dump(t testing.TB, x *index.Index, wordsOf func(testing.TB, *sql.DB) map[int64]any) []string {
	t.Helper()
	db := x.DB()
	names := map[int64]string{}
	var all []string
	each := func(query string, columns int, line func(values []any) string) {
		each(t, db, query, columns, func(values []any) { all = append(all, line(values)) })
	}
	each(
		"SELECT n, cli, id, path, parent, title, project, branch, model, version, created, updated, bytes, turns, pending, begins, (SELECT path FROM session AS o WHERE o.n = session.within), within IS NULL FROM session", 18, func(v []any) string {
			names[v[0].(int64)] = fmt.Sprint(v[3])
			return fmt.Sprint("session ", v[1:])
		})
	if _, err := db.Exec("CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(f, 'instance')"); err != nil {
		t.Fatal(err)
	}
	words := wordsOf(t, db)
	each("SELECT rowid, line, offset, turn, child FROM piece", 5, func(v []any) string {
		row := index.Row(v[0].(int64))
		text := fmt.Sprint("piece ", names[row.Session()], " ", row.Kind(), " ", v[1:], words[int64(row)])
		delete(words, int64(row))
		return text
	})
	for row, left := range words {
		all = append(all, fmt.Sprint("words without a piece ", index.Row(row).Session(), left))
	}
	each("SELECT * FROM usage", 11, func(v []any) string { return fmt.Sprint("usage ", names[v[0].(int64)], " ", v[1:]) })
	each("SELECT * FROM tooluse", 5, func(v []any) string {
		return fmt.Sprint("tooluse ", names[v[0].(int64)], " ", v[1:])
	})
	each("SELECT holder, n, turns FROM copy", 3, func(v []any) string {
		return fmt.Sprint("copy of ", names[v[0].(int64)], " in ", names[v[1].(int64)], " ", v[2])
	})
	slices.Sort(all)
	return all
}

// compareWithNew fails when an index does not hold what a new one does.
func (m *machine) compareWithNew(x *index.Index) {
	m.t.Helper()
	fresh := m.open(filepath.Join(m.t.(interface{ TempDir() string }).TempDir(), index.FileName))
	refresh(m.t, fresh)
	if diff := cmp.Diff(dump(m.t, fresh, summed), dump(m.t, x, summed)); diff != "" {
		m.t.Fatalf("the index differs from a new one (-new +this):\n%s", diff)
	}
}
