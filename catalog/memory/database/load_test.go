package database

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/internal/testkit/memoryfiles"
	"stead/timeline"
)

func slicesWithout(names []string, drop string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == drop })
}

// ask returns the rows of a query, each with blanks between its values.
func (d *Database) ask(t testing.TB, table, query string) []string {
	t.Helper()
	rows, err := d.holder(table).Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	names, _ := rows.Columns()
	var all []string
	for rows.Next() {
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, value := range values {
			row = append(row, fmt.Sprint(*value.(*any)))
		}
		all = append(all, strings.Join(row, " "))
	}
	return all
}

func TestRowsOfAnEverydaySession(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, report := f.opened(Options{Tenant: "t", Team: "web"})
	if want := (Report{Messages: 11, Events: 12}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	for _, c := range []struct {
		table, query string
		want         []string
	}{
		{"sessions", "SELECT tenant_id, team_id, project_id, title, project, branch, last_seq, turns FROM sessions",
			[]string{"t web  About s1 /p main 11 1"}},
		{"tool_analytics",
			"SELECT seq, call_id, turn, command, path, success, duration_ms, input_bytes, output_bytes, source_file, source_line FROM tool_analytics", []string{
				"2 c1 1 git commit -m x  1 1000 24 32 /s/s1.jsonl 2", "4 c2 1  /p/a.go 0 2000 18 2 /s/s1.jsonl 4",
				"5 c3 1   <nil> <nil> 5 <nil> /s/s1.jsonl 5",
				"7 c4 1   <nil> <nil> 1 <nil> /s/s1.jsonl 7", "8 c5 1   <nil> <nil> 1 <nil> /s/s1.jsonl 8",
				"9 c6 1   <nil> <nil> 1 <nil> /s/s1.jsonl 9"}},
		{"token_economics", "SELECT model, input, output, cost_usd IS NULL, cost_source <> '' FROM token_economics", []string{
			"claude-opus-4-8 1000 100 0 1", "nobody-knows-1 1000 0 1 0"}},
		{"message_component_invocations",
			"SELECT component_type, component FROM message_component_invocations ORDER BY seq", []string{
				"command /review", "tool bash", "tool edit", "tool edit", "mcp github/list_issues", "skill pdf", "agent explorer"}},
		{"activity_associations",
			"SELECT kind, target, relation, turn, times FROM activity_associations ORDER BY kind, target", []string{
				"branch main worked on 0 1", "commit 1a2b3c4 made 1 1", "file /p/a.go edited 1 1", "file b.go written 1 1",
				"url https://example.org/a?b=1 named 1 1"}},
	} {
		if diff := cmp.Diff(c.want, d.ask(t, c.table, c.query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.table, diff)
		}
	}
}

func TestLoadingAgainChangesNothing(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, _ := f.opened(Options{})
	before := d.dump(t)
	report, err := d.Load(t.Context(), nil)
	if err != nil || report != (Report{}) {
		t.Errorf("%+v, %v", report, err)
	}
	if diff := cmp.Diff(before, d.dump(t)); diff != "" {
		t.Error(diff)
	}
}

// Whether files are loaded at once or as they grow, in several sessions at a time, the rows are the same.
func TestLoadingInPartsIsLoadingAtOnce(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		f := newFiles(t)
		parts, _ := f.opened(Options{})
		for i := range 1 + random.IntN(5) {
			session := fmt.Sprint("s", random.IntN(3))
			f.Begin(session, "/p")
			if random.IntN(2) == 0 {
				f.Say(session, memory.KindCall, "bash\ncommand: sleep",
					memoryfiles.Calls(fmt.Sprint("open", i), timeline.Bash, "Bash", map[string]any{"command": "sleep"}))
				f.loadInto(parts)
				f.Say(session, memory.KindResult, fmt.Sprint("slept ", i), memoryfiles.Answers(fmt.Sprint("open", i), true))
			}
			f.Work(random, session, random.IntN(4))
			f.loadInto(parts)
		}
		fresh := newFiles(t)
		memoryfiles.Copy(t, f.Folder, fresh.Folder)
		once, _ := fresh.opened(Options{})
		if diff := cmp.Diff(once.dump(t), parts.dump(t)); diff != "" {
			t.Fatalf("seed %d: loaded at once and in parts (-once +parts):\n%s", seed, diff)
		}
	}
}

