package stats

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the test counts in OpenCode's own database

	"stead/adapters"
	"stead/catalog/index"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// home returns a home with recorded sessions of three CLIs: each in a form of its own.
func home(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"tools", "parallel", "compaction", "error-image-thinking", "tui", "reallife-tour",
		"reallife-background", "text"} {
		var first struct{ SessionID string }
		line, _, _ := bytes.Cut(fixtures.Read(t, "claude/"+name+".jsonl"), []byte("\n"))
		if err := json.Unmarshal(line, &first); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(home, ".claude/projects/-home-user-demo-claude", first.SessionID)
		fixtures.Copy(t, "claude/"+name+".jsonl", path+".jsonl")
		if name == "reallife-tour" || name == "reallife-background" {
			if _, err := os.Stat("../../internal/testkit/fixtures/testdata/claude/" + name); err == nil {
				fixtures.Copy(t, "claude/"+name, path)
			}
		}
	}
	for _, fixture := range fixtures.Match(t, "codex/*.jsonl") {
		fixtures.Copy(t, fixture, filepath.Join(home, ".codex/sessions/2026/11/20", filepath.Base(fixture)))
	}
	fixtures.Copy(t, "opencode/opencode.db", filepath.Join(home, ".local/share/opencode/opencode.db"))
	return home
}

