package clido_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/clido"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers"
	reader "stead/readers/clido"
	"stead/timeline"
	"stead/writers"
	"stead/writers/clido"
)

func options() writers.Options {
	return writers.Options{
		Dir: "/home/user/demo", Now: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
		NewID: func() string { return "22222222-2222-4222-8222-222222222222" },
	}
}

func encode(t *testing.T, s timeline.Stream) (string, writers.Report) {
	t.Helper()
	content, report := writertest.Encode(t, clido.Writer{}, s, options())
	return string(content), report
}

func stream(entries ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{Header: timeline.Header{ID: "source", Source: timeline.Source{CLI: "codex"}},
		Entries: timeline.Of(entries...)}
}

func says(kind timeline.EntryType, text string) *timeline.Entry {
	return &timeline.Entry{ID: text, Type: kind, Content: timeline.NewText(text)}
}

func call(id string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash, OriginalTool: "sh",
		Input: json.RawMessage(`{"command":"` + id + `"}`)}
}

func result(id string) *timeline.Entry {
	return &timeline.Entry{ID: "of " + id, Type: timeline.ToolResult, CallID: id, Success: true,
		Output: timeline.NewText("out of " + id)}
}

// outline describes each line in a word or two. It fails for a line because of which clido's loader would reject the
// session.
func outline(t *testing.T, content string) []string {
	t.Helper()
	var told []string
	for line := range strings.Lines(content) {
		if !format.Loads([]byte(strings.TrimSpace(line))) {
			t.Errorf("clido would not load %s", line)
		}
		var l struct {
			Type    string
			ID      string `json:"tool_use_id"`
			IsError bool   `json:"is_error"`
			Content json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		var blocks []struct{ Type, Text, ID string }
		_ = json.Unmarshal(l.Content, &blocks) // results are text
		text := l.Type + " " + l.ID
		for _, b := range blocks {
			text += " " + b.Type + ":" + b.Text + b.ID
		}
		if l.IsError {
			text += " failed"
		}
		told = append(told, strings.Join(strings.Fields(text), " "))
	}
	return told[1:] // the first is the meta line
}

func TestResultsFollowDirectlyAfterTheirResponse(t *testing.T) {
	ask, hi, later := says(timeline.User, "ask"), says(timeline.Assistant, "hi"), says(timeline.Assistant, "later")
	for _, c := range []struct {
		name    string
		entries []*timeline.Entry
		want    []string
	}{
		{"a response and its calls are one message", []*timeline.Entry{ask, hi, call("a"), call("b"), result("b"),
			result("a"), later}, []string{
			"user_message text:ask", "assistant_message text:hi tool_use:a tool_use:b", "tool_call a", "tool_call b",
			"tool_result b", "tool_result a", "assistant_message text:later"}},
		{"text between a call and its result stays in the message", []*timeline.Entry{ask, call("a"), hi, result("a")},
			[]string{
				"user_message text:ask", "assistant_message tool_use:a text:hi", "tool_call a", "tool_result a"}},
		{"a prompt waits for open results", []*timeline.Entry{call("a"), ask, result("a")}, []string{
			"assistant_message tool_use:a", "tool_call a", "tool_result a", "user_message text:ask"}},
		{"a text after the first of two results waits for the second",
			[]*timeline.Entry{call("a"), call("b"), result("a"), later, result("b")}, []string{
				"assistant_message tool_use:a tool_use:b", "tool_call a", "tool_call b", "tool_result a", "tool_result b",
				"assistant_message text:later"}},
		{"a call without a result gets one", []*timeline.Entry{ask, call("a")}, []string{
			"user_message text:ask", "assistant_message tool_use:a", "tool_call a", "tool_result a failed"}},
		{"a result without a call gets one", []*timeline.Entry{result("gone")}, []string{
			"assistant_message tool_use:gone", "tool_call gone", "tool_result gone"}},
		{"one id twice is two", []*timeline.Entry{call("a"), result("a"), call("a"), result("a")}, []string{
			"assistant_message tool_use:a", "tool_call a", "tool_result a", "assistant_message tool_use:a_2", "tool_call a_2",
			"tool_result a_2"}},
	} {
		out, _ := encode(t, stream(c.entries...))
		if diff := cmp.Diff(c.want, outline(t, out)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestTheSampleIsLoadedWhole(t *testing.T) {
	out, report := encode(t, sample.Session())
	outline(t, out)
	want := []string{"model names", "picture in a result", "token counts"}
	if diff := cmp.Diff(want, writertest.LossNames(report)); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
	if !strings.Contains(out, `"type":"image","media_type":"image/png","base64_data":"iVBOR`) {
		t.Error("the picture of the prompt is not there")
	}
}

// A written session must not contain anything because of which the CLI rejects the whole session.
func TestEachInvalidSampleIsMadeLoadable(t *testing.T) {
	for _, fixture := range fixtures.Match(t, "clido/invalid/*.jsonl") {
		path := filepath.Join(t.TempDir(), "id.jsonl")
		fixtures.Copy(t, fixture, path)
		refused := false
		for line := range strings.Lines(string(fixtures.Read(t, fixture))) {
			line = strings.TrimSpace(line)
			refused = refused || !json.Valid([]byte(line)) || !format.Loads([]byte(line))
		}
		if !refused {
			t.Errorf("clido would load %s", fixture)
		}
		s, err := reader.Reader{}.Open(t.Context(), adapter.Location{Path: path})
		if strings.Contains(fixture, "newer-schema") {
			if err == nil {
				t.Errorf("%s was opened", fixture)
			}
			continue
		}
		if errors.Is(err, adapter.ErrEmpty) && strings.Contains(fixture, "content-string") {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", fixture, err)
			continue
		}
		out, report := encode(t, s)
		outline(t, out)
		if len(report.Losses) == 0 {
			t.Errorf("%s: nothing is said about the line that is changed", fixture)
		}
	}
}

func TestSessionThatIsContinuedKeepsItsLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "id.jsonl")
	const fixture = "clido/code-layout/sessions/home_user_demo-clido/00000000-0000-4000-8000-000000000002.jsonl"
	fixtures.Copy(t, fixture, path)
	s, err := reader.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	own := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range own {
			if !yield(e, err) {
				return
			}
		}
		answer := result("toolu_01B")
		_ = yield(result("toolu_01A"), nil) && yield(answer, nil) && yield(says(timeline.Assistant, "done"), nil)
	}
	out, report := encode(t, s)
	want := []string{"tool_result toolu_01A", "tool_result toolu_01B", "assistant_message text:done"}
	told := outline(t, out)
	if diff := cmp.Diff(want, told[len(told)-3:]); diff != "" || len(report.Losses) > 0 {
		t.Errorf("losses %v (-want +got):\n%s", report.Losses, diff)
	}
	source := string(fixtures.Read(t, fixture))
	if _, rest, _ := strings.Cut(source, "\n"); !strings.Contains(out, rest) {
		t.Errorf("the lines of the source became\n%s", out)
	}
}

func TestSessionLiesWhereTheCLILooksForIt(t *testing.T) {
	home := t.TempDir()
	for _, c := range []struct {
		environment map[string]string
		want        string
	}{
		{nil, ".local/share/clido/sessions/_home_user_demo/%s.jsonl"},
		{map[string]string{"CLIDO_DATA_DIR": home + "/data"}, "data/sessions/_home_user_demo/%s.jsonl"},
		{map[string]string{"XDG_DATA_HOME": home + "/xdg"}, "xdg/clido/sessions/_home_user_demo/%s.jsonl"},
		{map[string]string{"CLIDO_SESSION_DIR": home + "/flat"}, "flat/%s.jsonl"},
	} {
		host := adapter.Host{Home: home, Getenv: func(name string) string { return c.environment[name] }}
		s := stream(says(timeline.User, "hi"))
		o := options()
		plan, err := clido.Writer{}.Plan(adapter.Store{Root: format.Root(host)}, s, o)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(home, fmt.Sprintf(c.want, plan.ID)); plan.Path != want {
			t.Errorf("%v: %s, want %s", c.environment, plan.Path, want)
		}
		if _, err := (clido.Writer{}).Write(t.Context(), plan); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(plan.Path); err != nil {
			t.Error(err)
		}
		found := 0
		for _, err := range readers.List(t.Context(), reader.Reader{}, adapter.Store{Root: format.Root(host)},
			readers.Query{}) {
			if err != nil {
				t.Error(err)
			}
			found++
		}
		if found != 1 {
			t.Errorf("%v: %d sessions are listed", c.environment, found)
		}
	}
}

// A compaction is read back as one: the summary follows its mark.
func TestACompactionIsMarked(t *testing.T) {
	summary := says(timeline.System, "So far.")
	summary.Compaction = &timeline.Compaction{}
	out, report := encode(t, stream(says(timeline.User, "one"), summary, says(timeline.User, "two")))
	if writertest.Lost(report, "effect of a compaction") != 1 {
		t.Errorf("%v", report.Losses)
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	fixtures.Put(t, path, []byte(out))
	s, err := reader.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Active() {
			got = append(got, fmt.Sprint(e.Type, " ", e.Content, " ", e.Compaction != nil))
		}
	}
	if diff := cmp.Diff([]string{"user one false", "system So far. true", "user two false"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, out)
	}
}

// clido warns of files that were changed since the model saw them. For a file that was changed before today, nobody
// knows what the model saw.
func TestAResultTellsTheStateOfItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	fixtures.Put(t, path, []byte("hello\n"))
	seen := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for changed, want := range map[time.Time]bool{seen.Add(-time.Hour): true, seen.Add(time.Hour): false} {
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
		call := &timeline.Entry{ID: "t", Type: timeline.ToolCall, Tool: timeline.Read,
			Input: json.RawMessage(`{"path":"` + path + `"}`)}
		result := &timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "t", Success: true,
			Output: timeline.NewText("hello"), Timestamp: seen.Format(time.RFC3339)}
		out, _ := encode(t, stream(says(timeline.User, "go"), call, result))
		state := fmt.Sprintf(
			`"path":%q,"content_hash":"5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03","mtime_nanos":%d`, path, changed.UnixNano())
		if strings.Contains(out, state) != want || strings.Contains(out, "content_hash") != want {
			t.Errorf("changed at %s:\n%s", changed, out)
		}
	}
}
