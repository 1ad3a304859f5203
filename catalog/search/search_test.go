package search_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/index"
	"stead/catalog/piece"
	"stead/catalog/search"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/writertest"
	"stead/readers"
	"stead/timeline"
)

// machine is a home with its index.
type machine struct {
	host  adapter.Host
	index *index.Index
}

func open(t *testing.T, folder string) *machine {
	t.Helper()
	m := &machine{host: home.Host(folder)}
	var err error
	m.index, err = index.Open(t.Context(), filepath.Join(folder, "state", index.FileName),
		index.Options{Readers: adapters.Readers(), Host: m.host})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.index.Close() })
	report, err := m.index.Refresh(t.Context(), nil)
	if err != nil || len(report.Warnings) > 0 {
		t.Fatal(err, report.Warnings)
	}
	return m
}

func (m *machine) searcher() *search.Searcher {
	return &search.Searcher{Readers: adapters.Readers(), Host: m.host, Index: m.index}
}

func (m *machine) scanner() *search.Searcher {
	return &search.Searcher{Readers: adapters.Readers(), Host: m.host}
}

func parse(t testing.TB, query string) search.Query {
	t.Helper()
	q, err := search.Parse(query, fixtures.Now)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestNeedlesAreFoundAsOftenAsPlanted(t *testing.T) {
	folder := t.TempDir()
	tally, err := home.Make(t.Context(), folder, home.Small(), 3)
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, folder)
	for _, n := range corpus.Needles() {
		for name, s := range map[string]*search.Searcher{"index": m.searcher(), "scan": m.scanner()} {
			r, err := s.Search(t.Context(), parse(t, n.Query), 5)
			if err != nil || len(r.Warnings) > 0 {
				t.Fatal(err, r.Warnings)
			}
			if got := (corpus.Count{Sessions: r.Sessions, Hits: r.Hits}); got != tally[n.Name] {
				t.Errorf("%s, %s: %+v were found, %+v planted", n.Name, name, got, tally[n.Name])
			}
			for _, row := range r.Rows {
				if !slices.ContainsFunc(row.Context, func(s search.Span) bool { return s.Match }) {
					t.Errorf("%s, %s: no match is marked in %+v", n.Name, name, row)
				}
			}
		}
	}
}

