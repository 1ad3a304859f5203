package qwen_test

import (
	"fmt"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/qwen"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Command, sample.Result
	stream, lost                  = sample.Conversation, writertest.Lost
)

func encode(t *testing.T, s timeline.Stream) ([]jsonl.Value, writers.Report) {
	t.Helper()
	return writertest.EncodeLines(t, qwen.Writer{}, s, writertest.Options())
}

// shapes describes each record by its type and the kinds of its parts.
func shapes(records []jsonl.Value) string {
	var all []string
	for _, r := range records {
		shape := r.Get("type").String()
		for part := range jsonl.Elements(r.Get("message", "parts")) {
			for key := range jsonl.Members(part) {
				shape += " " + string(key)
			}
		}
		all = append(all, shape)
	}
	return strings.Join(all, ", ")
}

// If a record lacks any of these members, the newer CLI does not find the session, or crashes.
func TestEveryRecordHasWhatTheCLIAsksFor(t *testing.T) {
	records, _ := encode(t, sample.Session())
	parent, seen := "", map[string]bool{}
	for i, r := range records {
		if clean, changed, ok := jsonl.Clean(r); !ok || changed || len(clean) != len(r) {
			t.Errorf("record %d is no clean JSON: %.200s", i+1, r)
		}
		for _, member := range []string{"uuid", "sessionId", "timestamp", "type", "cwd", "version"} {
			if r.Get(member).String() == "" {
				t.Errorf("record %d has no %s", i+1, member)
			}
		}
		if r.Get("parentUuid").String() != parent || r.Get("parentUuid") == nil {
			t.Errorf("record %d follows %s, not %q", i+1, r.Get("parentUuid"), parent)
		}
		parent = r.Get("uuid").String()
		if seen[parent] {
			t.Errorf("record %d has the uuid of another: the CLI would merge them", i+1)
		}
		seen[parent] = true
	}
}

func TestAResponseIsOneRecordAndEachResultAnother(t *testing.T) {
	records, report := encode(t, stream(
		user("go"), assistant("I look."), call("a"), call("b"), result("a", "1"), result("b", "2"), assistant("Done."),
	))
	want := "user text, assistant text functionCall functionCall, tool_result functionResponse, tool_result functionResponse, assistant text"
	if got := shapes(records); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if report.Entries != 7 || len(report.Losses) != 0 {
		t.Errorf("report %+v", report)
	}
}

// If two calls have the same id, the CLI sends only the first one, and only the first of their results.
func TestCallsThatShareAnIDGetTheirOwn(t *testing.T) {
	records, _ := encode(t, stream(user("go"), call("c"), result("c", "1"), call("c"), result("c", "2")))
	first, second := records[1].Get("message"), records[3].Get("message")
	if !strings.Contains(string(first), `"id":"c"`) || !strings.Contains(string(second), `"id":"c-2"`) ||
		!strings.Contains(string(records[4]), `"id":"c-2"`) {
		t.Errorf("got %s\n%s\n%s", first, second, records[4])
	}
}

func TestACallWithoutResultGetsANote(t *testing.T) {
	records, report := encode(t, stream(user("go"), call("a"), user("and?"), assistant("yes")))
	if got := shapes(
		records); got != "user text, assistant functionCall, tool_result functionResponse, user text, assistant text" {
		t.Errorf("got %s", got)
	}
	if lost(report, "result of a call") != 1 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestAFailureKeepsItsErrorAndItsOutput(t *testing.T) {
	failed := result("a", "no tests")
	failed.Success, failed.Error = false, timeline.NewText("exit code 1")
	records, _ := encode(t, stream(user("go"), call("a"), failed))
	response := string(records[2])
	if !strings.Contains(response, `"response":{"output":"exit code 1\nno tests","error":"exit code 1"}`) ||
		!strings.Contains(response, `"status":"error"`) {
		t.Errorf("got %s", response)
	}
}

func TestACompactionKeepsTheSummaryAndWhatItNames(t *testing.T) {
	kept := result("a", "1")
	kept.ID = "kept"
	summary := &timeline.Entry{
		Type: timeline.System, Content: timeline.NewText("So far."),
		Compaction: &timeline.Compaction{Keeps: []string{"a", "kept"}},
	}
	records, report := encode(t, stream(user("go"), call("a"), kept, assistant("gone"), summary, user("on")))
	want := `"compressedHistory":[{"role":"user","parts":[{"text":"So far."}]},` +
		`{"role":"model","parts":[{"functionCall":{"id":"a","name":"run_shell_command","args":{"command":"ls"}}}]},` +
		`{"role":"user","parts":[{"functionResponse":{"id":"a","name":"run_shell_command","response":{"output":"1"}}}]}]`
	if got := string(records[4]); !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
	if report.Entries != 6 || len(report.Losses) != 0 {
		t.Errorf("report %+v", report)
	}
}

// The stream may be one that counts what passes, so it is iterated over only once.
func TestWhatACompactionKeepsIsHeldAndNotAskedForAgain(t *testing.T) {
	ranges := 0
	s := stream(
		user("one"), &timeline.Entry{Type: timeline.System, Content: timeline.NewText("a note")}, assistant("two"),
		assistant("three"),
		&timeline.Entry{Type: timeline.System}, user(""),
		&timeline.Entry{Type: timeline.System, Content: timeline.NewText("So far."), Compaction: &timeline.Compaction{
			Keeps: []string{"entry-1", "entry-2", "entry-3", "entry-4", "entry-5", "nobody"},
		}},
	)
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		ranges++
		entries(yield)
	}
	records, report := encode(t, s)
	want := `{"role":"user","parts":[{"text":"<context from=\"reminder\">\nThis is the state of the work:\na note\n</context>"}]},{"role":"model","parts":[{"text":"two"},{"text":"three"}]}]`
	if got := string(records[3]); !strings.Contains(got, want) || ranges != 1 {
		t.Errorf("after %d ranges got %s", ranges, got)
	}
	if lost(report, "entry that a compaction keeps") != 1 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestLossesAreDeclared(t *testing.T) {
	branch := &timeline.Entry{Type: timeline.System, Branch: "branch-1", Compaction: &timeline.Compaction{},
		Content: timeline.NewText("So far.")}
	archive := user("see")
	archive.Attachments = []timeline.Attachment{{MediaType: "application/zip", Data: timeline.NewText("UEs=")},
		{MediaType: "image/png", Name: "https://example.org/a.png"}}
	drawn := assistant("a picture")
	drawn.Attachments = []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText("iVBO")}}
	counted := assistant("counted")
	counted.Usage = &timeline.Usage{Input: 1}
	patch := &timeline.Entry{Type: timeline.ToolCall, ID: "p", Tool: timeline.Bash,
		Input: []byte(`{"command":"ls","extra":1}`)}
	_, report := encode(t, stream(user("go"), branch, archive, drawn, counted, patch, result("p", ""),
		result("nobody", "x")))
	for what, count := range map[string]int{
		"summary of an abandoned branch": 1, "attachment of type application/zip": 1, "linked attachment": 1,
		"attachment of the model": 1,
		"token counts":            1, "call of a result": 1,
	} {
		if lost(report, what) != count {
			t.Errorf("%s is declared %d times, want %d: %v", what, lost(report, what), count, report.Losses)
		}
	}
}