// indexed returns the index of a home.
func indexed(t *testing.T, home string, delivered func(timeline.Summary) (int, int)) *sql.DB {
	t.Helper()
	ctx := context.Background()
	o := index.Options{Readers: adapters.Readers(), Host: fixtures.Host(home)}
	if delivered != nil {
		o.Delivered = func(context.Context) func(timeline.Summary) (int, int) { return delivered }
	}
	x, err := index.Open(ctx, filepath.Join(t.TempDir(), index.FileName), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	report, err := x.Refresh(ctx, nil)
	if err != nil || len(report.Warnings) > 0 {
		t.Fatal(err, report.Warnings)
	}
	return x.DB()
}

func compute(t *testing.T, db *sql.DB, q Query) Result {
	t.Helper()
	r, err := Compute(context.Background(), db, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counted is what a count without stead's readers gives.
type counted struct{ input, output, calls int64 }

// countClaude counts each response, by its id, and each call once.
func countClaude(t *testing.T, home string) (c counted) {
	t.Helper()
	type usage struct {
		Input  int64 `json:"input_tokens"`
		Output int64 `json:"output_tokens"`
	}
	responses, calls := map[string]usage{}, map[string]bool{}
	eachLine(t, filepath.Join(home, ".claude/projects"), func(line []byte) {
		var record struct {
			Type    string
			Message struct {
				ID      string
				Usage   *usage
				Content json.RawMessage
			}
		}
		if json.Unmarshal(line, &record) != nil || record.Type != "assistant" {
			return
		}
		if u := record.Message.Usage; u != nil {
			responses[record.Message.ID] = *u
		}
		var blocks []struct{ Type, ID string }
		if json.Unmarshal(record.Message.Content, &blocks) == nil {
			for _, b := range blocks {
				if b.Type == "tool_use" || b.Type == "server_tool_use" {
					calls[b.ID] = true
				}
			}
		}
	})
	for _, u := range responses {
		c.input, c.output = c.input+u.Input, c.output+u.Output
	}
	c.calls = int64(len(calls))
	return c
}

// countCodex adds up the record that the CLI writes for each response.
func countCodex(t *testing.T, home string) (c counted) {
	t.Helper()
	eachLine(t, filepath.Join(home, ".codex/sessions"), func(line []byte) {
		var record struct {
			Type    string
			Payload struct {
				Type  string
				Usage struct {
					Input  int64 `json:"input_tokens"`
					Cached int64 `json:"cached_input_tokens"`
					Output int64 `json:"output_tokens"`
				}
			}
		}
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatal(err)
		}
		if u := record.Payload.Usage; record.Type == "token_usage_record" {
			c.input, c.output = c.input+u.Input-u.Cached, c.output+u.Output
		}
		if slices.Contains([]string{"function_call", "custom_tool_call", "local_shell_call", "web_search_call"},
			record.Payload.Type) {
			c.calls++
		}
	})
	return c
}

func countOpenCode(t *testing.T, home string) (c counted) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(home, ".local/share/opencode/opencode.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.QueryRow(`SELECT coalesce(sum(data->>'$.tokens.input'),0), coalesce(sum(data->>'$.tokens.output' + (data->>'$.tokens.reasoning')),0) FROM message
		WHERE data->>'$.role' = 'assistant'`).Scan(&c.input, &c.output)
	if err == nil {
		err = db.QueryRow(`SELECT count(*) FROM part WHERE data->>'$.type' = 'tool'`).Scan(&c.calls)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func eachLine(t *testing.T, root string, do func([]byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			do(lines.Bytes())
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFiguresAreThoseOfAnIndependentCount(t *testing.T) {
	home := home(t)
	r := compute(t, indexed(t, home, nil), Query{By: []Dimension{ByCLI}})
	want := map[string]counted{"claude": countClaude(t, home), "codex": countCodex(t, home),
		"opencode": countOpenCode(t, home)}
	for _, row := range r.Rows {
		got := counted{row.Input, row.Output, *row.Calls}
		if got != want[row.Keys[0]] || got.output == 0 || got.calls == 0 {
			t.Errorf("%s: %+v, counted independently %+v", row.Keys[0], got, want[row.Keys[0]])
		}
		delete(want, row.Keys[0])
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

// Whatever rows are told apart by, they add up to the same total.
func TestRowsAddUpToTheTotal(t *testing.T) {
	db := indexed(t, home(t), nil)
	total := compute(t, db, Query{}).Total
	for _, by := range [][]Dimension{{ByCLI}, {ByModel}, {ByProject}, {ByDay}, {ByTool}, {ByCLI, ByModel},
		{ByDay, ByProject, ByCLI}, {ByTool, ByDay}} {
		r := compute(t, db, Query{By: by})
		if sums(r.Total) != sums(total) {
			t.Errorf("by %v the total is %v, want %v", by, sums(r.Total), sums(total))
		}
		var output, calls, turns int64
		for _, row := range r.Rows {
			if row.Tokens != nil {
				output += row.Output
			}
			if row.Calls != nil {
				calls += *row.Calls
			}
			if row.Turns != nil {
				turns += *row.Turns
			}
		}
		hasModel, hasTool := slices.Contains(by, ByModel), slices.Contains(by, ByTool)
		if !hasTool && output != total.Output || hasTool && output != 0 {
			t.Errorf("by %v the rows have %d output tokens, the total %d", by, output, total.Output)
		}
		if !hasModel && calls != *total.Calls || hasModel && calls != 0 {
			t.Errorf("by %v the rows have %d calls, the total %d", by, calls, *total.Calls)
		}
		if !hasModel && !hasTool && turns != *total.Turns {
			t.Errorf("by %v the rows have %d turns, the total %d", by, turns, *total.Turns)
		}
	}
}

func sums(f Figures) [5]int64 {
	return [5]int64{f.Sessions, f.Output, f.Responses, *f.Calls, *f.Turns}
}

func TestFilters(t *testing.T) {
	db := indexed(t, home(t), nil)
	all := compute(t, db, Query{By: []Dimension{ByCLI}})
	row := func(r Result, key string) Figures {
		for _, row := range r.Rows {
			if row.Keys[0] == key {
				return row.Figures
			}
		}
		return Figures{Tokens: &Tokens{}}
	}
	if got := compute(t, db, Query{CLI: "Codex"}).Total; got.Output != row(all, "codex").Output {
		t.Errorf("of Codex there are %d, want %d", got.Output, row(all, "codex").Output)
	}
	if got := compute(t, db, Query{Model: "OPUS"}).Total; got.Output == 0 || got.Output > row(all, "claude").Output ||
		*got.Calls == 0 {
		t.Errorf("of opus there are %d", got.Output)
	}
	if got := compute(t, db, Query{Project: "demo-claude"}).Total; got.Output == 0 || got.Output == all.Total.Output {
		t.Errorf("of the project there are %d of %d", got.Output, all.Total.Output)
	}
	if got := compute(t, db, Query{Project: "/home/user/demo-claude"}).Total; sums(got) != sums(
		compute(t, db, Query{Project: "demo-claude"}).Total) {
		t.Error("a project by its path is another than by its name")
	}
	renamed := Query{By: []Dimension{ByProject}, Folder: func(string) string { return "/one" }}
	if got := compute(t, db, renamed); len(got.Rows) != 1 || got.Rows[0].Keys[0] != "/one" ||
		sums(got.Rows[0].Figures) != sums(all.Total) {
		t.Errorf("in one folder there are %+v", got.Rows)
	}
	late := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := compute(t, db, Query{Since: late, By: []Dimension{ByDay}}); len(got.Rows) != 0 || got.Total.Sessions != 0 {
		t.Errorf("in the future there are %+v", got.Rows)
	}
	for _, wrong := range [][]Dimension{{"week"}, {ByDay, ByDay}, {ByTool, ByModel}} {
		if _, err := Compute(context.Background(), db, Query{By: wrong}); !errors.Is(err, ErrQuery) {
			t.Errorf("by %v: %v", wrong, err)
		}
	}
}

// A model without a price makes a sum a lower bound, and a sum of such alone unknown.
func TestUnknownCostIsNotNothing(t *testing.T) {
	r := compute(t, indexed(t, home(t), nil), Query{By: []Dimension{ByModel}})
	known, unknown := 0, 0
	for _, row := range r.Rows {
		switch {
		case row.Cost == nil && row.Unpriced > 0:
			unknown++
			if !slices.Contains(r.Unpriced, row.Keys[0]) {
				t.Errorf("%s is not among the models without a price, %q", row.Keys[0], r.Unpriced)
			}
		case row.Cost != nil && row.Unpriced == 0:
			known++
		default:
			t.Errorf("%s: %+v", row.Keys[0], row.Tokens)
		}
	}
	if known == 0 || unknown == 0 || r.Total.Cost == nil || r.Total.Unpriced == 0 {
		t.Errorf("%d models with, %d without a price; in all %+v", known, unknown, r.Total.Tokens)
	}
}

// uuid is the id of a record.
var uuid = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// What stead delivered into a session, or its CLI has copied, counts where it came from alone.
func TestCopiesDoNotCountTwice(t *testing.T) {
	home := home(t)
	before := compute(t, indexed(t, home, nil), Query{}).Total
	folder := filepath.Join(home, ".claude/projects/-home-user-demo-claude")
	source, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(source[0])
	if err != nil {
		t.Fatal(err)
	}
	const id = "deadbeef-0000-4000-8000-000000000000"
	was := strings.TrimSuffix(filepath.Base(source[0]), ".jsonl")
	copied := bytes.ReplaceAll(content, []byte(was), []byte(id))
	fixtures.Put(t, filepath.Join(folder, id+".jsonl"), copied)
	if after := compute(t, indexed(t, home, nil), Query{}).Total; sums(after) != sums(before) ||
		after.Sessions != before.Sessions {
		t.Errorf("with a copy under the same ids there are %v, without %v", sums(after), sums(before))
	}
	written := uuid.ReplaceAllFunc(copied, func(id []byte) []byte { return append([]byte("fade"), id[4:]...) })
	fixtures.Put(t, filepath.Join(folder, id+".jsonl"), written)
	lines := bytes.Count(content, []byte("\n"))
	after := compute(t, indexed(t, home, func(s timeline.Summary) (int, int) {
		if s.ID == id {
			return 0, lines
		}
		return 0, 0
	}), Query{}).Total
	if sums(after) != sums(before) {
		t.Errorf("with a copy there are %v, without %v", sums(after), sums(before))
	}
	if twice := compute(t, indexed(t, home, nil), Query{}).Total; sums(twice) == sums(before) {
		t.Error("a copy that stead knows nothing of does not count: the test cannot fail")
	}
}
