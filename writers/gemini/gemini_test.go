package gemini_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/gemini"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Call, sample.Result
	stream, options, lost         = sample.Conversation, writertest.Options, writertest.Lost
)

// encode returns the lines that the entries become, and the report.
func encode(t *testing.T, s timeline.Stream) ([]jsonl.Value, writers.Report) {
	t.Helper()
	return writertest.EncodeLines(t, gemini.Writer{}, s, options())
}

// contents returns what the lines after the header say to a model.
func contents(lines []jsonl.Value) []string {
	var all []string
	for _, line := range lines[1:] {
		all = append(all, line.Get("type").String()+" "+string(line.Get("content")))
	}
	return all
}

// TestCallsStandInTheContentAlone checks the form in which a resume does not duplicate results: see fixture
// handwritten/robust.
func TestCallsStandInTheContentAlone(t *testing.T) {
	lines, report := encode(t, stream(user("go"), assistant("I look."),
		call("a", timeline.Read, "Read", `{"path":"x","offset":3,"limit":2}`),
		call("b", timeline.Bash, "Bash", `{"command":"ls"}`),
		result("b", "B"), result("a", "A"), assistant("Done.")))
	want := []string{
		`user [{"text":"go"}]`,
		`gemini [{"text":"I look."},{"functionCall":{"id":"a","name":"read_file","args":{"file_path":"x","start_line":3,"end_line":4}}},` +
			`{"functionCall":{"id":"b","name":"run_shell_command","args":{"command":"ls"}}}]`,
		`user [{"functionResponse":{"id":"b","name":"run_shell_command","response":{"output":"B"}}},` +
			`{"functionResponse":{"id":"a","name":"read_file","response":{"output":"A"}}}]`,
		`gemini "Done."`,
	}
	if diff := cmp.Diff(want, contents(lines)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(report.Losses) != 0 || report.Entries != 7 {
		t.Errorf("report %+v", report)
	}
	for drawn := range jsonl.Elements(lines[2].Get("toolCalls")) {
		if !strings.HasPrefix(drawn.Get("id").String(), "ui-") || drawn.Get("result") != nil ||
			drawn.Get("resultDisplay") == nil {
			t.Errorf("drawn call %s", drawn)
		}
	}
	if !lines[3].Get("displayContent").Is(" ") || !lines[2].Get("displayContent").Is("I look.") {
		t.Error("the terminal would draw calls as text")
	}
}

func TestHeaderSaysThatTheSessionWasUsedNow(t *testing.T) {
	lines, _ := encode(t, stream(user("go")))
	for member, want := range map[string]string{
		"sessionId": "00000001-0000-4000-8000-0000feedbeef", "startTime": "2026-11-20T10:00:00Z",
		"lastUpdated": "2026-12-24T18:00:00.000Z", "kind": "main",
	} {
		if got := lines[0].Get(member).String(); got != want {
			t.Errorf("%s is %q, want %q", member, got, want)
		}
	}
}

func TestWhatTheAPIDemandsIsMadeUpAndDeclared(t *testing.T) {
	for name, c := range map[string]struct {
		entries []*timeline.Entry
		want    []string
		loss    string
	}{
		"a call without a result": {
			[]*timeline.Entry{call("a", timeline.Unknown, "x", `{}`), user("on")},
			[]string{`gemini [{"functionCall":{"id":"a","name":"x","args":{}}}]`,
				`user [{"functionResponse":{"id":"a","name":"x","response":{"output":"No result of this call was recorded.","error":""}}}]`, `user [{"text":"on"}]`},
			"result of a call",
		},
		"a result without a call": {
			[]*timeline.Entry{result("a", "A")},
			[]string{`gemini [{"functionCall":{"id":"a","name":"unknown_tool","args":{}}}]`,
				`user [{"functionResponse":{"id":"a","name":"unknown_tool","response":{"output":"A"}}}]`},
			"call of a result",
		},
		"a name that the API refuses": {
			[]*timeline.Entry{call("a", timeline.Unknown, "7 days/ü", `{}`), result("a", "A")},
			[]string{`gemini [{"functionCall":{"id":"a","name":"_7_days__","args":{}}}]`,
				`user [{"functionResponse":{"id":"a","name":"_7_days__","response":{"output":"A"}}}]`},
			"name of tool 7 days/ü",
		},
		"a prompt that the CLI would drop": {
			[]*timeline.Entry{user("/help me")}, []string{"user [{\"text\":\"\u2060/help me\"}]"}, "plain beginning of a prompt",
		},
		"a command that failed": {
			[]*timeline.Entry{call("a", timeline.Bash, "Bash", `{"command":"false"}`),
				{Type: timeline.ToolResult, CallID: "a", Output: timeline.NewText("no"), Error: timeline.NewText("exit code 1")}},
			[]string{`gemini [{"functionCall":{"id":"a","name":"run_shell_command","args":{"command":"false"}}}]`,
				`user [{"functionResponse":{"id":"a","name":"run_shell_command","response":{"output":"<untrusted_context>\nOutput: no\nExit Code: 1\n</untrusted_context>"}}}]`},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			lines, report := encode(t, stream(c.entries...))
			if diff := cmp.Diff(c.want, contents(lines)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if c.loss == "" != (len(report.Losses) == 0) || c.loss != "" && lost(report, c.loss) == 0 {
				t.Errorf("losses %v, want %q", report.Losses, c.loss)
			}
		})
	}
}

func TestManyOutputsAreDeclaredToBeMasked(t *testing.T) {
	var entries []*timeline.Entry
	for i := range 10 {
		id := fmt.Sprintf("c%d", i)
		entries = append(entries, call(id, timeline.Bash, "Bash", `{"command":"x"}`), result(id, strings.Repeat("x", 60_000)))
	}
	_, report := encode(t, stream(entries...))
	if len(report.Losses) != 1 || report.Losses[0].Count != 7 {
		t.Errorf("losses %v, want the 7 outputs before the newest 50,000 tokens", report.Losses)
	}
	_, report = encode(t, stream(entries[:8]...))
	if len(report.Losses) != 0 {
		t.Errorf("losses %v of 60,000 tokens, of which the CLI masks none", report.Losses)
	}
}

func TestSummaryBeginsASnapshotWithWhatItKeeps(t *testing.T) {
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("all"),
		Compaction: &timeline.Compaction{Keeps: []string{"c", "gone"}}}
	lines, report := encode(t, stream(user("go"), call("c", timeline.Bash, "Bash", `{"command":"x"}`), result("c", "X"),
		summary, user("on")))
	var kept []string
	for m := range jsonl.Elements(lines[4].Get("$set", "messages")) {
		kept = append(kept, m.Get("type").String()+" "+string(m.Get("content")))
	}
	want := []string{`user [{"text":"all"}]`, `gemini "Got it. Thanks for the additional context!"`}
	want = append(want, contents(lines[:4])[1:]...)
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("snapshot (-want +got):\n%s", diff)
	}
	if lost(report, "entry that a compaction keeps") == 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

