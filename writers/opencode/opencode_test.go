package opencode_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/opencode"
)

// The functions with which the tests describe a session.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Call, sample.Result
	options, lost                 = writertest.Options, writertest.Lost
)

// stream returns a session of entries. Entries without ids and times get some.
func stream(entries ...*timeline.Entry) timeline.Stream {
	for i, e := range entries {
		e.Timestamp = cmp.Or(e.Timestamp, fmt.Sprintf("2026-11-20T10:00:%02d.000Z", i))
	}
	s := sample.Conversation(entries...)
	s.Header.Model = timeline.Model{Provider: "anthropic", Model: "opus"}
	return s
}

// encode returns the export that the stream becomes.
func encode(t *testing.T, s timeline.Stream, o writers.Options) (jsonl.Value, writers.Report) {
	t.Helper()
	content, report := writertest.Encode(t, opencode.Writer{}, s, o)
	if clean, _, ok := jsonl.Clean(content); !ok || !format.IsExport(clean) {
		t.Fatalf("this is no export: %s", content)
	}
	return content, report
}

// outline returns one line for each message of an export: its role and the types of its parts.
func outline(document jsonl.Value) []string {
	var lines []string
	for m := range jsonl.Elements(document.Get("messages")) {
		line := m.Get("info", "role").String()
		for p := range jsonl.Elements(m.Get("parts")) {
			line += " " + p.Get("type").String()
			if text := p.Get("text"); text != nil {
				line += "(" + text.String() + ")"
			}
			if tool := p.Get("tool"); tool != nil {
				line += "(" + tool.String() + " " + p.Get("state", "status").String() + ")"
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func compare(t *testing.T, document jsonl.Value, want ...string) {
	t.Helper()
	if got := strings.Join(outline(document), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// store returns a store in which the CLI has created its database.
func store(t *testing.T) adapter.Store {
	t.Helper()
	root := filepath.Join(t.TempDir(), "opencode")
	fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
	return adapter.Store{CLI: "opencode", Root: root}
}

func write(t *testing.T, s adapter.Store, stream timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	return writertest.Write(t, opencode.Writer{}, s, stream, o)
}

func TestAnAnswerGoesOnUntilTheModelIsShownResults(t *testing.T) {
	document, _ := encode(t, stream(
		user("go"), assistant("I look."), call("a", timeline.Bash, "Bash", `{"command":"ls"}`),
		call("b", timeline.Read, "Read", `{"path":"x"}`),
		result("b", "x"), result("a", "y"), assistant("Now."), call("c", timeline.Bash, "Bash", `{"command":"pwd"}`),
		result("c", "/"), assistant("Done."),
		user("more"), assistant("Yes."),
	), options())
	compare(t, document,
		"user text(go)",
		"assistant text(I look.) tool(bash completed) tool(read completed)",
		"assistant text(Now.) tool(bash completed)",
		"assistant text(Done.)",
		"user text(more)",
		"assistant text(Yes.)")
	var finishes, parents []string
	for m := range jsonl.Elements(document.Get("messages")) {
		finishes = append(finishes, m.Get("info", "finish").String())
		parents = append(parents, m.Get("info", "parentID").String())
	}
	if got := strings.Join(finishes, " "); got != " tool-calls tool-calls stop  stop" {
		t.Errorf("finishes %q", got)
	}
	if parents[1] == "" || parents[1] != parents[3] || parents[5] == parents[3] {
		t.Errorf("parents %q", parents)
	}
}

func TestWhatHasNoPlaceIsDeclared(t *testing.T) {
	document, report := encode(t, stream(
		user("go"), call("a", timeline.Bash, "Bash", `{"command":"sleep 9"}`), user("stop"), result("x", "late"),
		&timeline.Entry{Type: timeline.System, Content: timeline.NewText("instructions")},
		&timeline.Entry{Type: timeline.User, Content: timeline.NewText("old"), Branch: "b"},
		&timeline.Entry{Type: timeline.User, Content: timeline.NewText("see"),
			Attachments: []timeline.Attachment{{MediaType: "image/png"}}},
		call("n", timeline.Unknown, "odd name!", `{}`), result("n", ""),
	), options())
	compare(t, document, "user text(go)", "assistant tool(bash error)", "user text(stop)",
		"assistant tool(unknown completed)", "user text(see)",
		"assistant tool(odd_name_ completed)")
	for _, what := range []string{"result of a call", "call of a result", "system message", "abandoned branch",
		"bad picture", "name of a tool"} {
		if lost(report, what) == 0 {
			t.Errorf("%s is not declared: %v", what, report.Losses)
		}
	}
}

func TestFilesStandWhereTheyStoodAndTextsAreReadOut(t *testing.T) {
	document, report := encode(t, stream(&timeline.Entry{
		Type: timeline.User, Content: timeline.NewText("see"), Attachments: []timeline.Attachment{
			{MediaType: "image/png", Name: "a.png", Data: timeline.NewText("AAAA"), Leading: true},
			{MediaType: "text/plain", Name: "b.txt", Data: timeline.NewText("aGVsbG8="), Leading: true},
			{MediaType: "application/pdf", Name: "c.pdf", Data: timeline.NewText("AAAA")},
		},
	}), options())
	compare(t, document,
		`user file text(Called the Read tool with the following input: {"filePath":"b.txt"}) text(hello) file text(see) file`)
	if len(report.Losses) > 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestASummaryIsWrittenWithWhatStays(t *testing.T) {
	kept := user("kept")
	kept.ID = "k"
	keptAnswer := assistant("kept too")
	keptAnswer.ID = "l"
	summary := func(keeps ...string) *timeline.Entry {
		return &timeline.Entry{
			Type: timeline.System, Content: timeline.NewText("in short"),
			Compaction: &timeline.Compaction{Trigger: "auto", Keeps: keeps},
		}
	}
	document, report := encode(t, stream(
		user("old"), assistant("old answer"), kept, keptAnswer, summary("entry-0", "entry-1", "k", "l"),
		assistant("I go on."),
		user("next"), summary(), assistant("yes"),
	), options())
	const goOn = "user text(Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.)"
	compare(t, document, "user text(old)", "assistant text(old answer)", "user text(kept)", "assistant text(kept too)",
		"user compaction", "assistant text(in short)", goOn, "assistant text(I go on.)", "user text(next)",
		"user compaction", "assistant text(in short)", goOn, "assistant text(yes)")
	var messages []jsonl.Value
	for m := range jsonl.Elements(document.Get("messages")) {
		messages = append(messages, m)
	}
	var order jsonl.Value
	for p := range jsonl.Elements(messages[4].Get("parts")) {
		order = p
	}
	if !order.Get("auto").Bool() || order.Get("tail_start_id").String() != messages[0].Get("info", "id").String() {
		t.Errorf("the order is %s", order)
	}
	if info := messages[5].Get("info"); !info.Get("summary").Bool() || !info.Get("finish").Is("stop") ||
		info.Get("parentID").String() != messages[4].Get("info", "id").String() {
		t.Errorf("the summary is %s", info)
	}
	if len(report.Losses) > 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

// OpenCode keeps what is newest. Older prompts can be repeated.
func TestPromptsThatStayBeforeWhatIsGoneAreToldAgain(t *testing.T) {
	document, report := encode(t, stream(
		user("one"), assistant("gone"), user("two"), assistant("gone too"),
		&timeline.Entry{Type: timeline.System, Content: timeline.NewText("in short"),
			Compaction: &timeline.Compaction{Keeps: []string{"entry-0", "entry-1", "entry-2"}}},
		user("next"),
	), options())
	compare(t, document, "user text(one)", "assistant text(gone)", "user text(two)", "assistant text(gone too)",
		"user text(one) text(two) compaction", "assistant text(in short)", "user text(next)")
	if strings.Count(string(document), `"synthetic":true`) != 2 {
		t.Errorf("the repeated prompts are drawn again: %s", document)
	}
	if lost(report, "entry that a compaction keeps") == 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestTextsOfTheModelStayApart(t *testing.T) {
	document, report := encode(t, stream(
		user("go"), assistant("one"), assistant("two"), call("a", timeline.Bash, "Bash", `{"command":"ls"}`),
		assistant("three"),
		call("b", timeline.Bash, "Bash", `{"command":"pwd"}`), result("a", "x"), result("b", "y"), assistant("four"),
	), options())
	compare(t, document, "user text(go)", "assistant text(one)", "assistant text(two) tool(bash completed)",
		"assistant text(three) tool(bash completed)",
		"assistant text(four)")
	if len(report.Losses) > 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

// A message with a time in the future would make the next run end without asking the model.
func TestTimesAscendAndNoneLiesInTheFuture(t *testing.T) {
	s := stream(user("a"), assistant("b"), user("c"), assistant("d"), user("e"))
	times := []string{"2026-11-20T10:00:00Z", "2026-11-20T09:00:00Z", "", "2027-06-01T00:00:00Z", "2027-06-02T00:00:00Z"}
	i := 0
	for e := range s.Entries {
		e.Timestamp = times[i]
		i++
	}
	document, _ := encode(t, s, options())
	before := int64(0)
	for m := range jsonl.Elements(document.Get("messages")) {
		created := m.Get("info", "time", "created").Int()
		if created <= before || created > fixtures.Now.UnixMilli() ||
			m.Get("info", "time", "completed").Int() > fixtures.Now.UnixMilli() {
			t.Errorf("%s comes after %d, and it is %d", m.Get("info", "time"), before, fixtures.Now.UnixMilli())
		}
		before = created
	}
}

func TestTheModelIsTheConfiguredOneOrNone(t *testing.T) {
	o := options()
	o.Provider, o.Model = "mock", "mock/some/model"
	document, _ := encode(t, stream(user("a"), assistant("b")), o)
	if m := document.Get("info", "model"); !m.Get("providerID").Is("mock") || !m.Get("id").Is("some/model") {
		t.Errorf("session model %s", m)
	}
	for m := range jsonl.Elements(document.Get("messages")) {
		info := m.Get("info")
		if info.Get("role").Is("user") {
			info = info.Get("model")
		}
		if !info.Get("providerID").Is("mock") || !info.Get("modelID").Is("some/model") {
			t.Errorf("message model %s", m)
		}
	}
	document, _ = encode(t, stream(user("a"), assistant("b")), options())
	if document.Get("info", "model") != nil {
		t.Errorf("a model was guessed: %s", document.Get("info"))
	}
	for m := range jsonl.Elements(document.Get("messages")) {
		if info := m.Get("info"); info.Get("role").Is("user") && info.Get("model") != nil ||
			info.Get("role").Is("assistant") && !info.Get("modelID").Is("opus") {
			t.Errorf("message %s", info)
		}
	}
}

func TestAHeadlessRunIsNeverAskedAQuestion(t *testing.T) {
	document, _ := encode(t, stream(user("a")), options())
	want := `[{"permission":"question","pattern":"*","action":"deny"},{"permission":"plan_enter","pattern":"*","action":"deny"},{"permission":"plan_exit","pattern":"*","action":"deny"}]`
	if got := string(document.Get("info", "permission")); got != want {
		t.Errorf("permission %s", got)
	}
}

func TestSubagentsGetSessionsOfTheirOwn(t *testing.T) {
	child := stream(user("find it"), assistant("found"))
	child.Header.Lineage = &timeline.Lineage{Kind: timeline.LineageSubagent, At: "t"}
	parent := stream(user("go"), call("t", timeline.Task, "Agent",
		`{"prompt":"find it","description":"Find","agent":"explore"}`), result("t", "found"))
	parent.Children = []timeline.Stream{child}
	s := store(t)
	receipt := write(t, s, parent, options())
	written, err := format.Open(context.Background(), adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		t.Fatal(err)
	}
	started, err := written.Started(context.Background())
	if err != nil || len(started) != 1 || started[0].Part == "" {
		t.Fatalf("started %+v, %v", started, err)
	}
	session, err := format.Open(context.Background(), started[0].Location)
	if err != nil || session.Row.Get("title").String() != "Find (@explore subagent)" ||
		!session.Row.Get("parent_id").Is(receipt.ID) {
		t.Errorf("session %s, %v", session.Row.Raw, err)
	}
	if err := (opencode.Writer{}).Undo(receipt); err != nil {
		t.Fatal(err)
	}
	if rows, err := format.ListSessions(context.Background(), receipt.Path); err != nil || len(rows) != 0 {
		t.Errorf("%d sessions stay, %v", len(rows), err)
	}
}

func TestWithoutADatabaseThereIsAClearError(t *testing.T) {
	root := t.TempDir()
	plan, err := opencode.Writer{}.Plan(adapter.Store{Root: root}, stream(user("a")), options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (opencode.Writer{}).Write(context.Background(), plan); !errors.Is(err, format.ErrNoDatabase) {
		t.Errorf("error %v", err)
	}
}

func TestIDsThatTheCLIRefusesAreRefused(t *testing.T) {
	for _, id := range []string{"1234", "ses_", "ses_a b", "ses_a/b", "ses_'"} {
		o := options()
		o.ID = id
		if _, err := (opencode.Writer{}).Plan(adapter.Store{}, stream(user("a")), o); err == nil {
			t.Errorf("%q was taken", id)
		}
	}
}

// A session that comes back contains rows that the CLI added to it, without its own ones. The rows that stead converted
// precede them.
func TestRowsAreRestoredAmongConvertedEntries(t *testing.T) {
	row := func(raw string) *timeline.Record {
		return &timeline.Record{CLI: "opencode", Session: "ses_b", Line: 7, Raw: []byte(raw)}
	}
	document, _ := encode(t, stream(
		user("converted"),
		&timeline.Entry{Type: timeline.System, Hidden: true, Native: row(
			`{"table":"message","id":"msg_1","session_id":"ses_b","time_created":1795200000000,"data":{"role":"user","time":{"created":1795200000000}}}`)},
		&timeline.Entry{Type: timeline.User, Content: timeline.NewText("restored"),
			Native: row(
				`{"table":"part","id":"prt_1","message_id":"msg_1","session_id":"ses_b","data":{"type":"text","text":"restored","own":1}}`)},
		&timeline.Entry{Type: timeline.System, Hidden: true, Native: row(
			`{"table":"message","id":"msg_2","session_id":"ses_b","time_created":1795200000001,"data":{"role":"assistant","parentID":"msg_1"}}`)},
		&timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("answer"),
			Native: row(
				`{"table":"part","id":"prt_2","message_id":"msg_2","session_id":"ses_b","data":{"type":"text","text":"answer"}}`)},
		assistant("converted too"),
	), options())
	compare(t, document, "user text(converted)", "user text(restored)", "assistant text(answer)",
		"assistant text(converted too)")
	var ids []string
	for m := range jsonl.Elements(document.Get("messages")) {
		ids = append(ids, m.Get("info", "id").String(), m.Get("info", "parentID").String())
	}
	if ids[2] == "msg_1" || ids[5] != ids[2] || ids[7] != ids[2] {
		t.Errorf("ids and parents %q", ids)
	}
	if !strings.Contains(string(document), `"text":"restored","own":1`) {
		t.Error("the row was not restored as it was")
	}
}

// What the user took back is not written: OpenCode would delete it at the next prompt, with everything that follows.
func TestWhatTheUserTookBackStaysBehind(t *testing.T) {
	session := `{"table":"session","id":"ses_b","project_id":"p","slug":"s","directory":"/home/user/demo","title":"T","version":"1","revert":{"messageID":"msg_2"},"time_created":1,"time_updated":2}`
	message := `{"table":"message","id":"msg_%d","session_id":"ses_b","time_created":179520000000%d,"data":{"role":"user","time":{"created":179520000000%d}}}`
	part := `{"table":"part","id":"prt_%d","message_id":"msg_%d","session_id":"ses_b","data":{"type":"text","text":"%d"}}`
	entry := func(kind timeline.EntryType, line int, raw, branch string) *timeline.Entry {
		return &timeline.Entry{Type: kind, Hidden: kind == timeline.System, Branch: branch,
			Native: &timeline.Record{CLI: "opencode", Line: line, Raw: []byte(raw)}}
	}
	s := stream(
		entry(timeline.System, 1, session, ""),
		entry(timeline.System, 2, fmt.Sprintf(message, 1, 1, 1), ""), entry(timeline.User, 3, fmt.Sprintf(part, 1, 1, 1), ""),
		entry(timeline.System, 4, fmt.Sprintf(message, 2, 2, 2), "revert"),
		entry(timeline.User, 5, fmt.Sprintf(part, 2, 2, 2), "revert"),
		user("next"),
	)
	s.Header.Source = timeline.Source{CLI: "opencode", OriginalID: "ses_b"}
	document, report := encode(t, s, options())
	compare(t, document, "user text(1)", "user text(next)")
	if document.Get("info", "revert") != nil || lost(report, "abandoned branch") == 0 {
		t.Errorf("info %s, losses %v", document.Get("info"), report.Losses)
	}
}

// told is a text that nobody typed.
func told(kind timeline.OriginKind, name, typed, text string) *timeline.Entry {
	return &timeline.Entry{
		Type: timeline.User, Content: timeline.NewText(text),
		Origin: &timeline.Origin{Kind: kind, Name: name, Typed: timeline.NewText(typed)},
	}
}

func TestContextIsWrittenInOpenCodesOwnForm(t *testing.T) {
	document, report := encode(t, stream(
		user("See @a.md and @docs"), told(timeline.Mention, "/d/a.md", "", "one\n\ttwo"),
		told(timeline.Mention, "/d/docs/", "", "a.md"),
		told(timeline.Mention, "/d/b.md#L3-4", "", "x\ny"), told(timeline.Mention, "tracker:ticket://7", "", "open"),
		assistant("Yes."),
		told(timeline.Shell, "", "ls", "a.md"), told(timeline.Hook, "Stop", "", "Test it."), assistant("Done."),
	), options())
	const read = "text(Called the Read tool with the following input: "
	compare(t, document,
		"user text(See @a.md and @docs) "+
			read+`{"filePath":"/d/a.md"}) text(<path>/d/a.md</path>`+
			"\n<type>file</type>\n<content>\n1: one\n2: \ttwo\n\n(End of file - total 2 lines)\n</content>) file "+
			read+`{"filePath":"/d/docs"}) text(<path>/d/docs</path>`+
			"\n<type>directory</type>\n<entries>\na.md\n\n(1 entries)\n</entries>) file "+
			read+`{"filePath":"/d/b.md","offset":3,"limit":2}) text(<path>/d/b.md</path>`+
			"\n<type>file</type>\n<content>\n3: x\n4: y\n\n(Showing lines 3-4 of 5. Use offset=5 to continue.)\n</content>) file "+
			"text(Reading MCP resource: tracker:ticket://7 (tracker:ticket://7)) text(open)",
		"assistant text(Yes.)",
		"user text(The following tool was executed by the user)", "assistant tool(bash completed)",
		"user text(<context from=\"hook\" name=\"Stop\">\nA hook of the user's says:\nTest it.\n</context>)",
		"assistant text(Done.)")
	if marked := strings.Count(string(document), `"synthetic":true`); marked != 10 {
		t.Errorf("%d texts are marked as not typed", marked)
	}
	if len(report.Losses) > 0 || report.Entries != 9 {
		t.Errorf("%d entries, losses %v", report.Entries, report.Losses)
	}
}

// A message of OpenCode contains the results of its calls. Context between a call and its result therefore follows the
// result.
func TestContextWaitsForResults(t *testing.T) {
	document, report := encode(t, stream(
		user("go"), call("a", timeline.Bash, "Bash", `{"command":"ls"}`),
		call("b", timeline.Bash, "Bash", `{"command":"pwd"}`), result("a", "x"),
		told(timeline.Hook, "PostToolUse", "", "linted"), result("b", "y"), assistant("Done."),
	), options())
	compare(t, document, "user text(go)", "assistant tool(bash completed) tool(bash completed)",
		"user text(<context from=\"hook\" name=\"PostToolUse\">\nA hook of the user's says:\nlinted\n</context>)", "assistant text(Done.)")
	if len(report.Losses) > 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestWhatTheSourceDoesNotShowIsNotLostByACompaction(t *testing.T) {
	hidden := &timeline.Entry{ID: "h", Type: timeline.System, Hidden: true}
	kept := user("kept")
	kept.ID = "k"
	_, report := encode(t, stream(
		user("old"), hidden, kept,
		&timeline.Entry{Type: timeline.System, Content: timeline.NewText("in short"),
			Compaction: &timeline.Compaction{Keeps: []string{"h", "k"}}},
		user("next"),
	), options())
	if len(report.Losses) > 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestTheToolOfAServerKeepsIt(t *testing.T) {
	document, report := encode(t, stream(user("go"), call("a", timeline.Unknown, "mcp__tracker__lookup", `{}`),
		result("a", "x")), options())
	compare(t, document, "user text(go)", "assistant tool(tracker_lookup completed)")
	if !strings.Contains(string(document), `"stead":{"tool":"mcp__tracker__lookup"}`) || len(report.Losses) > 0 {
		t.Errorf("losses %v in %s", report.Losses, document)
	}
}

func TestAnAbandonedBranchIsASessionOfItsOwn(t *testing.T) {
	on := func(branch string, e *timeline.Entry) *timeline.Entry {
		e.Branch = branch
		return e
	}
	source := stream(user("go"), assistant("Which way?"), on("b", user("left")), on("b", assistant("A wall.")),
		user("right"), assistant("A door."))
	source.Header.Branches = []timeline.Branch{{ID: "b", ParentID: "entry-1", Entries: 2}}
	s := store(t)
	receipt := write(t, s, source, options())
	if len(receipt.Branches) != 1 || lost(receipt.Report, "abandoned branch") != 0 {
		t.Fatalf("branches %q, losses %v", receipt.Branches, receipt.Losses)
	}
	fork, err := format.Open(context.Background(), adapter.Location{Path: receipt.Path,
		ID: strings.TrimPrefix(receipt.Branches[0], "opencode:")})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for m, err := range fork.Messages(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range m.Parts {
			texts = append(texts, part.Data().Get("text").String())
		}
	}
	if got := strings.Join(texts, "|"); got != "go|Which way?|left|A wall." ||
		fork.Row.Get("title").String() != "go (fork #1)" || fork.Row.Get("parent_id") != nil {
		t.Errorf("%q in %s", got, fork.Row.Raw)
	}
	if err := (opencode.Writer{}).Undo(receipt); err != nil {
		t.Fatal(err)
	}
	if rows, err := format.ListSessions(context.Background(), receipt.Path); err != nil || len(rows) != 0 {
		t.Errorf("%d sessions stay, %v", len(rows), err)
	}
}

func BenchmarkConvert(b *testing.B) { adaptertest.BenchmarkConvert(b, opencode.Writer{}) }
