package codex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// TestEveryLineIsOneThatCodexTakes checks what would make Codex 0.169.0 refuse a rollout or drop a line of it in
// silence.
func TestEveryLineIsOneThatCodexTakes(t *testing.T) {
	for _, version := range []string{"", "0.144.0"} {
		o := options()
		o.Version = version
		lines, _ := encode(t, sample.Session(), o)
		if !lines[0].Get("type").Is("session_meta") {
			t.Errorf("version %q: the first line is %s", version, lines[0])
		}
		for _, member := range []string{"id", "timestamp", "cwd", "originator", "cli_version"} {
			if lines[0].Get("payload", member).String() == "" {
				t.Errorf("version %q: the metadata lacks %s", version, member)
			}
		}
		for _, member := range []string{"model_provider", "base_instructions"} {
			if lines[0].Get("payload", member) != nil {
				t.Errorf("version %q: the metadata has %s, by which Codex refuses or changes the session", version, member)
			}
		}
		for i, line := range lines {
			checkLine(t, i, line, version == "")
		}
	}
}

func checkLine(t *testing.T, i int, line jsonl.Value, isPaginated bool) {
	t.Helper()
	if clean, changed, ok := jsonl.Clean(line); !ok || changed || len(clean) != len(line) {
		t.Errorf("line %d is no clean JSON: %.200s", i+1, line)
	}
	if _, err := time.Parse(time.RFC3339, line.Get("timestamp").String()); err != nil {
		t.Errorf("line %d has no timestamp: %v", i+1, err)
	}
	if ordinal := line.Get("ordinal"); isPaginated != (ordinal != nil) || (isPaginated && ordinal.Int() != int64(i)) {
		t.Errorf("line %d has the ordinal %s", i+1, ordinal)
	}
	p := line.Get("payload")
	switch p.Get("type").String() {
	case "message":
		if role := p.Get("role").String(); (role != "user" && role != "assistant") || !p.Get("content").IsArray() {
			t.Errorf("line %d: role %q, content %.50s", i+1, role, p.Get("content"))
		}
	case "function_call":
		if !p.Get("arguments").IsString() || !jsonl.Value(p.Get("arguments").String()).IsObject() {
			t.Errorf("line %d: arguments %s are no object in a string", i+1, p.Get("arguments"))
		}
	case "item_completed":
		if p.Get("turn_id").String() == "" || p.Get("item", "id").String() == "" {
			t.Errorf("line %d: an item without turn or id is not drawn: %.200s", i+1, p)
		}
		if cwd := p.Get("item", "cwd"); cwd != nil && !strings.HasPrefix(cwd.String(), "file:///") {
			t.Errorf("line %d: a command in %s is not drawn", i+1, cwd)
		}
	case "reasoning":
		t.Errorf("line %d: reasoning of a foreign model was written", i+1)
	}
}

func TestTurnsAreOpenedAndClosed(t *testing.T) {
	lines, report := encode(t, stream(
		user("one"), user("still one"), assistant("answer"), user("two"), assistant("stopped"),
		&timeline.Entry{Type: timeline.System, Hidden: true, Content: timeline.NewText("[Request interrupted by user]")},
		user("three"),
	), options())
	want := "session_meta task_started message UserMessage message UserMessage message AgentMessage task_complete " +
		"task_started message UserMessage message AgentMessage turn_aborted task_started message UserMessage task_complete"
	if diff := cmp.Diff(want, kinds(lines)); diff != "" {
		t.Error(diff)
	}
	started, ended := payloads(lines, "event_msg", "task_started"), payloads(lines, "event_msg", "task_complete")
	if a, b := jsonl.Value(started[0]).Get("turn_id"), jsonl.Value(ended[0]).Get("turn_id"); a.String() == "" ||
		a.String() != b.String() {
		t.Errorf("turn %s is closed as %s", a, b)
	}
	if !jsonl.Value(ended[0]).Get("last_agent_message").Is("answer") {
		t.Errorf("the turn's last answer is missing: %s", ended[0])
	}
	if report.Entries != 6 {
		t.Errorf("%d entries delivered, want 6", report.Entries)
	}
}

func TestPhaseFollowsFromWhatComesNext(t *testing.T) {
	lines, _ := encode(t, stream(user("go"), assistant("looking"), call("c", timeline.Bash, "Bash", `{"command":"ls"}`),
		result("c", ""), assistant("done")), options())
	var phases []string
	for _, item := range drawn(lines) {
		if phase := jsonl.Value(item).Get("phase"); phase != nil {
			phases = append(phases, phase.String())
		}
	}
	if diff := cmp.Diff([]string{"commentary", "final_answer"}, phases); diff != "" {
		t.Error(diff)
	}
}