// TestNameEndsLikeNoOther writes into a new project and into an existing one.
func TestNameEndsLikeNoOther(t *testing.T) {
	root := t.TempDir()
	store := adapter.Store{Root: root}
	fixtures.Put(t, filepath.Join(root, "projects.json"), []byte(`{"projects":{"/home/user/other/demo":"demo"}}`))
	var paths []string
	for range 2 {
		o := options()
		o.ID = fmt.Sprintf("0102030%d-0000-4000-8000-000000000000", len(paths))
		receipt := writertest.Write(t, gemini.Writer{}, store, stream(user("go")), o)
		if want := filepath.Join(root, "tmp", "demo-1", "chats", "session-stead-"+o.ID+".jsonl"); receipt.Path != want {
			t.Errorf("path %s, want %s", receipt.Path, want)
		}
		paths = append(paths, receipt.Files...)
	}
	marker := filepath.Join(root, "tmp", "demo-1", ".project_root")
	if content, err := os.ReadFile(marker); err != nil || string(content) != "/home/user/demo" {
		t.Errorf("the marker says %q, %v", content, err)
	}
	if len(paths) != 3 || paths[0] != marker {
		t.Errorf("files %v, want the marker once and two sessions", paths)
	}
}

// TestSubAgentsComeAlong writes a session with a call that started another session.
func TestSubAgentsComeAlong(t *testing.T) {
	root := t.TempDir()
	s := stream(user("go"), call("c", timeline.Task, "Agent", `{"prompt":"look"}`), result("c", "found"))
	child := stream(user("look"), assistant("found"))
	child.Header.ID = "agent one"
	child.Header.Lineage = &timeline.Lineage{Kind: timeline.LineageSubagent, At: "c"}
	s.Children = []timeline.Stream{child}
	receipt := writertest.Write(t, gemini.Writer{}, adapter.Store{Root: root}, s, options())
	agents, err := filepath.Glob(filepath.Join(filepath.Dir(receipt.Path), receipt.ID, "*.jsonl"))
	if err != nil || len(agents) != 1 {
		t.Fatalf("agents %v, %v", agents, err)
	}
	content, err := os.ReadFile(receipt.Path)
	id := strings.TrimSuffix(filepath.Base(agents[0]), ".jsonl")
	if err != nil || !bytes.Contains(content, []byte(`"agentId":"`+id+`"`)) {
		t.Errorf("the call does not name the session %s of its sub-agent", id)
	}
	if content, err := os.ReadFile(agents[0]); err != nil || !bytes.Contains(content, []byte(`"kind":"subagent"`)) {
		t.Errorf("%s: %v", content, err)
	}
}

func TestIDMustFitIntoAName(t *testing.T) {
	o := options()
	o.ID = "../elsewhere"
	if _, err := (gemini.Writer{}).Plan(adapter.Store{}, stream(user("go")), o); err == nil {
		t.Error("no error")
	}
}

func BenchmarkConvert(b *testing.B) { adaptertest.BenchmarkConvert(b, gemini.Writer{}) }