// parts are what random texts and queries are made of.
var parts = []string{"a", "b", "Parser", "parser", "go", "für", "日本", "語", "🪡", "x_y", "x", "7f3a", " ", " ", " ",
	"\n", "\t", `"`, `\`, ".", "-", "/", ":", "@", "=>", "...", "'", "é", "É", "e\u0301"}

func randomText(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(12) {
		b.WriteString(parts[random.IntN(len(parts))])
	}
	return b.String()
}

// randomHome makes sessions of several CLIs with random texts, and recorded ones.
func randomHome(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	random := rand.New(rand.NewPCG(7, 7))
	for _, a := range adapters.All() {
		if a.Driver == nil {
			continue
		}
		root := a.Driver.Home(home.Host(folder))
		if a.Reader.Info().Name == "opencode" {
			fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
		}
		options := writertest.Options()
		for i := range 3 {
			options.Dir = fmt.Sprintf("/home/user/demo%d", i)
			writertest.Write(t, a.Writer, adapter.Store{CLI: a.Reader.Info().Name, Root: root}, randomSession(random), options)
		}
	}
	fixtures.Copy(t, "claude/reallife-tour.jsonl", filepath.Join(folder,
		".claude/projects/-home-user-demo/0a1b2c3d-0000-4000-8000-000000000001.jsonl"))
	return folder
}

func randomSession(random *rand.Rand) timeline.Stream {
	var entries []*timeline.Entry
	add := func(e *timeline.Entry) string {
		e.ID, e.Timestamp = fmt.Sprint("e", len(entries)), "2026-11-20T10:00:00Z"
		entries = append(entries, e)
		return e.ID
	}
	text := func() timeline.Text { return timeline.NewText("say " + randomText(random)) }
	for range 4 {
		add(&timeline.Entry{Type: timeline.User, Content: text()})
		input := timeline.NewObject(nil)
		input.String("command", "run "+randomText(random))
		id := add(&timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash, OriginalTool: "Bash", Input: input.End()})
		add(&timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: text()})
		input = timeline.NewObject(nil)
		input.String("path", "/code/"+parts[random.IntN(12)]+"/parser.go")
		id = add(&timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Read, OriginalTool: "Read", Input: input.End()})
		add(&timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: text()})
		add(&timeline.Entry{Type: timeline.Assistant, Content: text(), Model: "m"})
	}
	return timeline.Stream{Header: header, Entries: timeline.Of(entries...)}
}

var header = timeline.Header{
	ID: "source", Version: timeline.Version, Source: timeline.Source{CLI: "universal", OriginalID: "source"},
	Project: timeline.Project{Path: "/home/user/demo"},
}

// TestIndexAndScanAgreeWithALinearSearch compares both with an implementation that only looks at one text after the
// other.
func TestIndexAndScanAgreeWithALinearSearch(t *testing.T) {
	m := open(t, randomHome(t))
	all := m.pieces(t)
	filters := rapid.SampledFrom([]string{"", "", "tool:bash", "tool:rea*", "-tool:read", "file:parser.go", "-file:a",
		"role:user", "role:tool", "-role:result", "cli:codex", "-cli:claude",
		"project:demo1", "project:/home/user", "-project:demo2", "since:2026-01-01"})
	parted := rapid.SliceOfN(rapid.SampledFrom(parts), 1, 4)
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			mark := rapid.SampledFrom([]string{"", "", "", "-", `"`}).Draw(t, "mark")
			end := rapid.SampledFrom([]string{"", "", "", "*"}).Draw(t, "end")
			words = append(words, mark+strings.Join(parted.Draw(t, "parts"), "")+end+strings.Trim(mark, "-"))
		}
		words = append(words, filters.Draw(t, "filter"))
		query := strings.Join(words, " ")
		q, err := search.Parse(query, fixtures.Now)
		if err != nil {
			t.Fatal(err)
		}
		want := linear(q, all)
		for name, s := range map[string]*search.Searcher{"index": m.searcher(), "scan": m.scanner()} {
			r, err := s.Search(t.Context(), q, 3)
			if err != nil {
				t.Fatalf("%s, %q: %v", name, query, err)
			}
			if got := (corpus.Count{Sessions: r.Sessions, Hits: r.Hits}); got != want {
				t.Fatalf("%s, %q: %+v, want %+v", name, query, got, want)
			}
		}
	})
}

// TestASessionOfThousandsOfHitsHidesNoOther has one session with more hits than are ranked, the newest, and four with
// one each.
func TestASessionOfThousandsOfHitsHidesNoOther(t *testing.T) {
	folder := t.TempDir()
	claude := adapters.All()[0]
	options := writertest.Options()
	options.Dir = "/home/user/demo"
	for n := range 5 {
		var entries []*timeline.Entry
		for i := range map[bool]int{true: 6000, false: 1}[n == 4] {
			entries = append(entries, &timeline.Entry{ID: fmt.Sprint("e", i), Type: timeline.User,
				Timestamp: fmt.Sprintf("2026-11-2%dT10:00:00Z", n), Content: timeline.NewText("the haystack has a needle")})
		}
		writertest.Write(t, claude.Writer, adapter.Store{CLI: claude.Reader.Info().Name,
			Root: claude.Driver.Home(home.Host(folder))}, timeline.Stream{Header: header, Entries: timeline.Of(entries...)},
			options)
	}
	m := open(t, folder)
	for _, query := range []string{"needle", "needl*"} {
		for name, s := range map[string]*search.Searcher{"index": m.searcher(), "scan": m.scanner()} {
			r, err := s.Search(t.Context(), parse(t, query), 20)
			if err != nil {
				t.Fatal(err)
			}
			of := map[string]int{}
			for _, hit := range r.Rows {
				of[hit.Session.ID] = hit.Of
			}
			var counts []int
			for _, n := range of {
				counts = append(counts, n)
			}
			slices.Sort(counts)
			if !slices.Equal(counts, []int{1, 1, 1, 1, 6000}) || len(r.Rows) != 20 || r.Hits != 6004 || r.Sessions != 5 {
				t.Errorf("%s, %s: %d hits of sessions with %v, of %d in %d", name, query, len(r.Rows), counts, r.Hits, r.Sessions)
			}
		}
	}
}

