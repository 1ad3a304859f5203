package listing_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/forks"
	"stead/inject/signals"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// fixed is a CLI with the sessions of a test.
type fixed struct {
	name     string
	sessions []timeline.Summary
}

func (f fixed) Info() adapter.Info { return adapter.Info{Name: f.name, Title: f.name} }

func (f fixed) Discover(adapter.Host) []adapter.Store {
	return []adapter.Store{{CLI: f.name, Root: "/" + f.name}}
}

func (f fixed) Places(_ context.Context, store adapter.Store, _ readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) { yield(readers.Place{Store: store, Path: store.Root}, nil) }
}

func (f fixed) Summaries(context.Context, readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		for _, s := range f.sessions {
			if s.CLI = f.name; !yield(s, nil) {
				return
			}
		}
	}
}

func (f fixed) Detect([]byte) bool { return false }

func (f fixed) Open(context.Context, adapter.Location) (timeline.Stream, error) {
	return timeline.Stream{}, adapter.ErrNotFound
}

// session is one that changed so many hours before noon.
func session(id string, hours int, change ...func(*timeline.Summary)) timeline.Summary {
	s := timeline.Summary{ID: id, Title: "About " + id, Project: "/code/app",
		Updated: noon.Add(-time.Duration(hours) * time.Hour)}
	for _, c := range change {
		c(&s)
	}
	return s
}

// machine is a lister of a few sessions, and where stead notes what it made.
type machine struct {
	listing.Lister
	t testing.TB
}

func newMachine(t testing.TB, all ...readers.Reader) machine {
	t.Helper()
	data := t.TempDir()
	o := origin.Options{Lineage: forks.OpenLog(data), Runs: runs.Open(data), Data: data,
		State: filepath.Join(data, "state")}
	c := catalog.New(catalog.Options{Readers: all, Runs: o.Runs, Origin: o})
	return machine{listing.Lister{Catalog: c, Origin: o, Now: func() time.Time { return noon }}, t}
}

// made notes that stead made a session of another one, so many hours before noon.
func (m machine) made(session, of, kind string, hours int) {
	m.t.Helper()
	n := forks.Node{Session: session, Parent: of, Kind: kind, Run: "r", Time: noon.Add(-time.Duration(hours) * time.Hour)}
	if err := m.Origin.Lineage.Append(n); err != nil {
		m.t.Fatal(err)
	}
}

// rows returns the list's rows in a few words each. They must be the same when they are chosen from all rows, which
// were kept as JSON; only texts are not there then.
func (m machine) rows(q listing.Query) []string {
	m.t.Helper()
	found, err := m.List(m.t.Context(), q)
	if err != nil {
		m.t.Fatal(err)
	}
	rows := inWords(found.Rows)
	if m.Search == nil {
		if diff := cmp.Diff(rows, inWords(listing.Of(q, m.kept()))); diff != "" {
			m.t.Errorf("%+v of rows that were kept (-listed +kept):\n%s", q, diff)
		}
	}
	return rows
}

// kept are all rows, as they come back from JSON.
func (m machine) kept() (rows []listing.Row) {
	m.t.Helper()
	found, err := m.List(m.t.Context(), listing.Query{All: true})
	if err != nil {
		m.t.Fatal(err)
	}
	text, err := json.Marshal(found.Rows)
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return rows
}

