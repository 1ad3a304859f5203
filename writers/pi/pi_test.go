package pi_test

import (
	"fmt"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/pi"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Command, sample.Result
	stream, lost                  = sample.Conversation, writertest.Lost
)

func options() writers.Options {
	o := writertest.Options()
	o.Provider, o.Model = "mock", "mock-model"
	return o
}

func encode(t *testing.T, s timeline.Stream) ([]jsonl.Value, writers.Report) {
	t.Helper()
	return writertest.EncodeLines(t, pi.Writer{}, s, options())
}

// shapes describes each record after the header by its type or role, and its blocks.
func shapes(records []jsonl.Value) string {
	var all []string
	for _, r := range records[1:] {
		shape := r.Get("type").String()
		if role := r.Get("message", "role"); role != nil {
			shape = role.String()
		}
		for block := range jsonl.Elements(r.Get("message", "content")) {
			shape += " " + block.Get("type").String()
		}
		all = append(all, shape)
	}
	return strings.Join(all, ", ")
}

func TestEveryRecordHasWhatTheCLIAsksFor(t *testing.T) {
	records, _ := encode(t, sample.Session())
	if h := records[0]; !h.Get("type").Is("session") || h.Get("version").Int() != 3 || h.Get("cwd").String() == "" ||
		h.Get("timestamp").String() == "" {
		t.Errorf("the header is %s", h)
	}
	parent, seen := "", map[string]bool{}
	for i, r := range records[1:] {
		if clean, changed, ok := jsonl.Clean(r); !ok || changed || len(clean) != len(r) {
			t.Errorf("record %d is no clean JSON: %.200s", i+2, r)
		}
		if r.Get("parentId").String() != parent || r.Get("parentId") == nil {
			t.Errorf("record %d follows %s, not %q", i+2, r.Get("parentId"), parent)
		}
		if parent = r.Get("id").String(); parent == "" || seen[parent] {
			t.Errorf("record %d has no id of its own: %q", i+2, parent)
		}
		seen[parent] = true
		checkMessage(t, i+2, r.Get("message"))
	}
}

func checkMessage(t *testing.T, i int, m jsonl.Value) {
	t.Helper()
	if !m.Get("content").IsArray() || m.Get("timestamp").Int() == 0 {
		t.Errorf("record %d: content %.50s at %s", i, m.Get("content"), m.Get("timestamp"))
	}
	if !m.Get("role").Is("assistant") {
		return
	}
	if m.Get("usage", "totalTokens") == nil || m.Get("usage", "cost", "total") == nil {
		t.Errorf("record %d has no usage, without which 0.73 ends", i)
	}
	if !m.Get("provider").Is("mock") || !m.Get("model").Is("mock-model") {
		t.Errorf("record %d names another model than the one that will run: %s %s", i, m.Get("provider"), m.Get("model"))
	}
	if strings.Contains(string(m.Get("content")), `"thinking"`) {
		t.Errorf("record %d holds thinking, which would be pasted into the text", i)
	}
}

func TestAModelThatIsNotKnownIsNotGuessed(t *testing.T) {
	content, _ := writertest.Encode(t, pi.Writer{}, sample.Session(), writertest.Options())
	if strings.Contains(string(content), `"provider"`) || strings.Contains(string(content), "sample-model") {
		t.Error("a model was written")
	}
}

func TestAResponseIsOneRecordAndEachResultAnother(t *testing.T) {
	records, report := encode(t, stream(
		user("go"), assistant("I look."), call("a"), call("b"), result("a", "1"), result("b", ""), assistant("Done."),
	))
	want := "user text, assistant text toolCall toolCall, toolResult text, toolResult, assistant text"
	if got := shapes(records); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if !records[2].Get("message", "stopReason").Is("toolUse") || !records[5].Get("message", "stopReason").Is("stop") {
		t.Errorf("stop reasons %s, %s", records[2].Get("message", "stopReason"), records[5].Get("message", "stopReason"))
	}
	if report.Entries != 7 || len(report.Losses) != 0 {
		t.Errorf("report %+v", report)
	}
}

func TestFailuresAreToldInTheCLIsOwnWay(t *testing.T) {
	exit, other := result("a", "no tests"), result("b", "half")
	exit.Success, exit.Error = false, timeline.NewText("exit code 1")
	other.Success, other.Error = false, timeline.NewText("interrupted")
	records, _ := encode(t, stream(user("go"), call("a"), call("b"), exit, other))
	for i, want := range map[int]string{
		3: `"content":[{"type":"text","text":"no tests\n\nCommand exited with code 1"}],"isError":true`,
		4: `"content":[{"type":"text","text":"interrupted\nhalf"}],"details":{"error":"interrupted"},"isError":true`,
	} {
		if !strings.Contains(string(records[i]), want) {
			t.Errorf("got %s", records[i])
		}
	}
}

func TestACompactionKeepsWhatWasSaidLast(t *testing.T) {
	summary := func(keeps ...string) *timeline.Entry {
		return &timeline.Entry{ID: "s", Type: timeline.System, Content: timeline.NewText("So far."),
			Compaction: &timeline.Compaction{Keeps: keeps}}
	}
	for name, test := range map[string]struct {
		keeps []string
		first int
		lost  int
	}{
		"nothing":              {nil, 4, 0},
		"the last":             {[]string{"entry-2"}, 3, 0},
		"the last two":         {[]string{"entry-1", "entry-2"}, 2, 0},
		"one with a gap":       {[]string{"entry-0", "entry-2"}, 4, 0},
		"not an answer before": {[]string{"entry-1"}, 4, 1},
		"not one far too back": {[]string{"nobody"}, 4, 1},
	} {
		records, report := encode(t, stream(user("one"), assistant("two"), user("three"), summary(test.keeps...),
			user("four")))
		if got, want := records[4].Get("firstKeptEntryId").String(), records[test.first].Get("id").String(); got != want {
			t.Errorf("%s: keeps from %s, want %s", name, got, want)
		}
		if !records[4].Get("summary").Is("So far.") || lost(report, "entry that a compaction keeps") != test.lost {
			t.Errorf("%s: %s, losses %v", name, records[4], report.Losses)
		}
	}
}