// The CLI counts the lines of a file from 0.
func TestTheOffsetOfAReadIsTranslated(t *testing.T) {
	read := &timeline.Entry{Type: timeline.ToolCall, ID: "r", Tool: timeline.Read,
		Input: []byte(`{"path":"/a","offset":3,"limit":2}`)}
	records, _ := encode(t, stream(user("go"), read, result("r", "")))
	if !strings.Contains(string(records[1]), `"args":{"file_path":"/a","offset":2,"limit":2}`) {
		t.Errorf("got %s", records[1])
	}
}

func TestOnlyAUUIDIsTakenForAnID(t *testing.T) {
	for _, id := range []string{"latest", "../x", "0123"} {
		if _, err := (qwen.Writer{}).Plan(adapter.Store{}, stream(user("go")),
			writers.Options{ID: id, Now: fixtures.Now}); err == nil {
			t.Errorf("%q was taken: the CLI would look for a title", id)
		}
	}
}

func TestABrokenLinkIsMended(t *testing.T) {
	native := func(line int, raw string) *timeline.Entry {
		e := user(fmt.Sprint("line ", line))
		e.Native = &timeline.Record{CLI: "qwen", Line: line, Raw: []byte(raw)}
		return e
	}
	const form = `{"uuid":"%s","parentUuid":%s,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"x"}]}}`
	s := stream(
		native(1, fmt.Sprintf(form, "a", "null")), native(2, "{cut"), native(3, fmt.Sprintf(form, "c", `"b"`)),
		native(4, fmt.Sprintf(form, "d", `"c"`)),
	)
	s.Header.Source.CLI = "qwen"
	records, _ := encode(t, s)
	for i, want := range map[int]string{0: "", 2: "a", 3: "c"} {
		if got := records[i].Get("parentUuid").String(); got != want {
			t.Errorf("record %d follows %q, want %q", i+1, got, want)
		}
		if got := records[i].Get("sessionId").String(); got != "00000001-0000-4000-8000-0000feedbeef" {
			t.Errorf("record %d is of session %q: two in one file make it unreadable", i+1, got)
		}
	}
	if string(records[1]) != "{cut" {
		t.Errorf("a damaged line became %s", records[1])
	}
}

// A process that outlived its terminal writes something on the abandoned branch (0.15.10). The CLI would continue from
// there.
func TestTheConversationGoesOnFromItsLeaf(t *testing.T) {
	const form = `{"uuid":"%s","parentUuid":%s,"sessionId":"s","type":"%s","message":{"role":"user","parts":[{"text":"x"}]}}`
	var entries []*timeline.Entry
	for i, r := range [][3]string{{"a", "null", "user"}, {"left", `"a"`, "user"}, {"on", `"a"`, "user"},
		{"late", `"left"`, "system"}} {
		e := user("x")
		e.Native = &timeline.Record{CLI: "qwen", Line: i + 1, Raw: fmt.Appendf(nil, form, r[0], r[1], r[2])}
		if r[0] == "left" || r[0] == "late" {
			e.Branch = "branch-1"
		}
		entries = append(entries, e)
	}
	records, _ := encode(t, stream(entries...))
	if last := records[len(records)-1]; len(records) != 5 || !last.Get("parentUuid").Is("on") {
		t.Errorf("the last of %d records is %s", len(records), last)
	}
}
