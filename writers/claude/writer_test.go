package claude_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/claude"
)

const id = "22222222-2222-4222-8222-222222222222"

func options() writers.Options {
	return writers.Options{
		ID: id, Dir: "/home/user/demo", Now: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
		NewID: func() string { return id },
	}
}

// entry returns an entry whose id is its text.
func entry(kind timeline.EntryType, text string) *timeline.Entry {
	return &timeline.Entry{ID: text, Type: kind, Content: timeline.NewText(text), Timestamp: "2026-01-01T10:00:00.000Z"}
}

func user(text string) *timeline.Entry { return entry(timeline.User, text) }
func says(text string) *timeline.Entry { return entry(timeline.Assistant, text) }

func call(id string) *timeline.Entry {
	e := entry(timeline.ToolCall, id)
	e.Tool, e.OriginalTool, e.Input = timeline.Bash, "exec_command", json.RawMessage(`{"command":"`+id+`"}`)
	return e
}

func result(call string) *timeline.Entry {
	e := entry(timeline.ToolResult, "result of "+call)
	e.CallID, e.Success, e.Output = call, true, timeline.NewText("out of "+call)
	return e
}

// native makes an entry one of the CLI's own records.
func native(e *timeline.Entry, line int, raw string) *timeline.Entry {
	e.Native = &timeline.Record{CLI: "claude", Line: line, Raw: []byte(raw)}
	return e
}

func stream(entries ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{Header: timeline.Header{ID: "source",
		Source: timeline.Source{CLI: "codex", OriginalID: "source"}}, Entries: timeline.Of(entries...)}
}

func encode(t *testing.T, s timeline.Stream, o writers.Options) (string, writers.Report) {
	t.Helper()
	content, report := writertest.Encode(t, claude.Writer{}, s, o)
	return string(content), report
}

// line is what the tests look at of a record.
type line struct {
	UUID, ParentUUID, Type, Subtype, Timestamp, LeafUUID, SessionID, Entrypoint string
	IsMeta, IsCompactSummary, IsSidechain                                       bool
	LogicalParentUUID                                                           string
	Message                                                                     struct {
		ID, Model string
		Content   json.RawMessage
	}
	CompactMetadata struct{ PreservedMessages struct{ UUIDs []string } }
}

func linesOf(t *testing.T, content string) []line {
	t.Helper()
	var lines []line
	for text := range strings.Lines(content) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		lines = append(lines, l)
	}
	return lines
}

// outline tells each record in a line: its number, the number of its parent, of its message, and its content.
func outline(t *testing.T, content string) []string {
	t.Helper()
	numbers, messages := map[string]int{}, map[string]int{}
	var told []string
	for i, l := range linesOf(t, content) {
		if l.UUID != "" {
			numbers[l.UUID] = i + 1
		}
		text := fmt.Sprintf("%d<%d %s", i+1, numbers[l.ParentUUID], l.Type)
		if l.Message.ID != "" {
			if messages[l.Message.ID] == 0 {
				messages[l.Message.ID] = len(messages) + 1
			}
			text += fmt.Sprintf(" m%d", messages[l.Message.ID])
		}
		if l.LeafUUID != "" {
			text += fmt.Sprintf(" leaf %d", numbers[l.LeafUUID])
		}
		told = append(told, strings.TrimSpace(text+" "+contentOf(l.Message.Content)))
	}
	return told
}

func contentOf(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []struct {
		Type, Text, ID, Name, Content string
		CallID                        string `json:"tool_use_id"`
	}
	_ = json.Unmarshal(content, &blocks) // other shapes are told by their types
	var told []string
	for _, b := range blocks {
		told = append(told, strings.TrimSpace(b.Type+" "+b.Text+b.Name+" "+b.ID+b.CallID+" "+b.Content))
	}
	return strings.Join(told, ", ")
}

