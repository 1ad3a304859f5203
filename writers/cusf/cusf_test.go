package cusf_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"stead/adapters/adapter"
	format "stead/adapters/cusf"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	reader "stead/readers/cusf"
	"stead/timeline"
	"stead/writers"
	"stead/writers/cusf"
)

func options(id string) writers.Options {
	return writers.Options{ID: id, Now: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
		NewID: func() string { return "new" }}
}

func encode(t *testing.T, w cusf.Writer, s timeline.Stream) (string, writers.Report) {
	t.Helper()
	content, report := writertest.Encode(t, w, s, options(s.Header.ID))
	return string(content), report
}

func stream(cli string, entries ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{
		Header: timeline.Header{
			ID: "s-1", Source: timeline.Source{CLI: cli}, Project: timeline.Project{Path: "/home/user/demo"},
			Metadata: timeline.Metadata{Created: "2026-11-20T09:00:00Z"},
		},
		Entries: timeline.Of(entries...),
	}
}

func says(kind timeline.EntryType, id, at string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: kind, Content: timeline.NewText("text of " + id), Timestamp: at}
}

func call(id, at string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash, OriginalTool: "sh",
		Input: json.RawMessage(`{"command":"ls"}`), Timestamp: at}
}

func result(id, at string) *timeline.Entry {
	return &timeline.Entry{ID: "of " + id, Type: timeline.ToolResult, CallID: id, Success: true,
		Output: timeline.NewText("out"), Timestamp: at}
}

// column returns the values of some members of each line, without the first two and the last.
func column(t *testing.T, out string, members ...string) []string {
	t.Helper()
	var told []string
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, line := range lines[2 : len(lines)-1] {
		var values map[string]any
		if err := json.Unmarshal([]byte(line), &values); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, member := range members {
			text, _ := values[member].(string)
			row = append(row, text)
		}
		told = append(told, strings.TrimSpace(strings.Join(row, " ")))
	}
	return told
}

func TestTimesNeverRunBackwards(t *testing.T) {
	out, report := encode(t, cusf.Writer{}, stream("claude",
		says(timeline.User, "a", "2026-11-20T10:00:05+01:00"), says(timeline.Assistant, "b", ""),
		says(timeline.User, "c", "2026-11-20T08:00:00Z"),
		says(timeline.Assistant, "d", "2026-11-20T09:00:07.5Z"),
	))
	want := []string{"2026-11-20T09:00:05Z", "2026-11-20T09:00:05.001Z", "2026-11-20T09:00:05.001Z",
		"2026-11-20T09:00:07.5Z"}
	if diff := cmp.Diff(want, column(t, out, "timestamp")); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"missing time", "time out of order"}, writertest.LossNames(report)); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
}

func TestCallsBelongToMessages(t *testing.T) {
	second := call("t2", "")
	second.ParentID = "a1"
	out, _ := encode(t, cusf.Writer{}, stream("codex",
		says(timeline.User, "u1", ""), call("t1", ""), result("t1", ""), says(timeline.Assistant, "a1", ""), call("t2", ""),
		call("t2", ""),
		result("t2", ""), second,
	))
	want := []string{
		"message u1", "message t1-turn u1", "tool_use t1 t1-turn", "tool_result t1", "message a1 t1-turn",
		"tool_use t2 a1", "tool_use t2#2 a1", "tool_result t2#2", "tool_use t2#3 a1",
	}
	got := column(t, out, "type", "message_id", "tool_id", "parent_id")
	for i := range got {
		got[i] = strings.Join(strings.Fields(got[i]), " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestWhatTheFormatCannotHoldIsDeclared(t *testing.T) {
	abandoned, summary, pictured := says(timeline.User, "x", ""), says(timeline.System, "s", ""), says(timeline.User,
		"p", "")
	abandoned.Branch, summary.Compaction = "b", &timeline.Compaction{}
	pictured.Attachments = []timeline.Attachment{{MediaType: "image/png", Bytes: 70},
		{MediaType: "application/pdf", Bytes: 5, Leading: true}}
	stopped := says(timeline.Assistant, "a", "")
	stopped.StopReason = "pause_turn"
	s := stream("claude", abandoned, summary, pictured, stopped, result("gone", ""))
	s.Children = []timeline.Stream{stream("claude")}
	out, report := encode(t, cusf.Writer{}, s)
	want := []string{
		"abandoned branch", "attachment", "call of a result", "mark of a compaction", "missing time",
		"session of a sub-agent", "stop reason pause_turn",
	}
	if diff := cmp.Diff(want, writertest.LossNames(report)); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
	if !strings.Contains(out,
		`"content":"[file: application/pdf, 5 bytes]\n\ntext of p\n\n[image: image/png, 70 bytes]"`) {
		t.Errorf("the notes for the attachments are not there: %s", out)
	}
	if _, report := encode(t, cusf.Writer{Reconstruct: true}, s); len(report.Losses) > 0 {
		t.Errorf("for reconstruction: %v", report.Losses)
	}
}

func TestSourceAndModelName(t *testing.T) {
	for cli, want := range map[string]string{
		"claude": `"llm_source":"claude","llm_model":"m"`, "kimi-cli": `"llm_source":"kimi","llm_model":"m"`,
		"opencode": `"llm_source":"other","llm_model":"opencode/m"`,
	} {
		s := stream(cli, says(timeline.User, "u", ""))
		s.Header.Model.Model = "m"
		if out, _ := encode(t, cusf.Writer{}, s); !strings.Contains(out, want) {
			t.Errorf("%s: %s", cli, out)
		}
	}
}

// The standard says that writers should not add members that it does not name.
func TestWrittenLinesHaveNamedMembersOnly(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(format.SchemaJSON))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:cusf:schema:1.0.0", document); err != nil {
		t.Fatal(err)
	}
	profile := compiler.MustCompile("urn:cusf:schema:1.0.0#/$defs/writerEntry")
	check := func(out string) (broken int) {
		for line := range strings.Lines(out) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err != nil {
				t.Fatal(err)
			}
			if profile.Validate(value) != nil {
				broken++
			}
		}
		return broken
	}
	plain, _ := encode(t, cusf.Writer{}, sample.Session())
	if n := check(plain); n > 0 {
		t.Errorf("%d lines break the profile:\n%s", n, plain)
	}
	if whole, _ := encode(t, cusf.Writer{Reconstruct: true}, sample.Session()); check(whole) == 0 {
		t.Error("the check accepts x_stead, too")
	}
}