// A word is found in upper and lower case, and whether its accents are characters of their own or not: in any of these
// forms it is the same query. Without its accent it is another word.
func TestCaseAndFormOfAccentsDoNotMatter(t *testing.T) {
	m := open(t, randomHome(t))
	forms := map[string]func(string) string{"upper": strings.ToUpper, "lower": strings.ToLower,
		"composed": norm.NFC.String, "decomposed": norm.NFD.String}
	count := func(s *search.Searcher, query string) corpus.Count {
		r, err := s.Search(t.Context(), parse(t, query), 0)
		if err != nil {
			t.Fatal(err)
		}
		return corpus.Count{Sessions: r.Sessions, Hits: r.Hits}
	}
	for _, word := range []string{"für", "é", "éb", "für*", `"für é"`, "é*"} {
		want := count(m.searcher(), word)
		if want.Hits == 0 {
			t.Errorf("%s is not found", word)
		}
		for form, write := range forms {
			for name, s := range map[string]*search.Searcher{"index": m.searcher(), "scan": m.scanner()} {
				if got := count(s, write(word)); got != want {
					t.Errorf("%s, %s in %s form: %+v, want %+v", name, word, form, got, want)
				}
			}
		}
	}
	for _, s := range []*search.Searcher{m.searcher(), m.scanner()} {
		if got := count(s, "fur"); got.Hits != 0 {
			t.Errorf("without its accent it is found: %+v", got)
		}
	}
}

// told is a piece of a session.
type told struct {
	timeline.Summary
	piece.Piece
}

func (m *machine) pieces(t *testing.T) []told {
	t.Helper()
	var all []told
	for _, r := range adapters.Readers() {
		for _, store := range r.Discover(m.host) {
			for s, err := range readers.List(t.Context(), r, store, readers.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				stream, err := r.Open(t.Context(), adapter.Location{Path: s.Path, ID: s.ID})
				if err != nil {
					t.Fatal(err)
				}
				var splitter piece.Splitter
				for e, err := range stream.Entries {
					if err != nil {
						t.Fatal(err)
					}
					for _, p := range splitter.Split(e) {
						all = append(all, told{s, p})
					}
				}
			}
		}
	}
	return all
}

func linear(q search.Query, all []told) corpus.Count {
	if q.IsEmpty() {
		return corpus.Count{}
	}
	hits, sessions := 0, map[string]bool{}
	for _, p := range all {
		if isHit(q, p) {
			hits++
			sessions[p.CLI+p.ID+p.Summary.Path] = true
		}
	}
	return corpus.Count{Sessions: len(sessions), Hits: hits}
}

func isHit(q search.Query, p told) bool {
	has := func(text string) func(search.Term) bool { return func(t search.Term) bool { return stands(t, text) } }
	inTool := func(t search.Term) bool {
		return slices.ContainsFunc(strings.Fields(p.Tool), func(name string) bool {
			return name == t.Words[0] || t.Prefix && strings.HasPrefix(name, t.Words[0])
		})
	}
	inProject := func(name string) bool {
		return p.Project == name || strings.HasPrefix(p.Project, name+"/") && strings.HasPrefix(name, "/") ||
			filepath.Base(p.Project) == name
	}
	isCLI := func(name string) bool { return p.CLI == name }
	for _, t := range q.Terms {
		if !stands(t, p.Body) && !stands(t, p.Piece.Path) {
			return false
		}
	}
	for _, t := range q.Files {
		if !stands(t, p.Piece.Path) {
			return false
		}
	}
	return !slices.ContainsFunc(q.Without, has(p.Body)) && !slices.ContainsFunc(q.Without, has(p.Piece.Path)) &&
		!slices.ContainsFunc(q.WithoutFiles, has(p.Piece.Path)) &&
		(len(q.Tools) == 0 || slices.ContainsFunc(q.Tools, inTool)) && !slices.ContainsFunc(q.WithoutTools, inTool) &&
		(len(q.Kinds) == 0 || slices.Contains(q.Kinds, p.Kind)) &&
		(len(q.CLIs) == 0 || slices.ContainsFunc(q.CLIs, isCLI)) && !slices.ContainsFunc(q.WithoutCLIs, isCLI) &&
		(len(q.Projects) == 0 || slices.ContainsFunc(q.Projects, inProject)) &&
		!slices.ContainsFunc(q.WithoutProjects, inProject) && !p.Updated.Before(q.Since)
}