func TestInterruptedLoadGoesOn(t *testing.T) {
	batchBytes = 4 << 10
	t.Cleanup(func() { batchBytes = 32 << 20 })
	f := newFiles(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		f.Begin(fmt.Sprint("s", i), "/p")
		f.Work(r, fmt.Sprint("s", i), 5)
	}
	f.Write()
	whole, _ := f.opened(Options{})
	want := whole.dump(t)
	other := newFiles(t)
	memoryfiles.Copy(t, f.Folder, other.Folder)
	d, err := Open(t.Context(), Options{Folder: other.Folder})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	interrupted := 0
	for left := 1; ; left *= 2 {
		ctx, cancel := context.WithCancel(t.Context())
		rest := left
		_, err := d.Load(ctx, func(int64, int64) {
			if rest--; rest <= 0 {
				cancel()
			}
		})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		interrupted++
	}
	if diff := cmp.Diff(want, d.dump(t)); diff != "" {
		t.Error(diff)
	}
	if interrupted == 0 {
		t.Error("no load was interrupted")
	}
}

func TestReplacedFileMakesTheRowsAnew(t *testing.T) {
	for name, change := range map[string]func(content []byte) []byte{
		"cut":      func(c []byte) []byte { return c[:strings.LastIndexByte(string(c[:len(c)-1]), '\n')+1] },
		"replaced": func(c []byte) []byte { return []byte(strings.ReplaceAll(string(c), "s1", "s2")) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFiles(t)
			f.Everyday()
			f.opened(Options{})
			for _, file := range []string{memory.MessagesFile, memory.EventsFile} {
				path := filepath.Join(f.Folder, file)
				content, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, change(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			d, report := f.opened(Options{})
			if !report.Anew {
				t.Error("the load did not begin anew")
			}
			other := newFiles(t)
			memoryfiles.Copy(t, f.Folder, other.Folder)
			fresh, _ := other.opened(Options{})
			if diff := cmp.Diff(fresh.dump(t), d.dump(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLineWithoutItsEndWaits(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	path := filepath.Join(f.Folder, memory.EventsFile)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content[:len(content)-10], 0o600); err != nil {
		t.Fatal(err)
	}
	d, report := f.opened(Options{})
	if report.Events != 11 || report.Bad != 0 {
		t.Errorf("%+v", report)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if report, err := d.Load(t.Context(), nil); err != nil || report.Events != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestDamagedLinesArePassedOver(t *testing.T) {
	f := newFiles(t)
	f.Messages.WriteString("{\"hash\":\n{}\nnull\n")
	f.Events.WriteString("[1]\n{\"session_id\":1,\"llm_source\":\"claude\",\"event\":\"entry\"}\n\x00\xff\n")
	f.Everyday()
	_, report := f.opened(Options{})
	if want := (Report{Messages: 11, Events: 12, Bad: 6}); report != want {
		t.Errorf("%+v, want %+v", report, want)
	}
}

// Nobody sees rows of another tenant, whatever several have loaded into the same databases, in whatever order.
func TestTenantsSeeTheirOwnRowsOnly(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		f := newFiles(t)
		opened := map[string]*Database{}
		for i := range 4 {
			tenant := []string{"", "a", "a'b"}[random.IntN(3)]
			session := fmt.Sprint("s", random.IntN(2))
			f.Begin(session, "/p")
			f.Work(random, session, 1)
			if opened[tenant] == nil {
				opened[tenant], _ = f.opened(Options{Tenant: tenant})
			}
			f.loadInto(opened[tenant])
			findings := []memory.Finding{learnt(fmt.Sprint("use ", tenant, i%2))}
			if err := opened[tenant].KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: session},
				findings); err != nil {
				t.Fatal(err)
			}
		}
		for tenant, d := range opened {
			f.loadInto(d)
			compareAlone(t, f, tenant, d)
		}
	}
}

// compareAlone compares what a tenant has among others with what it has alone.
func compareAlone(t *testing.T, f *files, tenant string, among *Database) {
	own := newFiles(t)
	memoryfiles.Copy(t, f.Folder, own.Folder)
	d, _ := own.opened(Options{Tenant: tenant})
	var without []string
	for line := range strings.Lines(among.dump(t)) {
		name, _, _ := strings.Cut(line, " ")
		if _, ok := alsoInOrg[name]; !ok {
			without = append(without, line)
		}
	}
	got := strings.Join(without, "")
	if want := d.dump(t); sessionsKnown.ReplaceAllString(got, "") != sessionsKnown.ReplaceAllString(want, "") {
		t.Fatalf("tenant %q among others (-alone +among):\n%s", tenant, cmp.Diff(want, got))
	}
}