func open(t *testing.T, sample string) timeline.Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.jsonl")
	fixtures.Copy(t, sample, path)
	s, err := reader.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSessionThatWentOnEndsOnce(t *testing.T) {
	const sample = "cusf/valid/v01-full-parallel-tools.jsonl"
	s := open(t, sample)
	own := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range own {
			if !yield(e, err) {
				return
			}
		}
		yield(says(timeline.User, "more", "2026-01-28T13:00:00Z"), nil)
	}
	out, _ := encode(t, cusf.Writer{}, s)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	source := strings.Split(strings.TrimSuffix(string(fixtures.Read(t, sample)), "\n"), "\n")
	if diff := cmp.Diff(source[:len(source)-1], lines[:len(lines)-2]); diff != "" {
		t.Errorf("the session's own lines (-source +written):\n%s", diff)
	}
	if n := strings.Count(out, `"session_end"`); n != 1 ||
		!strings.Contains(lines[len(lines)-1], `"ended_at":"2026-01-28T13:00:00Z"`) {
		t.Errorf("%d ends, the last is %s", n, lines[len(lines)-1])
	}
}

func TestOnlyAnExportIsDated(t *testing.T) {
	s := open(t, "cusf/valid/v03-unknown-fields-and-entry-extras.jsonl")
	same, _ := encode(t, cusf.Writer{}, s)
	if diff := cmp.Diff(string(fixtures.Read(t, "cusf/valid/v03-unknown-fields-and-entry-extras.jsonl")),
		same); diff != "" {
		t.Errorf("restored (-source +written):\n%s", diff)
	}
	dated, _ := encode(t, cusf.Writer{Redate: true}, s)
	if want := strings.Replace(same, "2026-01-28T12:30:00Z", "2026-11-20T10:00:00Z", 1); dated != want {
		t.Errorf("dated (-want +got):\n%s", cmp.Diff(want, dated))
	}
}

func TestFileIsNamedAsTheStandardSays(t *testing.T) {
	for _, c := range []struct {
		w        cusf.Writer
		id, want string
	}{
		{cusf.Writer{}, "abc123", "2026-11-20T10-00-00Z-session-claude-abc123--context-export.jsonl"},
		{cusf.Writer{Reconstruct: true}, "../a b", "2026-11-20T10-00-00Z-session-claude-.._a_b--reconstruction-export.jsonl"},
	} {
		plan, err := c.w.Plan(adapter.Store{Root: "/exports"}, stream("claude"), options(c.id))
		if err != nil || filepath.ToSlash(plan.Path) != "/exports/"+c.want {
			t.Errorf("%q: %s, error %v", c.id, plan.Path, err)
		}
	}
}

// counted gives an entry the counts that only one entry of a response has.
func counted(e *timeline.Entry, output int64) *timeline.Entry {
	e.Usage = &timeline.Usage{Input: 1, Output: output}
	return e
}

// hidden is a record of the source that only counts tokens.
func hidden(id string, output int64) *timeline.Entry {
	return counted(&timeline.Entry{ID: id, Type: timeline.System, Hidden: true}, output)
}