// stands reports whether a term stands in a text: by the words that [piece.Locate] finds, not by those of the index.
func stands(t search.Term, text string) bool {
	if len(t.Words) == 0 {
		return strings.Contains(text, t.Text)
	}
	_, words := piece.Locate(text)
	for from := range words {
		matches := from+len(t.Words) <= len(words)
		for i := 0; matches && i < len(t.Words); i++ {
			got := words[from+i].Text
			isLast := i == len(t.Words)-1
			matches = got == t.Words[i] || isLast && t.Prefix && strings.HasPrefix(got, t.Words[i])
		}
		if matches {
			return true
		}
	}
	return false
}

func TestParse(t *testing.T) {
	q := parse(t,
		`parser "next token" needle-path.go pars* -without -"two words" tool:Bash file:parser.go role:user -role:assistant project:app cli:codex since:2d --flag => foo:bar`)
	got := fmt.Sprintf("%q %q %q %q %v %v %v %v", texts(q.Terms), texts(q.Without), texts(q.Files), texts(q.Tools),
		q.Kinds, q.Projects, q.CLIs, q.Since)
	want := `["parser" "next token" "needle-path.go" "pars*" "--flag" "=>" "foo:bar"] ["without" "two words"] ["parser.go"] ["Bash"] [prompt] [app] [codex] ` +
		fmt.Sprint(fixtures.Now.AddDate(0, 0, -2))
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func TestQuotationMarkAloneIsSearchedFor(t *testing.T) {
	for query, want := range map[string]string{`"`: `["\""]`, `word "`: `["word" "\""]`, `""`: `[]`,
		`"open end`: `["open end"]`} {
		if got := fmt.Sprintf("%q", texts(parse(t, query).Terms)); got != want {
			t.Errorf("%s is %s, want %s", query, got, want)
		}
	}
}

func texts(terms []search.Term) []string {
	var all []string
	for _, t := range terms {
		all = append(all, t.Text)
	}
	return all
}

func TestWrongQueriesSayWhatIsWrong(t *testing.T) {
	for query, want := range map[string]string{
		"role:boss":                 "there is no such role",
		"since:whenever":            "that is not a time",
		"-since:2d":                 "cannot be excluded",
		strings.Repeat("a ", 101):   "too many",
		strings.Repeat("a", 10_001): "too long",
	} {
		if _, err := search.Parse(query, fixtures.Now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", query, err)
		}
	}
}

// SQLite notices a damaged page when a query reads it: then the index is made anew, and the answer is the right one.
func TestASearchThatComesUponDamageHeals(t *testing.T) {
	folder := t.TempDir()
	if _, err := home.Make(t.Context(), folder, home.Small(), 3); err != nil {
		t.Fatal(err)
	}
	m := open(t, folder)
	want, err := m.searcher().Search(t.Context(), parse(t, "needle_everywhere"), 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.index.DB().ExecContext(t.Context(), "UPDATE f_data SET block = x'ff' WHERE id > 10"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.searcher().Search(t.Context(), parse(t, "needle_everywhere"), 5); err == nil {
		t.Fatal("the damage does not show")
	}
	got, err := m.searcher().Fresh(t.Context(), parse(t, "needle_everywhere"), 5, nil)
	if err != nil || got.Hits != want.Hits || got.Sessions != want.Sessions {
		t.Errorf("%d hits in %d sessions, %v; %d in %d before the damage", got.Hits, got.Sessions, err, want.Hits,
			want.Sessions)
	}
}