func inWords(found []listing.Row) []string {
	rows := make([]string, 0, len(found))
	for _, r := range found {
		text := r.Reference
		if r.Copies+r.Subagents > 0 {
			text += fmt.Sprintf(" +%d+%d", r.Copies, r.Subagents)
		}
		if r.Origin.Kind != "" {
			text += fmt.Sprintf(" %s of %s", r.Origin.Kind, r.From)
		}
		rows = append(rows, text)
	}
	return rows
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// family is a machine with an original, an unused fork of it, a continuation that was used with its mirror, a
// sub-agent, and an unrelated session.
func family(t testing.TB) machine {
	m := newMachine(t,
		fixed{name: "claude", sessions: []timeline.Summary{
			session("original", 5), session("fork", 3), session("mirror", 1),
			session("agent", 5, func(s *timeline.Summary) { s.Parent = "original" }),
		}},
		fixed{name: "codex", sessions: []timeline.Summary{session("onward", 2), session("other", 4)}},
	)
	m.made("claude:fork", "claude:original", timeline.LineageFork, 3)
	m.made("codex:onward", "claude:original", timeline.LineageContinue, 4)
	m.made("claude:mirror", "codex:onward", forks.Mirror, 1)
	return m
}

func TestCopiesAndSubagentsAreFolded(t *testing.T) {
	m := family(t)
	same(t, "folded", m.rows(listing.Query{}), "codex:onward +1+0 continue of claude:original", "codex:other",
		"claude:original +1+1")
	same(t, "all", m.rows(listing.Query{All: true}),
		"claude:mirror mirror of codex:onward", "codex:onward continue of claude:original",
		"claude:fork fork of claude:original", "codex:other",
		"claude:agent subagent of claude:original", "claude:original")
	same(t, "of one CLI", m.rows(listing.Query{CLI: "claude"}), "claude:original +1+1")
	found, err := m.List(t.Context(), listing.Query{CLI: "claude"})
	if err != nil || found.Elsewhere != 1 {
		t.Errorf("%d copies belong to other CLIs' sessions, %v", found.Elsewhere, err)
	}
}

func TestCopyStandsForAnOriginalThatIsGone(t *testing.T) {
	m := newMachine(t, fixed{name: "claude", sessions: []timeline.Summary{
		session("one", 1), session("two", 2), session("agent", 1, func(s *timeline.Summary) { s.Parent = "two" }),
	}})
	m.made("claude:one", "codex:gone", timeline.LineageFork, 1)
	m.made("claude:two", "codex:gone", timeline.LineageFork, 2)
	same(t, "the newest", m.rows(listing.Query{}), "claude:one +1+1 fork of codex:gone")
	same(t, "where the original was not looked for", m.rows(listing.Query{CLI: "claude"}))
}

func TestContestantsThatBeganTheirOwnAreFoldedTogether(t *testing.T) {
	m := newMachine(t, fixed{name: "pi", sessions: []timeline.Summary{session("a", 2), session("b", 2)}})
	for _, id := range []string{"a", "b"} {
		n := forks.Node{Session: "pi:" + id, Run: "r", Part: "ab:1/" + id, Time: noon.Add(-2 * time.Hour)}
		if err := m.Origin.Lineage.Append(n); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "one row", m.rows(listing.Query{}), "pi:a +1+0 ab of ")
}

func TestFamilyThatWasTamperedWithIsListed(t *testing.T) {
	m := newMachine(t, fixed{name: "pi", sessions: []timeline.Summary{
		session("a", 1, func(s *timeline.Summary) { s.Parent = "b" }),
		session("b", 1, func(s *timeline.Summary) { s.Parent = "a" }),
		session("c", 1, func(s *timeline.Summary) { s.Parent = "c" }), session("d", 1),
	}})
	same(t, "what is left", m.rows(listing.Query{}), "pi:d")
	if n := len(m.rows(listing.Query{All: true})); n != 4 {
		t.Errorf("%d of 4 rows", n)
	}
}

func TestFilters(t *testing.T) {
	m := newMachine(t,
		fixed{name: "claude", sessions: []timeline.Summary{
			session("parser", 1, func(s *timeline.Summary) {
				s.Model, s.Branch, s.Title = "claude-opus-4-8", "feature/lexer", "Fix the PARSER"
			}),
			session("lib", 30, func(s *timeline.Summary) { s.Project, s.Model = "/code/lib", "claude-sonnet-4-5" }),
		}},
		fixed{name: "codex", sessions: []timeline.Summary{session("now", 0,
			func(s *timeline.Summary) { s.Model, s.Bytes = "gpt-6", 7 })}},
	)
	for _, c := range []struct {
		what  string
		query listing.Query
		want  []string
	}{
		{"a CLI, in capitals", listing.Query{CLI: "Codex"}, []string{"codex:now"}},
		{"a project by its path", listing.Query{Project: "/code/app/."}, []string{"codex:now", "claude:parser"}},
		{"a project by its name", listing.Query{Project: "LIB"}, []string{"claude:lib"}},
		{"a folder above projects", listing.Query{Project: "/code"}, []string{"codex:now", "claude:parser", "claude:lib"}},
		{"a project of which there is none", listing.Query{Project: "/code/ap"}, nil},
		{"since", listing.Query{Since: noon.Add(-2 * time.Hour)}, []string{"codex:now", "claude:parser"}},
		{"a model", listing.Query{Model: "Opus"}, []string{"claude:parser"}},
		{"live", listing.Query{Live: true}, []string{"codex:now"}},
		{"words", listing.Query{Words: []string{"parser", "LEXER"}}, []string{"claude:parser"}},
		{"words of which one is nowhere", listing.Query{Words: []string{"parser", "nowhere"}}, nil},
		{"by size", listing.Query{Sort: "size", Limit: 1}, []string{"codex:now"}},
		{"by title", listing.Query{Sort: "title"}, []string{"claude:lib", "codex:now", "claude:parser"}},
		{"by project", listing.Query{Sort: "project"}, []string{"codex:now", "claude:parser", "claude:lib"}},
	} {
		same(t, c.what, m.rows(c.query), c.want...)
	}
	for _, q := range []listing.Query{{Limit: -1}, {Sort: "colour"}} {
		if _, err := m.List(t.Context(), q); !errors.Is(err, listing.ErrQuery) {
			t.Errorf("%+v: error %v", q, err)
		}
	}
	var unknown *catalog.UnknownCLIError
	if _, err := m.List(t.Context(), listing.Query{CLI: "kodex"}); !errors.As(err, &unknown) {
		t.Errorf("error %v", err)
	}
}

func TestWorktreeIsItsProject(t *testing.T) {
	m := newMachine(t)
	tree := filepath.Join(m.Origin.State, "worktrees", "ab-1", "claude")
	record := filepath.Join(m.Origin.Data, "ab", "1", "ab.json")
	if err := os.MkdirAll(filepath.Dir(record), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, []byte(`{"contest":"1","snapshot":{"top":"/code/app"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	m.Catalog = catalog.New(catalog.Options{Readers: []readers.Reader{
		fixed{name: "claude", sessions: []timeline.Summary{session("a", 1, func(s *timeline.Summary) { s.Project = tree })}},
	}})
	for _, project := range []string{"app", "/code/app", tree} {
		same(t, project, m.rows(listing.Query{Project: project}), "claude:a")
	}
	found, err := m.List(t.Context(), listing.Query{})
	if err != nil || found.Rows[0].Folder() != filepath.FromSlash("/code/app") || found.Rows[0].Project != tree {
		t.Errorf("got %+v, %v", found.Rows, err)
	}
}

func TestStates(t *testing.T) {
	m := newMachine(t, fixed{name: "codex", sessions: []timeline.Summary{
		session("working", 9), session("waiting", 9), session("done", 9), session("fresh", 0), session("quiet", 1),
		session("copied", 0),
	}})
	for id, state := range map[string]signals.State{"working": signals.Working, "waiting": signals.Permission,
		"done": signals.Done} {
		r := runs.Run{ID: "20261120-120000-" + id, To: runs.Session{CLI: "codex", ID: id}, Status: runs.Running,
			State: state, Supervisor: runs.Self()}
		if err := os.MkdirAll(m.Origin.Runs.Dir(r.ID), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := m.Origin.Runs.Save(r); err != nil {
			t.Fatal(err)
		}
	}
	m.made("codex:copied", "codex:quiet", timeline.LineageFork, 0)
	found, err := m.List(t.Context(), listing.Query{All: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]listing.State{
		"working": listing.Working, "waiting": listing.Waiting, "done": listing.Idle, "fresh": listing.Working,
		"quiet": listing.Idle, "copied": listing.Idle,
	}
	for _, r := range found.Rows {
		if r.State != want[r.ID] {
			t.Errorf("%s is %s, want %s", r.ID, r.State, want[r.ID])
		}
	}
}

func TestSinceIsReadInManyForms(t *testing.T) {
	for text, want := range map[string]time.Time{
		"90m": noon.Add(-90 * time.Minute), "3d": noon.AddDate(0, 0, -3), "2w": noon.AddDate(0, 0, -14),
		"today":     noon.Add(-12 * time.Hour),
		"yesterday": noon.Add(-36 * time.Hour), "2026-11-01": time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		"2026-11-20T10:00:00Z": noon.Add(-2 * time.Hour),
	} {
		if got, err := listing.ParseSince(text, noon); err != nil || !got.Equal(want) {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "-3h", "soon", "3dd", "99999999999999d", "2026-13-01"} {
		if at, err := listing.ParseSince(text, noon); !errors.Is(err, listing.ErrQuery) ||
			!strings.Contains(err.Error(), "is not a time") {
			t.Errorf("%q is %v, %v", text, at, err)
		}
	}
}

func TestWordsAreLookedForInTextsToo(t *testing.T) {
	m := newMachine(t, fixed{name: "claude", sessions: []timeline.Summary{session("a", 1), session("b", 2),
		session("c", 3)}})
	q := listing.Query{Words: []string{"about b", "about"}}
	same(t, "without texts", m.rows(q), "claude:b")
	if found, err := m.List(t.Context(), q); err != nil || !found.Shallow {
		t.Errorf("nobody is told that texts were not searched: %+v, %v", found, err)
	}
	m.Search = func(_ context.Context, words []string) (map[string]bool, bool, error) {
		return map[string]bool{"claude:c": strings.Join(words, " ") == "about b about"}, true, nil
	}
	same(t, "with texts", m.rows(q), "claude:b", "claude:c")
	failed := errors.New("no query")
	m.Search = func(context.Context, []string) (map[string]bool, bool, error) { return nil, false, failed }
	if _, err := m.List(t.Context(), q); !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
}

func TestWhatIsRememberedIsNotLookedUp(t *testing.T) {
	m := newMachine(t, fixed{name: "claude"}, fixed{name: "codex"})
	m.Recall = func(context.Context) ([]listing.Session, []error, bool) {
		return []listing.Session{
			{Summary: timeline.Summary{CLI: "claude", ID: "0123456789", Updated: noon.Add(-2 * time.Hour)}, Turns: 7},
			{Summary: timeline.Summary{CLI: "codex", ID: "0123456789", Updated: noon.Add(-time.Hour)}},
			{Summary: timeline.Summary{CLI: "claude", ID: "agent", Parent: "0123456789", Updated: noon}},
		}, nil, true
	}
	same(t, "all", m.rows(listing.Query{}), "codex:01234567", "claude:01234567 +0+1")
	found, err := m.List(t.Context(), listing.Query{CLI: "CLAUDE"})
	if err != nil || len(found.Rows) != 1 || found.Rows[0].Turns != 7 {
		t.Errorf("got %+v, %v", found.Rows, err)
	}
}

// Of sessions that begin with the same record one stands for those that it has outgrown; where somebody has compared
// them, that counts.
func TestACopyOfTheCLIIsOneRow(t *testing.T) {
	m := newMachine(t)
	talk := func(id string, hours, bytes int, within ...string) listing.Session {
		s := listing.Session{Summary: session(id, hours), Compared: len(within) > 0}
		s.CLI, s.Begins, s.Bytes = "claude", "first", int64(bytes)
		s.Created = noon.Add(-24 * time.Hour)
		if s.Compared {
			s.Within = within[0]
		}
		return s
	}
	var sessions []listing.Session
	m.Recall = func(context.Context) ([]listing.Session, []error, bool) { return sessions, nil, true }
	for what, c := range map[string]struct {
		sessions []listing.Session
		want     []string
	}{
		"the newer one is larger": {[]listing.Session{talk("a", 2, 10), talk("b", 1, 20)},
			[]string{"claude:b +1+0 fork of claude:a"}},
		"the newer one is smaller": {[]listing.Session{talk("a", 2, 20), talk("b", 1, 10)},
			[]string{"claude:b fork of claude:a", "claude:a"}},
		"both went on": {[]listing.Session{talk("a", 2, 10, ""), talk("b", 1, 20, "")},
			[]string{"claude:b fork of claude:a", "claude:a"}},
		"the copy is unused": {[]listing.Session{talk("a", 2, 10, ""), talk("b", 1, 20, "claude:a")},
			[]string{"claude:a +1+0"}},
		"one is gone": {[]listing.Session{talk("b", 1, 20, "")}, []string{"claude:b"}},
	} {
		sessions = c.sessions
		same(t, what, m.rows(listing.Query{}), c.want...)
	}
	sessions = []listing.Session{talk("a", 2, 10, "claude:b"), talk("b", 1, 20, "")}
	m.made("claude:b", "claude:a", timeline.LineageFork, 0)
	same(t, "stead has made it", m.rows(listing.Query{}), "claude:a +1+0")
}

// TestASessionOfSeveralMachinesIsOneRow merges what three machines list.
func TestASessionOfSeveralMachinesIsOneRow(t *testing.T) {
	at := func(machine, id string, minute int, project string) listing.Row {
		r := listing.Row{Machine: machine, Summary: timeline.Summary{CLI: "codex", ID: id,
			Updated: time.Date(2026, 11, 20, 10, minute, 0, 0, time.UTC)}}
		r.Origin.Project = project
		return r
	}
	rows := listing.Merge(listing.Query{}, []listing.Row{at("desk", "a", 1, "app"), at("desk", "b", 5, "")},
		[]listing.Row{at("attic", "a", 2, "")}, []listing.Row{at("", "a", 3, ""), at("", "b", 4, ""), at("", "c", 1, "")})
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s/%s %v %s", r.Machine, r.ID, r.Also, r.Origin.Project))
	}
	if want := []string{"/b [desk] ", "/a [desk attic] app", "/c [] "}; !slices.Equal(got, want) {
		t.Errorf("the rows are %q, want %q", got, want)
	}
}
