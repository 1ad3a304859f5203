package kimicli_test

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
	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	reader "stead/readers/kimicli"
	"stead/timeline"
	"stead/writers"
	"stead/writers/kimicli"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Command, sample.Result
	stream, options, lost         = sample.Conversation, writertest.Options, writertest.Lost
)

// write writes a session into a store.
func write(t *testing.T, root string, s timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	return writertest.Write(t, kimicli.Writer{}, adapter.Store{Root: root}, s, o)
}

func lines(t *testing.T, path string) []jsonl.Value {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return writertest.Lines(t, content)
}

// texts returns lines as text.
func texts(t *testing.T, path string) []string {
	t.Helper()
	var all []string
	for _, line := range lines(t, path) {
		all = append(all, string(line))
	}
	return all
}

// A line that the CLI cannot read makes the whole resume fail.
func TestEveryLineIsOneOfTheCLIs(t *testing.T) {
	receipt := write(t, t.TempDir(), sample.Session(), options())
	open := map[string]bool{}
	for i, line := range lines(t, receipt.Path) {
		if clean, changed, ok := jsonl.Clean(line); !ok || changed || len(clean) != len(line) ||
			!format.Peek(line).IsKnown() {
			t.Errorf("line %d: %.200s", i+1, string(line))
		}
		r := format.Peek(line)
		for c := range jsonl.Elements(r.ToolCalls) {
			open[format.PeekCall(c).ID.String()] = true
		}
		if r.Role.Is(format.RoleTool) {
			if !open[r.CallID.String()] {
				t.Errorf("line %d answers a call that nobody made", i+1)
			}
			delete(open, r.CallID.String())
		} else if r.Role.Is(format.RoleUser) && len(open) > 0 {
			t.Errorf("line %d: calls without a result", i+1)
		}
	}
	for i, line := range lines(t, format.WirePath(receipt.Path)) {
		if _, changed, ok := jsonl.Clean(line); !ok || changed {
			t.Errorf("line %d of the wire file: %.200s", i+1, string(line))
		}
	}
}

func TestAnAnswerIsOneLine(t *testing.T) {
	thought := assistant("I look.")
	thought.Thinking = timeline.NewText("hm")
	failed := result("b", "no tests")
	failed.Success, failed.Error = false, timeline.NewText("exit code 1")
	receipt := write(t, t.TempDir(), stream(user("go"), thought, call("a"), call("b"), result("a", "1"), failed,
		assistant("Done.")), options())
	want := []string{
		`{"role":"user","content":"go"}`,
		`{"role":"assistant","content":[{"type":"think","think":"hm","encrypted":null},{"type":"text","text":"I look."}],"tool_calls":[` +
			`{"type":"function","id":"a","function":{"name":"Shell","arguments":"{\"command\":\"ls\"}"}},` +
			`{"type":"function","id":"b","function":{"name":"Shell","arguments":"{\"command\":\"ls\"}"}}]}`,
		`{"role":"tool","content":"1","tool_call_id":"a"}`,
		`{"role":"tool","content":[{"type":"text","text":"<system>ERROR: Command failed with exit code: 1.</system>"},{"type":"text","text":"no tests"}],"tool_call_id":"b"}`,
		`{"role":"assistant","content":"Done."}`,
	}
	if diff := cmp.Diff(want, texts(t, receipt.Path)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if receipt.Entries != 7 || len(receipt.Losses) != 0 {
		t.Errorf("report %+v", receipt.Report)
	}
}

// The CLI replaces the file when it compacts: the model gets the summary and what is kept, and the old context is next
// to it.
func TestACompactionBeginsAnotherContext(t *testing.T) {
	summary := &timeline.Entry{
		Type: timeline.System, Content: timeline.NewText("So far."),
		Compaction: &timeline.Compaction{Keeps: []string{"entry-1", "far away"}},
	}
	receipt := write(t, t.TempDir(), stream(user("one"), assistant("1"), summary, user("two")), options())
	if diff := cmp.Diff([]string{`{"role":"user","content":"one"}`, `{"role":"assistant","content":"1"}`},
		texts(t, format.RotatedPath(receipt.Path, 1))); diff != "" {
		t.Errorf("the old context (-want +got)\n%s", diff)
	}
	got := texts(t, receipt.Path)
	if len(got) != 3 || !strings.Contains(got[0], `"So far."`) || got[1] != `{"role":"assistant","content":"1"}` ||
		got[2] != `{"role":"user","content":"two"}` {
		t.Errorf("the context is %s", strings.Join(got, "\n"))
	}
	if lost(receipt.Report, "entry that a compaction keeps") != 1 || receipt.Entries != 4 {
		t.Errorf("report %+v", receipt.Report)
	}
}

// A context that stead wrote does not have the CLI's own prompt until the CLI has opened it.
func TestRestoredContextsStayApart(t *testing.T) {
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("So far."),
		Compaction: &timeline.Compaction{}}
	first := write(t, t.TempDir(), stream(user("one"), summary, user("two")), options())
	s, err := reader.Reader{}.Open(context.Background(), adapter.Location{Path: first.Path})
	if err != nil {
		t.Fatal(err)
	}
	second := write(t, t.TempDir(), s, writers.Options{ID: "other", Dir: "/home/user/demo", Now: fixtures.Now})
	for n, want := range [][]string{texts(t, format.RotatedPath(first.Path, 1)), texts(t, first.Path)} {
		if diff := cmp.Diff(want, texts(t, format.Contexts(second.Path)[n])); diff != "" {
			t.Errorf("context %d (-want +got)\n%s", n+1, diff)
		}
	}
}