// A prompt that a compaction keeps before what Pi itself keeps is repeated after the summary, even by a later
// compaction.
func TestPromptsThatACompactionKeepsAreToldAgain(t *testing.T) {
	summary := func(id string, keeps ...string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.System, Content: timeline.NewText("So far."),
			Compaction: &timeline.Compaction{Keeps: keeps}}
	}
	records, report := encode(t, stream(user("one"), assistant("1"), user("two"), assistant("2"),
		summary("s", "entry-0", "entry-1", "entry-2"),
		user("three"), assistant("3"), summary("t", "entry-0", "entry-5")))
	first, second := records[5], records[10]
	for i, note := range []jsonl.Value{records[6], records[7], records[11], records[12]} {
		want := []string{"one", "two", "one", "three"}[i]
		if !note.Get("customType").Is("stead-kept") || note.Get("display").Bool() ||
			!strings.Contains(string(note.Get("content")), want) {
			t.Errorf("got %s, want %s", note, want)
		}
	}
	ids := func(at ...int) string {
		return `{"steadKept":["` + records[at[0]].Get("id").String() + `","` + records[at[1]].Get("id").String() + `"]}`
	}
	if got, want := string(first.Get("details")), ids(1, 3); got != want {
		t.Errorf("the first keeps %s, want %s", got, want)
	}
	if got, want := string(second.Get("details")), ids(1, 8); got != want {
		t.Errorf("the second keeps %s, want %s", got, want)
	}
	if lost(report, "entry that a compaction keeps") != 1 || len(report.Losses) != 1 ||
		report.Losses[0].Of[writers.Answers].Items != 1 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestATextOfNoSideIsANote(t *testing.T) {
	records, report := encode(t, stream(user("go"), &timeline.Entry{Type: timeline.System,
		Content: timeline.NewText("Mind the gap.")}))
	if r := records[2]; !r.Get("type").Is("custom_message") || !r.Get("content").Is("Mind the gap.") ||
		len(report.Losses) != 0 {
		t.Errorf("got %s, losses %v", r, report.Losses)
	}
}

func TestLossesAreDeclared(t *testing.T) {
	branch, thought := assistant("abandoned"), assistant("")
	branch.Branch, thought.Thinking = "branch-1", timeline.NewText("hm")
	archive := user("see")
	archive.Attachments = []timeline.Attachment{{MediaType: "application/pdf", Data: timeline.NewText("JVBE")},
		{MediaType: "image/png", Name: "https://example.org/a.png"}}
	drawn := assistant("a picture")
	drawn.Attachments = []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText("iVBO")}}
	counted := assistant("counted")
	counted.Usage = &timeline.Usage{Input: 1}
	s := stream(user("go"), branch, thought, archive, drawn, counted, result("nobody", "x"), call("never"))
	_, report := encode(t, s)
	for _, what := range []string{
		"abandoned branch", "thinking", "attachment of type application/pdf", "linked attachment",
		"attachment of the model", "token counts",
		"call of a result", "result of a call",
	} {
		if lost(report, what) != 1 {
			t.Errorf("%s is declared %d times: %v", what, lost(report, what), report.Losses)
		}
	}
}

// The CLI rewrites a file of an older version, without its damaged lines. It would then be impossible to tell which
// records are new.
func TestAnOldVersionIsConverted(t *testing.T) {
	header := &timeline.Entry{Type: timeline.System, Hidden: true,
		Native: &timeline.Record{CLI: "pi", Line: 1, Raw: []byte(`{"type":"session","id":"old","cwd":"/x"}`)}}
	said := user("one")
	said.Native = &timeline.Record{CLI: "pi", Line: 2, Raw: []byte(
		`{"type":"message","message":{"role":"user","content":"one"}}`)}
	s := stream(header, said)
	s.Header.Source.CLI = "pi"
	records, _ := encode(t, s)
	if len(records) != 2 || records[0].Get("version").Int() != 3 || records[1].Get("id") == nil {
		t.Errorf("got %s", records)
	}
}

func TestABrokenLinkIsMended(t *testing.T) {
	s := stream()
	var entries []*timeline.Entry
	for i, raw := range []string{
		`{"type":"session","version":3,"id":"old","cwd":"/home/user/demo"}`,
		`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"one"}}`,
		`{cut`, `{"type":"message","id":"c","parentId":"b","message":{"role":"user","content":"two"}}`,
	} {
		e := user("x")
		e.ID, e.Native = fmt.Sprint(i), &timeline.Record{CLI: "pi", Line: i + 1, Raw: []byte(raw)}
		entries = append(entries, e)
	}
	s.Entries, s.Header.Source.CLI = timeline.Of(append(entries, assistant("new"))...), "pi"
	records, _ := encode(t, s)
	if !records[0].Get("id").Is("00000001-0000-4000-8000-0000feedbeef") || !records[3].Get("parentId").Is("a") ||
		!records[4].Get("parentId").Is("c") {
		t.Errorf("got %s", records)
	}
}

func TestOnlyAPlainIDIsTaken(t *testing.T) {
	for _, id := range []string{"../x", "-x", "a b", "a/b"} {
		o := options()
		o.ID = id
		if _, err := (pi.Writer{}).Plan(adapter.Store{}, stream(user("go")), o); err == nil {
			t.Errorf("%q was taken", id)
		}
	}
}