// told returns the id, the content and the counts of each message of the model.
func told(t *testing.T, out string) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(out) {
		var m struct {
			Role, Content, Model string
			ID                   string `json:"message_id"`
			Stop                 string `json:"stop_reason"`
			Usage                struct{ Output int }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if m.Role == "assistant" {
			all = append(all, fmt.Sprintf("%s %q %s %s %d", m.ID, m.Content, m.Model, m.Stop, m.Usage.Output))
		}
	}
	return all
}

func TestAResponseIsOneMessage(t *testing.T) {
	of := func(e *timeline.Entry) *timeline.Entry {
		e.Model, e.StopReason = "m", "tool_use"
		return e
	}
	for name, test := range map[string]struct {
		entries []*timeline.Entry
		want    []string
	}{
		"of calls alone": {
			[]*timeline.Entry{counted(of(call("t1", "")), 7), call("t2", ""), result("t1", ""), result("t2", "")},
			[]string{`t1-turn "" m tool_use 7`},
		},
		"of texts and calls": {
			[]*timeline.Entry{counted(of(says(timeline.Assistant, "a", "")), 7), call("t1", ""),
				says(timeline.Assistant, "b", ""), result("t1", "")},
			[]string{`a "text of a\n\ntext of b" m tool_use 7`},
		},
		"counted behind the results": {
			[]*timeline.Entry{of(call("t1", "")), result("t1", ""), hidden("h1", 7), of(says(timeline.Assistant, "a", "")),
				hidden("h2", 8)},
			[]string{`t1-turn "" m tool_use 7`, `a "text of a" m tool_use 8`},
		},
		"and another right behind it": {
			[]*timeline.Entry{counted(of(says(timeline.Assistant, "a", "")), 7),
				counted(of(says(timeline.Assistant, "b", "")), 8)},
			[]string{`a "text of a" m tool_use 7`, `b "text of b" m tool_use 8`},
		},
		"counted by the hidden record that it follows": {
			[]*timeline.Entry{hidden("h", 7), {ID: "a", Type: timeline.Assistant, ParentID: "h", Model: "m",
				StopReason: "tool_use"}},
			[]string{`a "" m tool_use 7`},
		},
		"and a count before it belongs to something else": {
			[]*timeline.Entry{hidden("h", 7), counted(of(says(timeline.Assistant, "a", "")), 8)},
			[]string{`a "text of a" m tool_use 8`},
		},
		"unless only money is counted": {
			[]*timeline.Entry{
				of(says(timeline.Assistant, "a", "")), of(says(timeline.Assistant, "b", "")),
				{ID: "h", Type: timeline.System, Hidden: true, Usage: &timeline.Usage{Cost: 1}},
			},
			[]string{`a "text of a" m tool_use 0`, `b "text of b" m tool_use 0`},
		},
		"unless nothing is counted": {
			[]*timeline.Entry{of(says(timeline.Assistant, "a", "")), of(says(timeline.Assistant, "b", ""))},
			[]string{`a "text of a" m tool_use 0`, `b "text of b" m tool_use 0`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, _ := encode(t, cusf.Writer{}, stream("claude", test.entries...))
			if diff := cmp.Diff(test.want, told(t, out)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Counts that belong to no message are still in the sums, and are reported.
func TestACountOfNoMessageIsInTheSums(t *testing.T) {
	out, report := encode(t, cusf.Writer{}, stream("codex", says(timeline.User, "u", ""), hidden("h", 7),
		counted(says(timeline.Assistant, "a", ""), 8)))
	if !strings.Contains(out, `"total_tokens":{"input":2,"output":15}`) || writertest.Lost(report, "token counts") != 1 {
		t.Errorf("%v\n%s", report.Losses, out)
	}
}

func TestADeveloperIsTheSystem(t *testing.T) {
	instruction := says(timeline.System, "d", "")
	instruction.Hidden, instruction.Extra = true, timeline.Extra{timeline.RoleExtra: json.RawMessage(`"developer"`)}
	noise := says(timeline.System, "n", "")
	noise.Hidden = true
	out, _ := encode(t, cusf.Writer{}, stream("codex", instruction, noise, says(timeline.User, "u", "")))
	if diff := cmp.Diff([]string{"system text of d", "user text of u"}, column(t, out, "role", "content")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A session does not know its owner, unless it was exported before.
func TestTheOwnerIsWhatIsSet(t *testing.T) {
	w := cusf.Writer{Owner: cusf.Owner{Machine: "m1", Tenant: "t1", User: "u1"}}
	s := stream("claude", says(timeline.User, "u", ""))
	if out, _ := encode(t, w, s); !strings.Contains(out, `"machine_id":"m1","tenant_id":"t1","user_id":"u1"`) {
		t.Error(out)
	}
	s.Header.Source.Extra = timeline.Extra{format.ExtraUser: json.RawMessage(`"other"`)}
	if out, _ := encode(t, w, s); !strings.Contains(out, `"user_id":"other"`) {
		t.Error(out)
	}
}