func TestCallsThatShareAnIDGetTheirOwn(t *testing.T) {
	receipt := write(t, t.TempDir(), stream(user("go"), call("c"), result("c", "1"), call("c"), result("c", "2")),
		options())
	got := texts(t, receipt.Path)
	if !strings.Contains(got[3], `"id":"c_2"`) || !strings.Contains(got[4], `"tool_call_id":"c_2"`) {
		t.Errorf("got %s", strings.Join(got, "\n"))
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
	receipt := write(t, t.TempDir(), stream(user("go"), branch, archive, drawn, note, odd, result("p", ""),
		result("nobody", "x"), call("open")), options())
	for what, count := range map[string]int{
		"abandoned branch": 1, "attachment of type application/zip": 1, "attachment of the model": 1, "system message": 1,
		"argument timeout of bash": 1, "call of a result": 1, "result of a call": 1,
	} {
		if lost(receipt.Report, what) != count {
			t.Errorf("%s is declared %d times, want %d: %v", what, lost(receipt.Report, what), count, receipt.Losses)
		}
	}
}

// If the folder is not in the list, the CLI deletes the session. Everything else in the list belongs to the user.
func TestTheFolderIsListedAndTakenOutAgain(t *testing.T) {
	for name, content := range map[string]string{
		"no list":      "",
		"an empty one": `{"work_dirs": []}`,
		"others": `{
  "work_dirs": [ {"path": "/home/user/other", "kaos": "local", "last_session_id": "x"} ],
  "thinking": true
}
`,
		"no such member": `{"thinking":true}`,
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			list := filepath.Join(root, "kimi.json")
			if content != "" {
				fixtures.Put(t, list, []byte(content))
			}
			receipt := write(t, root, stream(user("go")), options())
			known, err := format.WorkDirs(root)
			if err != nil || known[format.Bucket("/home/user/demo")] != "/home/user/demo" {
				t.Errorf("the list is %v, %v", known, err)
			}
			second := write(t, root, stream(user("go")), writers.Options{ID: "second", Now: fixtures.Now})
			undo(t, second)
			if known, _ := format.WorkDirs(root); known[format.Bucket("/home/user/demo")] == "" {
				t.Error("the folder was taken out while a session is there")
			}
			undo(t, receipt)
			left, err := os.ReadFile(list)
			if content == "" {
				left = bytes.ReplaceAll(left, []byte(`{"work_dirs":[]}`), nil)
			} else if err != nil {
				t.Error(err)
			}
			if name != "no such member" && string(left) != content {
				t.Errorf("the list is left as %q", left)
			}
			if _, err := os.Stat(filepath.Dir(filepath.Dir(receipt.Path))); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the folder of the project's sessions is left: %v", err)
			}
		})
	}
}

func undo(t *testing.T, r writers.Receipt) {
	t.Helper()
	if err := (kimicli.Writer{}).Undo(r); err != nil {
		t.Error(err)
	}
}

func TestADamagedListIsLeftAlone(t *testing.T) {
	root := t.TempDir()
	list := filepath.Join(root, "kimi.json")
	fixtures.Put(t, list, []byte(`{"work_dirs": [`))
	plan, err := kimicli.Writer{}.Plan(adapter.Store{Root: root}, stream(user("go")), options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (kimicli.Writer{}).Write(context.Background(), plan); err == nil {
		t.Error("the session was written")
	}
	if _, err := os.Stat(plan.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
	if left, _ := os.ReadFile(list); string(left) != `{"work_dirs": [` {
		t.Errorf("the list is %q", left)
	}
}

func TestNothingIsWrittenOver(t *testing.T) {
	root := t.TempDir()
	write(t, root, stream(user("go")), writers.Options{ID: "mine", Now: fixtures.Now})
	fixtures.Put(t, filepath.Join(root, "sessions", format.Bucket("/home/user/demo"), "flat.jsonl"), []byte("{}\n"))
	for _, id := range []string{"mine", "flat"} {
		plan, err := kimicli.Writer{}.Plan(adapter.Store{Root: root}, stream(user("go")),
			writers.Options{ID: id, Now: fixtures.Now})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (kimicli.Writer{}).Write(context.Background(), plan); !errors.Is(err, adapter.ErrExists) {
			t.Errorf("%s was written over: %v", id, err)
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	for name, o := range map[string]writers.Options{
		"an id that is no name":            {ID: "../x", Now: fixtures.Now},
		"a version that starts no session": {ID: "x", Now: fixtures.Now, Version: "1.52.0"},
	} {
		if _, err := (kimicli.Writer{}).Plan(adapter.Store{Root: t.TempDir()}, stream(user("go")), o); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := (kimicli.Writer{}).Plan(adapter.Store{Root: t.TempDir()}, stream(user("go")),
		writers.Options{ID: "x", Now: fixtures.Now, Version: "1.51.0"}); err != nil {
		t.Error(err)
	}
}

// The CLI's own prompt names the folder of the session.
func TestAMovedSessionGetsThePresentPrompt(t *testing.T) {
	native := func(line int, raw string) *timeline.Entry {
		e := user("x")
		e.ID, e.Native = fmt.Sprint("line-", line), &timeline.Record{CLI: "kimi-cli", Line: line, Raw: []byte(raw)}
		return e
	}
	prompt, said := `{"role": "_system_prompt", "content": "You are in /home/user/demo."}`, `{"role": "user", "content": "x"}`
	for dir, want := range map[string][]string{"": {prompt, said}, "/home/user/demo": {prompt, said},
		"/home/user/other": {said}} {
		s := stream(native(0, prompt), native(1, said))
		s.Header.Source.CLI = "kimi-cli"
		o := options()
		o.Dir = dir
		if diff := cmp.Diff(want, texts(t, write(t, t.TempDir(), s, o).Path)); diff != "" {
			t.Errorf("in %q (-want +got)\n%s", dir, diff)
		}
	}
}
