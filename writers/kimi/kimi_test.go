package kimi_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/kimi"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Command, sample.Result
	stream, options, lost         = sample.Conversation, writertest.Options, writertest.Lost
)

func encode(t *testing.T, s timeline.Stream) ([]jsonl.Value, writers.Report) {
	t.Helper()
	return writertest.EncodeLines(t, kimi.Writer{}, s, options())
}

func summary(text string, keeps ...string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.System, Content: timeline.NewText(text),
		Compaction: &timeline.Compaction{Keeps: keeps}}
}

// shapes describes the records by their types.
func shapes(records []jsonl.Value) string {
	var all []string
	for _, r := range records {
		kind := r.Get("type").String()
		if kind == format.AppendLoopEvent {
			kind = r.Get("event", "type").String()
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

func find(records []jsonl.Value, kind string) jsonl.Value {
	for _, r := range records {
		if r.Get("type").Is(kind) || r.Get("event", "type").Is(kind) {
			return r
		}
	}
	return nil
}

// A record that does not have the form that the CLI expects makes the whole resume fail.
func TestEveryRecordHasWhatTheCLIAsksFor(t *testing.T) {
	records, _ := encode(t, sample.Session())
	if !format.Peek(records[0]).IsHeader() {
		t.Errorf("the first record is %s", string(records[0]))
	}
	open := map[string]bool{}
	for i, r := range records {
		if clean, changed, ok := jsonl.Clean(r); !ok || changed || len(clean) != len(r) {
			t.Errorf("record %d is no clean JSON: %.200s", i+1, string(r))
		}
		if i > 0 && (!format.Peek(r).IsKnown() && !r.Get("type").Is("full_compaction.complete") ||
			r.Get("time").Int() > fixtures.Now.UnixMilli()) {
			t.Errorf("record %d: %.200s", i+1, string(r))
		}
		switch event := r.Get("event"); event.Get("type").String() {
		case format.StepBegin:
			if len(open) > 0 {
				t.Errorf("record %d: a step begins while calls are open: %v", i+1, open)
			}
		case format.ToolCall:
			open[event.Get("toolCallId").String()] = true
		case format.ToolResult:
			id := event.Get("toolCallId").String()
			if !open[id] {
				t.Errorf("record %d answers %s, which nobody asked for", i+1, id)
			}
			delete(open, id)
		}
	}
}

func TestATurnIsWrittenAsTheCLIWritesIt(t *testing.T) {
	failed := result("b", "no tests")
	failed.Success, failed.Error = false, timeline.NewText("exit code 1")
	records, report := encode(t, stream(user("go"), assistant("I look."), call("a"), call("b"), result("a", "1"), failed,
		assistant("Done."), assistant("Really.")))
	want := "metadata turn.prompt context.append_message step.begin content.part tool.call tool.call tool.result tool.result step.end " +
		"step.begin content.part step.end step.begin content.part step.end turn.ended"
	if got := shapes(records); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if report.Entries != 8 || len(report.Losses) != 0 {
		t.Errorf("report %+v", report)
	}
	if got := string(records[8].Get("event",
		"result")); got != `{"output":"no tests\nCommand failed with exit code: 1.","isError":true}` {
		t.Errorf("got %s", got)
	}
}

// The CLI merges consecutive prompts with an origin into one.
func TestPromptsStayApart(t *testing.T) {
	records, _ := encode(t, stream(user("one"), user("two")))
	if got := shapes(
		records); got != "metadata turn.prompt context.append_message turn.ended turn.prompt context.append_message turn.ended" {
		t.Errorf("got %s", got)
	}
	if message := records[2].Get("message"); message.Get("origin") != nil {
		t.Errorf("got %s", string(message))
	}
}

func TestWhoStoppedATurnIsToldByItsEnd(t *testing.T) {
	stopped := user("[Request interrupted by user]")
	stopped.Origin = &timeline.Origin{Kind: timeline.Interruption}
	records, _ := encode(t, stream(user("one"), assistant("I"), stopped, user("two")))
	if reason := find(records, format.TurnEnded).Get("reason").String(); reason != "cancelled" {
		t.Errorf("the turn ended as %q", reason)
	}
}

func TestCallsThatShareAnIDGetTheirOwn(t *testing.T) {
	records, _ := encode(t, stream(user("go"), call("c"), result("c", "1"), call("c"), result("c", "2")))
	var ids []string
	for _, r := range records {
		if id := r.Get("event", "toolCallId"); id != nil {
			ids = append(ids, id.String())
		}
	}
	if diff := cmp.Diff([]string{"c", "c", "c_2", "c_2"}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestACallWithoutResultGetsANote(t *testing.T) {
	records, report := encode(t, stream(user("go"), call("a"), user("and?")))
	if r := find(records, format.ToolResult); r == nil || !r.Get("event", "result", "isError").Bool() {
		t.Errorf("got %s", shapes(records))
	}
	if lost(report, "result of a call") != 1 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestACompactionKeepsWhatItNames(t *testing.T) {
	for name, test := range map[string]struct {
		keeps []string
		want  string
	}{
		"nothing":      {nil, `"summary":"So far.","compactedCount":4,"legacyTail":true`},
		"a prompt":     {[]string{"entry-2"}, `"summary":"So far.","compactedCount":4,"keptUserMessageCount":1`},
		"the last two": {[]string{"entry-2", "entry-3"}, `"summary":"So far.","compactedCount":2,"legacyTail":true`},
	} {
		t.Run(name, func(t *testing.T) {
			records, report := encode(t, stream(user("one"), assistant("1"), user("two"), assistant("2"),
				summary("So far.", test.keeps...), user("on")))
			if got := string(find(records, format.ApplyCompaction)); !strings.Contains(got, test.want) {
				t.Errorf("got %s", got)
			}
			if report.Entries != 6 || len(report.Losses) != 0 {
				t.Errorf("report %+v", report)
			}
		})
	}
}

func TestLossesAreDeclared(t *testing.T) {
	branch := assistant("abandoned")
	branch.Branch = "branch-1"
	archive := user("see")
	archive.Attachments = []timeline.Attachment{{MediaType: "application/zip", Data: timeline.NewText("UEs=")}}
	drawn := assistant("a picture")
	drawn.Attachments = []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText("iVBO")}}
	odd := &timeline.Entry{Type: timeline.ToolCall, ID: "p", Tool: timeline.Bash,
		Input: []byte(`{"command":"ls","extra":1,"timeout":1500}`)}
	note := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("instructions")}
	_, report := encode(t, stream(user("go"), branch, archive, drawn, note, odd, result("p", ""), result("nobody", "x"),
		summary("So far.", "far away")))
	for what, count := range map[string]int{
		"abandoned branch": 1, "attachment of type application/zip": 1, "attachment of the model": 1, "system message": 1,
		"argument timeout of bash": 1, "call of a result": 1, "entry that a compaction keeps": 1,
	} {
		if lost(report, what) != count {
			t.Errorf("%s is declared %d times, want %d: %v", what, lost(report, what), count, report.Losses)
		}
	}
}

func TestTheStateSaysWhereTheSessionComesFrom(t *testing.T) {
	root := t.TempDir()
	o := options()
	o.Dir = "/home/user/other"
	plan, err := kimi.Writer{}.Plan(adapter.Store{Root: root}, stream(user("Fix it."), assistant("Done.")), o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := kimi.Writer{}.Write(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	folder := format.SessionFolder(root, "/home/user/other", receipt.ID)
	content, err := os.ReadFile(filepath.Join(folder, "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	state := jsonl.Value(bytes.TrimSpace(content))
	for _, test := range []struct {
		path []string
		want string
	}{
		{[]string{"id"}, receipt.ID},
		{[]string{"cwd"}, "/home/user/other"},
		{[]string{"title"}, "Fix it."},
		{[]string{"custom", "stead", "from"}, "claude:source"},
		{[]string{"agents", "main", "homedir"}, filepath.Join(folder, "agents", "main")},
	} {
		if got := state.Get(test.path...).String(); got != test.want {
			t.Errorf("%v is %q, want %q", test.path, got, test.want)
		}
	}
	if _, err := (kimi.Writer{}).Write(context.Background(), plan); !errors.Is(err, adapter.ErrExists) {
		t.Errorf("the session was written over: %v", err)
	}
}

// Another folder has another key, and lines in other positions have other numbers.
func TestARestoredRecordIsMoved(t *testing.T) {
	native := func(line int, raw string) *timeline.Entry {
		e := user("x")
		e.ID, e.Hidden = fmt.Sprint("line-", line), true
		e.Native = &timeline.Record{CLI: "kimi", Line: line, Raw: []byte(raw), Damaged: raw == `{cut}`}
		return e
	}
	s := stream(
		native(1, `{"type":"runtime.set_binding","workspaceId":"wd_demo_000000000000"}`),
		native(2, `{"type":"agent.switched","branch":"b","base":{"branch":"main","line":1},"legacyUndoLine":3}`),
		native(3, `{cut}`),
	)
	s.Header.Source.CLI = "kimi"
	records, _ := encode(t, s)
	want := []string{
		`"metadata"`, `"workspaceId":"` + format.WorkDirKey("/home/user/demo") + `"`,
		`"base":{"branch":"main","line":2},"legacyUndoLine":4`, `{cut}`,
	}
	for i, part := range want {
		if !strings.Contains(string(records[i]), part) {
			t.Errorf("record %d is %s, want %s", i+1, string(records[i]), part)
		}
	}
}

// A result says how long its call took. A command of the user has no place for the duration.
func TestDurationOfACallArrives(t *testing.T) {
	answered, shell := result("a", "out"), &timeline.Entry{Type: timeline.User, Content: timeline.NewText("x"),
		Origin: &timeline.Origin{Kind: timeline.Shell, DurationMS: new(9.7)}}
	answered.DurationMS = new(40.9)
	records, report := encode(t, stream(user("go"), call("a"), answered, shell))
	if took := find(records, format.ToolResult).Get("event", "result", "durationMs"); string(took) != "40.9" {
		t.Errorf("it took %s", took)
	}
	if got := lost(report, writers.Durations); got != 1 {
		t.Errorf("%d are lost", got)
	}
}