func TestConvertedRecordsAreLinkedAsTheCLIDoes(t *testing.T) {
	orphan, lost := result("gone"), call("lost")
	for _, test := range []struct {
		name    string
		entries []*timeline.Entry
		want    []string
	}{
		{
			"each block of a response is a record of one message",
			[]*timeline.Entry{user("go"), says("Looking."), call("c1"), result("c1"), says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 text Looking.", "3<2 assistant m1 tool_use Bash c1",
				"4<3 user tool_result  c1 out of c1", "5<4 assistant m2 text Done.", "6<0 last-prompt leaf 5"},
		},
		{
			"parallel calls are one message, and each result follows its own",
			[]*timeline.Entry{user("go"), call("c1"), call("c2"), result("c2"), result("c1"), says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use Bash c1", "3<2 assistant m1 tool_use Bash c2",
				"4<3 user tool_result  c2 out of c2", "5<2 user tool_result  c1 out of c1", "6<5 assistant m2 text Done.",
				"7<0 last-prompt leaf 6"},
		},
		{
			"a call between the results of others joins them",
			[]*timeline.Entry{user("go"), call("c1"), call("c2"), result("c1"), call("c3"), result("c2"), result("c3"),
				says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use Bash c1", "3<2 assistant m1 tool_use Bash c2",
				"4<2 user tool_result  c1 out of c1", "5<3 assistant m1 tool_use Bash c3", "6<3 user tool_result  c2 out of c2",
				"7<5 user tool_result  c3 out of c3", "8<7 assistant m2 text Done.", "9<0 last-prompt leaf 8"},
		},
		{
			"what comes between a call and its result waits for the result",
			[]*timeline.Entry{user("go"), call("c1"), user("hurry"), result("c1"), says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use Bash c1", "3<2 user tool_result  c1 out of c1",
				"4<3 user hurry", "5<4 assistant m2 text Done.", "6<0 last-prompt leaf 5"},
		},
		{
			"a call without a result is answered, before the session ends on a text",
			[]*timeline.Entry{user("go"), lost, says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use Bash lost",
				"3<2 user tool_result  lost No result of this call was recorded.", "4<3 assistant m2 text Done.",
				"5<0 last-prompt leaf 4"},
		},
		{
			"a result without a call gets one",
			[]*timeline.Entry{user("go"), orphan, says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use unknown_tool gone", "3<2 user tool_result  gone out of gone",
				"4<3 assistant m2 text Done.", "5<0 last-prompt leaf 4"},
		},
		{
			"a session that ends on a prompt is closed as the CLI would",
			[]*timeline.Entry{user("go")},
			[]string{"1<0 user go", "2<1 assistant m1 text No response requested.", "3<0 last-prompt leaf 2"},
		},
		{
			"a session that begins with the model gets a prompt before it",
			[]*timeline.Entry{says("Hello.")},
			[]string{"1<0 user The beginning of this session was not recorded.", "2<1 assistant m1 text Hello.",
				"3<0 last-prompt leaf 2"},
		},
		{
			"an id used twice is told apart, with its result",
			[]*timeline.Entry{user("go"), call("c:1"), result("c:1"), call("c:1"), result("c:1"), says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 tool_use Bash c_1", "3<2 user tool_result  c_1 out of c:1",
				"4<3 assistant m2 tool_use Bash c_1_2", "5<4 user tool_result  c_1_2 out of c:1", "6<5 assistant m3 text Done.",
				"7<0 last-prompt leaf 6"},
		},
		{
			"blank text of the model gives no block",
			[]*timeline.Entry{user("go"), says(" \n"), says("Done.")},
			[]string{"1<0 user go", "2<1 assistant m1 text Done.", "3<0 last-prompt leaf 2"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			content, _ := encode(t, stream(test.entries...), options())
			if diff := cmp.Diff(test.want, outline(t, content)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A last record without a model makes a resume hang, one without a time makes the session unknown (2.1.197).
func TestEveryRecordSaysWhatTheCLINeeds(t *testing.T) {
	undated := says("Done.")
	undated.Timestamp = "yesterday"
	content, _ := encode(t, stream(user("go"), call("c"), result("c"), undated), options())
	for _, l := range linesOf(t, content) {
		if l.SessionID != id {
			t.Errorf("a record of session %q", l.SessionID)
		}
		if l.Type == "last-prompt" {
			continue
		}
		if _, err := time.Parse(time.RFC3339, l.Timestamp); err != nil || l.UUID == "" || l.Entrypoint != "cli" {
			t.Errorf("incomplete: %+v", l)
		}
		if l.Type == "assistant" && l.Message.Model != "<synthetic>" {
			t.Errorf("model %q of another vendor", l.Message.Model)
		}
	}
	if !strings.HasSuffix(content, "}\n") {
		t.Error("no line feed at the end")
	}
}

func TestTheModelIsTheOneThatWasAskedFor(t *testing.T) {
	own := says("Done.")
	own.Model = "claude-sonnet-5"
	for asked, want := range map[string]string{"": "claude-sonnet-5", "claude-opus-4-8": "claude-opus-4-8",
		"gpt-5.5": "claude-sonnet-5"} {
		o := options()
		o.Model = asked
		content, _ := encode(t, stream(user("go"), own), o)
		if got := linesOf(t, content)[1].Message.Model; got != want {
			t.Errorf("asked for %q: model %q, want %q", asked, got, want)
		}
	}
}

func TestACompactionIsABoundaryThatKeepsWhatIsThere(t *testing.T) {
	compaction := entry(timeline.System, "so far")
	compaction.Compaction = &timeline.Compaction{Trigger: "auto", Keeps: []string{"kept", "never written"}}
	content, _ := encode(t, stream(user("old"), says("kept"), compaction, user("on"), says("Done.")), options())
	lines := linesOf(t, content)
	boundary, summary := lines[2], lines[3]
	if boundary.Subtype != "compact_boundary" || boundary.ParentUUID != "" || boundary.LogicalParentUUID != lines[1].UUID {
		t.Errorf("boundary %+v", boundary)
	}
	// One uuid that is not in the file voids the whole list for the CLI.
	if diff := cmp.Diff([]string{lines[1].UUID}, boundary.CompactMetadata.PreservedMessages.UUIDs); diff != "" {
		t.Error(diff)
	}
	if !summary.IsCompactSummary || summary.ParentUUID != boundary.UUID || lines[4].ParentUUID != summary.UUID {
		t.Errorf("summary %+v", summary)
	}
}

func TestNewTurnsFollowTheActiveLeafOfRestoredOnes(t *testing.T) {
	side := native(says("aside"), 3, `{"parentUuid":"u","type":"assistant","uuid":"s","sessionId":"source","message":{}}`)
	side.Branch = "branch-1"
	content, _ := encode(t, stream(
		native(user("go"), 1,
			`{"parentUuid":null,"type":"user","uuid":"u","sessionId":"source","message":{"content":"\"sessionId\":\"source\""}}`),
		native(says("a"), 2, `{"parentUuid":"u","type":"assistant","uuid":"a","sessionId":"source","message":{}}`),
		side, user("new"), says("Done."),
	), options())
	lines := linesOf(t, content)
	if lines[3].ParentUUID != "a" {
		t.Errorf("the new turn follows %q", lines[3].ParentUUID)
	}
	want := `{"parentUuid":null,"type":"user","uuid":"u","sessionId":"` + id +
		`","message":{"content":"\"sessionId\":\"source\""}}` + "\n"
	if first, _, _ := strings.Cut(content, "\n"); first+"\n" != want {
		t.Errorf("restored as %s", first)
	}
}

// A chain of CLIs comes back: what was converted stands before what was restored after it.
func TestConvertedTurnsKeepTheirPlaceBetweenRestoredOnes(t *testing.T) {
	content, _ := encode(t, stream(
		native(user("go"), 1, `{"parentUuid":null,"type":"user","uuid":"u","sessionId":"source","message":{"content":"go"}}`),
		user("new"), call("c"), says("Done."),
		native(user("on"), 2, `{"parentUuid":"u","type":"user","uuid":"v","sessionId":"source","message":{"content":"on"}}`),
	), options())
	var order []string
	for _, l := range linesOf(t, content) {
		order = append(order, strings.TrimSpace(l.Type+" "+contentOf(l.Message.Content)))
	}
	want := []string{"user go", "user new", "assistant tool_use Bash c",
		"user tool_result  c No result of this call was recorded.",
		"assistant text Done.", "user on"}
	if diff := cmp.Diff(want, order[:min(len(order), len(want))]); diff != "" {
		t.Error(diff)
	}
}

func TestLinksToLeftOutRecordsAreMended(t *testing.T) {
	s := stream(
		native(user("go"), 1, `{"parentUuid":null,"type":"user","uuid":"u","sessionId":"source","message":{"content":"go"}}`),
		native(says("left out"), 2, `{"parentUuid":"u","type":"assistant","uuid":"a","sessionId":"source","message":{}}`),
		native(user("on"), 3, `{"parentUuid":"a","type":"user","uuid":"v","sessionId":"source","message":{"content":"on"}}`),
	).Filter(func(e *timeline.Entry) (*timeline.Entry, bool) { return e, e.ID != "left out" })
	content, _ := encode(t, s, options())
	if parent := linesOf(t, content)[1].ParentUUID; parent != "u" {
		t.Errorf("the record follows %q", parent)
	}
}

func TestRecordsReturnToTheOrderOfTheirFile(t *testing.T) {
	content, _ := encode(t, stream(native(user("2"), 2, `{"n":2}`), native(says("3"), 3, `{"n":3}`),
		native(says("1"), 1, `{"n":1}`)), options())
	if diff := cmp.Diff("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n", content); diff != "" {
		t.Error(diff)
	}
}

func TestLossesAreDeclared(t *testing.T) {
	thinking, branch, unknown := says("x"), says("y"), call("c")
	thinking.Thinking, branch.Branch, branch.Compaction, branch.Type = timeline.NewText(
		"hm"), "branch-1", &timeline.Compaction{}, timeline.System
	thinking.Usage = &timeline.Usage{Input: 1}
	unknown.Tool, unknown.OriginalTool = timeline.Unknown, "frob"
	_, report := encode(t, stream(user("go"), thinking, branch, unknown, says("Done.")), options())
	want := []string{"drawing of tool frob", "result of frob", "summary of an abandoned branch", "thinking",
		"token counts"}
	if diff := cmp.Diff(want, writertest.LossNames(report)); diff != "" {
		t.Error(diff)
	}
}

func TestASubAgentIsWrittenBesideItsSession(t *testing.T) {
	s := stream(user("go"), says("Done."))
	child := stream(user("find"), says("found"))
	child.Header.ID, child.Header.Lineage = "agent/1", &timeline.Lineage{Parent: "codex:source", At: "call:1",
		Kind: timeline.LineageSubagent}
	s.Children = []timeline.Stream{child}
	root := t.TempDir()
	receipt := writertest.Write(t, claude.Writer{}, adapter.Store{Root: root}, s, options())
	if len(receipt.Files) != 3 || filepath.Dir(receipt.Files[1]) != filepath.Join(
		strings.TrimSuffix(receipt.Path, ".jsonl"), "subagents") {
		t.Fatalf("files %v", receipt.Files)
	}
	content, err := os.ReadFile(receipt.Files[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range linesOf(t, string(content)) {
		if !l.IsSidechain || l.SessionID != id {
			t.Errorf("a sub-agent's record is %+v", l)
		}
	}
	notes, err := os.ReadFile(receipt.Files[2])
	if err != nil || !strings.Contains(string(notes), `"toolUseId":"call_1"`) {
		t.Errorf("notes %s, %v", notes, err)
	}
}

func TestPlanRefusesWhatTheCLIWouldNotFind(t *testing.T) {
	wrong, nowhere := options(), options()
	wrong.ID, nowhere.Dir = "my-session", ""
	if _, err := (claude.Writer{}).Plan(adapter.Store{}, stream(), wrong); err == nil {
		t.Error("an id that is no UUID was planned")
	}
	if _, err := (claude.Writer{}).Plan(adapter.Store{Root: "/r"}, stream(), nowhere); err == nil {
		t.Error("a session without a folder was planned")
	}
}

// The CLI looks for sessions under the real path of its folder.
func TestThePathIsThatOfTheRealFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	testkit.Link(t, "real", link)
	o := options()
	o.Dir = link
	plan, err := claude.Writer{}.Plan(adapter.Store{Root: "/r"}, stream(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(plan.Path, "-real/"+id+".jsonl") {
		t.Errorf("planned at %s", plan.Path)
	}
}