func TestThinkingOfOthersIsDropped(t *testing.T) {
	thought := assistant("said")
	thought.Thinking = timeline.NewText("secret")
	lines, report := encode(t, stream(user("go"), thought), options())
	for _, line := range lines {
		if strings.Contains(string(line), "secret") {
			t.Errorf("thinking was written: %s", line)
		}
	}
	if lost(report, "thinking") == 0 {
		t.Errorf("the loss of thinking is not declared: %v", report.Losses)
	}
}

func TestOwnReasoningIsKeptWhereTheSessionIsCut(t *testing.T) {
	raw := `{"timestamp":"2026-11-20T10:00:00Z","ordinal":4,"type":"response_item","payload":{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"gAAA"}}`
	hidden := &timeline.Entry{Type: timeline.System, Hidden: true,
		Native: &timeline.Record{CLI: "codex", Line: 5, Raw: []byte(raw)}}
	s := stream(user("go"), hidden, assistant("said"))
	s.Cut = true
	lines, _ := encode(t, s, options())
	want := `{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"gAAA"}`
	if got := payloads(lines, "response_item", "reasoning"); len(got) != 1 || got[0] != want {
		t.Errorf("reasoning %q, want %s", got, want)
	}
}

func TestHiddenEntriesAndBranchesAreNotDelivered(t *testing.T) {
	hidden, branch, note := user("harness"), user("abandoned"), &timeline.Entry{Type: timeline.System,
		Content: timeline.NewText("note")}
	hidden.Hidden, branch.Branch = true, "b"
	lines, report := encode(t, stream(hidden, branch, note, user("real")), options())
	if got := sent(lines); len(got) != 1 || !strings.Contains(got[0], `"real"`) {
		t.Errorf("sent %q", got)
	}
	if lost(report, "abandoned branch") == 0 || len(report.Branches) > 0 || lost(report, "system message") == 0 ||
		len(report.Losses) != 2 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestCompactionReplacesTheHistoryForTheModelOnly(t *testing.T) {
	first, kept := user("first"), user("kept")
	kept.ID = "k"
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("so far"),
		Compaction: &timeline.Compaction{Keeps: []string{"k", "gone"}}}
	lines, report := encode(t, stream(first, kept, assistant("a"), summary, user("next")), options())
	want := `{"message":"so far","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"kept"}],` +
		`"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}},` +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"so far"}]}]}`
	if got := payloads(lines, "compacted", ""); len(got) != 1 || got[0] != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if !strings.Contains(kinds(lines), "compacted ContextCompaction task_complete task_started") || len(sent(lines)) != 4 {
		t.Errorf("lines %s", kinds(lines))
	}
	if lost(report, "entry that a compaction keeps") == 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

// A prompt that stays with its answer is not torn from it by the summary; one that stays alone stands before it.
func TestAPromptStaysWithItsAnswer(t *testing.T) {
	old, prompt, answer := user("old"), user("new"), assistant("a")
	old.ID, prompt.ID, answer.ID = "old", "new", "a"
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("so far"),
		Compaction: &timeline.Compaction{Keeps: []string{"old", "new", "a"}}}
	lines, _ := encode(t, stream(old, assistant("gone"), prompt, answer, summary), options())
	var order []string
	for item := range jsonl.Elements(jsonl.Value(payloads(lines, "compacted", "")[0]).Get("replacement_history")) {
		for block := range jsonl.Elements(item.Get("content")) {
			order = append(order, block.Get("text").String())
		}
	}
	if diff := cmp.Diff([]string{"old", "so far", "new", "a"}, order); diff != "" {
		t.Error(diff)
	}
}

func TestAnswersThatStayFollowTheSummary(t *testing.T) {
	c, r, kept := call("c", timeline.Bash, "Bash", `{"command":"ls"}`), result("c", "x"), assistant("a")
	r.ID, kept.ID = "r", "a"
	orphan := call("o", timeline.Bash, "Bash", `{"command":"ls"}`)
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("so far"),
		Compaction: &timeline.Compaction{Keeps: []string{"c", "r", "a", "o"}}}
	lines, _ := encode(t, stream(user("u"), c, r, orphan, kept, summary), options())
	var order []string
	for item := range jsonl.Elements(jsonl.Value(payloads(lines, "compacted", "")[0]).Get("replacement_history")) {
		order = append(order, item.Get("type").String()+item.Get("role").String())
	}
	if diff := cmp.Diff([]string{"messageuser", "function_call", "function_call_output", "messageassistant"},
		order); diff != "" {
		t.Error(diff)
	}
}
