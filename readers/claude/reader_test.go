package claude_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/writertest"
	"stead/readers/claude"
	"stead/timeline"
	writer "stead/writers/claude"
)

const sid = "11111111-1111-4111-8111-111111111111"

// user, says, calls and result are records as the CLI writes them, as short as the reader can do with.
func user(uuid, parent, text string) string {
	return record(uuid, parent, "user", `"message":{"role":"user","content":"`+text+`"}`)
}

func says(uuid, parent, message, text string) string {
	return response(uuid, parent, message, `{"type":"text","text":"`+text+`"}`)
}

func calls(uuid, parent, message, id string) string {
	return response(uuid, parent, message, `{"type":"tool_use","id":"`+id+`","name":"Bash","input":{"command":"`+id+`"}}`)
}

func response(uuid, parent, message, block string) string {
	return record(uuid, parent, "assistant", `"message":{"id":"`+message+`","model":"claude-opus-4-8","content":[`+block+
		`],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}}`)
}

func result(uuid, parent, id, output string) string {
	return record(uuid, parent, "user", `"message":{"content":[{"type":"tool_result","tool_use_id":"`+id+`","content":"`+
		output+`"}]}`)
}

func record(uuid, parent, kind, members string) string {
	quoted := func(s string) string {
		if s == "" {
			return "null"
		}
		return `"` + s + `"`
	}
	return fmt.Sprintf(
		`{"parentUuid":%s,"type":"%s",%s,"uuid":%s,"timestamp":"2026-01-01T10:00:00.000Z","sessionId":"%s"}`,
		quoted(parent), kind, members, quoted(uuid), sid)
}

func leaf(uuid string) string {
	return `{"type":"last-prompt","leafUuid":"` + uuid + `","sessionId":"` + sid + `"}`
}

// open writes a session of the records and opens it.
func open(t *testing.T, records ...string) timeline.Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), sid+".jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(records, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	stream, err := claude.Reader{}.Open(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

func entries(t *testing.T, stream timeline.Stream) []*timeline.Entry {
	t.Helper()
	var all []*timeline.Entry
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// shown tells what a person would see: "user hello", with the branch behind it.
func shown(t *testing.T, stream timeline.Stream) []string {
	t.Helper()
	var lines []string
	for _, e := range entries(t, stream) {
		if e.Hidden {
			continue
		}
		text := map[timeline.EntryType]string{timeline.ToolCall: e.ID,
			timeline.ToolResult: e.CallID + " " + e.Output.String()}[e.Type]
		lines = append(lines, strings.TrimSpace(string(e.Type)+" "+text+e.Content.String()+" "+e.Branch))
	}
	return lines
}

func TestTheTreeIsMadeOut(t *testing.T) {
	for _, test := range []struct {
		name    string
		records []string
		want    []string
	}{
		{
			name: "parallel results beside the path to the leaf belong to the conversation",
			records: []string{
				user("u", "", "go"), calls("a1", "u", "m", "c1"), calls("a2", "a1", "m", "c2"),
				result("r2", "a2", "c2", "two"), result("r1", "a1", "c1", "one"), says("a3", "r1", "n", "done"),
			},
			want: []string{"user go", "tool_call c1", "tool_call c2", "tool_result c2 two", "tool_result c1 one",
				"assistant done"},
		},
		{
			name: "the model's record stands before the prompt that it answers",
			records: []string{says("a2", "a1", "m", "second"), says("a1", "u", "m", "first"), user("u", "", "go"),
				user("v", "a2", "next")},
			want: []string{"user go", "assistant first", "assistant second", "user next"},
		},
		{
			name: "a result stands before its call",
			records: []string{user("u", "", "go"), result("r", "u", "c", "out"), calls("a", "u", "m", "c"),
				says("b", "r", "n", "done")},
			want: []string{"user go", "tool_call c", "tool_result c out", "assistant done"},
		},
		{
			name: "a rewind leaves a branch",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "a", "wrong"),
				says("b", "v", "n", "so"), user("w", "a", "right"), says("c", "w", "o", "yes")},
			want: []string{"user go", "assistant one", "user wrong branch-1", "assistant so branch-1", "user right",
				"assistant yes"},
		},
		{
			name: "a rewind to the first prompt leaves the whole tree",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "", "again"),
				says("b", "v", "n", "two")},
			want: []string{"user go branch-1", "assistant one branch-1", "user again", "assistant two"},
		},
		{
			name: "the last prompt names the leaf against the order of the file",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "a", "left"), user("w", "a", "right"),
				leaf("v")},
			want: []string{"user go", "assistant one", "user left", "user right branch-1"},
		},
		{
			name:    "a leaf that has a child since is none",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), leaf("a"), user("v", "a", "on")},
			want:    []string{"user go", "assistant one", "user on"},
		},
		{
			name:    "a missing parent is the record before",
			records: []string{user("u", "", "go"), says("a", "gone", "m", "one"), user("v", "a", "on")},
			want:    []string{"user go", "assistant one", "user on"},
		},
		{
			name:    "records that are each other's parents are told in the order of the file",
			records: []string{user("u", "a", "go"), says("a", "u", "m", "one")},
			want:    []string{"user go", "assistant one"},
		},
		{
			name: "a side chain in the file of its parent is no part of it",
			records: []string{user("u", "", "go"), strings.Replace(says("s", "u", "m", "aside"), `"type"`,
				`"isSidechain":true,"type"`, 1), says("a", "u", "n", "one")},
			want: []string{"user go", "assistant one"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, shown(t, open(t, test.records...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBranchesAreDescribedAsTheyAreTold(t *testing.T) {
	stream := open(t, user("u", "", "go"), calls("a", "u", "m", "c"), user("v", "a", "wrong"),
		says("b", "v", "n", "so"), user("w", "a", "right"), says("x", "w", "o", "yes"))
	want := []timeline.Branch{{ID: "branch-1", ParentID: "c", Entries: 2}}
	if diff := cmp.Diff(want, stream.Header.Branches); diff != "" {
		t.Error(diff)
	}
}

func TestParentsAreEntriesNotRecords(t *testing.T) {
	parents := map[string]string{}
	for _, e := range entries(t, open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "out"),
		says("b", "r", "n", "done"))) {
		parents[e.ID] = e.ParentID
	}
	if diff := cmp.Diff(map[string]string{"u": "", "c": "u", "r": "c", "b": "r"}, parents); diff != "" {
		t.Error(diff)
	}
}

// Versions before 2 wrote a message again and again while it streamed.
func TestChunksOfAStreamAreReplacedByTheFinalState(t *testing.T) {
	partial := func(record string) string { return strings.Replace(record, `"end_turn"`, `null`, 1) }
	for name, records := range map[string][]string{
		"chunks without a uuid": {user("u", "", "go"), says("", "u", "m", "He"), says("", "u", "m", "Hell"),
			says("a", "u", "m", "Hello")},
		"chunks that grow": {user("u", "", "go"), partial(says("a1", "u", "m", "He")),
			partial(says("a2", "u", "m", "Hell")), says("a", "u", "m", "Hello")},
		"chunks after the message": {user("u", "", "go"), says("a", "u", "m", "Hello"), says("", "u", "m", "Hello")},
	} {
		t.Run(name, func(t *testing.T) {
			stream := open(t, records...)
			if diff := cmp.Diff([]string{"user go", "assistant Hello"}, shown(t, stream)); diff != "" {
				t.Error(diff)
			}
			if all := entries(t, stream); len(all) != len(records) {
				t.Errorf("%d entries of %d records: a replaced record must be kept", len(all), len(records))
			}
		})
	}
}

// A message may be written as final more than once: of several versions the latest counts, with its text, its calls and
// its tokens.
func TestTheLatestOfSeveralFinalsCounts(t *testing.T) {
	more := func(record string) string {
		return strings.Replace(record, `"output_tokens":3`, `"output_tokens":5`, 1)
	}
	for name, test := range map[string]struct{ records, want []string }{
		"one after the other": {
			[]string{user("u", "", "go"), says("a", "u", "m", "Hello"), more(says("b", "a", "m", "Hello")),
				user("v", "b", "on")},
			[]string{"user go", "assistant Hello", "user on"},
		},
		"beside each other": {
			[]string{user("u", "", "go"), says("a", "u", "m", "Hello"), more(says("b", "u", "m", "Hello")),
				user("v", "a", "on")},
			[]string{"user go", "assistant Hello", "user on"},
		},
		"part by part": {
			[]string{
				user("u", "", "go"), says("a", "u", "m", "Hello"), calls("b", "a", "m", "c"), more(says("d", "b", "m", "Hello")),
				more(calls("e", "d", "m", "c")),
				result("r", "e", "c", "out"), user("v", "r", "on"),
			},
			[]string{"user go", "assistant Hello", "tool_call c", "tool_result c out", "user on"},
		},
		"after the result": {
			[]string{user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "out"),
				more(calls("b", "u", "m", "c")), user("v", "r", "on")},
			[]string{"user go", "tool_call c", "tool_result c out", "user on"},
		},
		"but not of another message": {
			[]string{user("u", "", "go"), says("a", "u", "m", "Hello"), more(says("b", "a", "n", "Hello")),
				user("v", "b", "on")},
			[]string{"user go", "assistant Hello", "assistant Hello", "user on"},
		},
		"nor of another part": {
			[]string{user("u", "", "go"), says("a", "u", "m", "Hello"), more(says("b", "a", "m", "Hello again")),
				user("v", "b", "on")},
			[]string{"user go", "assistant Hello", "assistant Hello again", "user on"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			stream := open(t, test.records...)
			if diff := cmp.Diff(test.want, shown(t, stream)); diff != "" {
				t.Error(diff)
			}
			var output int64
			for _, e := range entries(t, stream) {
				if e.Usage != nil {
					output += e.Usage.Output
				}
			}
			if got := stream.Header.Metadata.Tokens.Output; got != output {
				t.Errorf("the entries count %d tokens, the session %d", output, got)
			}
			if all := entries(t, stream); len(all) != len(test.records) {
				t.Errorf("%d entries of %d records: each record is kept", len(all), len(test.records))
			}
		})
	}
}

func TestOneResponseIsCountedOnce(t *testing.T) {
	stream := open(t, user("u", "", "go"), says("a1", "u", "m", "text"), calls("a2", "a1", "m", "c"),
		result("r", "a2", "c", "o"), says("b", "r", "n", "done"))
	var sum timeline.Usage
	for _, e := range entries(t, stream) {
		if e.Usage != nil {
			sum = sum.Add(*e.Usage)
		}
	}
	if diff := cmp.Diff(timeline.Usage{Input: 14, Output: 6}, sum); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&timeline.Tokens{Input: 14, Output: 6}, stream.Header.Metadata.Tokens); diff != "" {
		t.Error(diff)
	}
}

func TestACallIDUsedTwiceKeepsItsPairs(t *testing.T) {
	got := shown(t, open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "one"),
		calls("b", "r", "n", "c"), result("s", "b", "c", "two"), says("z", "s", "o", "done")))
	want := []string{"user go", "tool_call c", "tool_result c one", "tool_call c~2", "tool_result c~2 two",
		"assistant done"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTextOfTheHarnessIsHidden(t *testing.T) {
	for name, hidden := range map[string]string{
		"a slash command": user("x", "u", "<command-name>/model</command-name>"),
		"its output":      user("x", "u", "<local-command-stdout>ok</local-command-stdout>"),
		"a remark on commands": record("x", "u", "user",
			`"isMeta":true,"message":{"content":"<local-command-caveat>Caveat"}`),
		"the order to go on": record("x", "u", "user",
			`"isMeta":true,"message":{"content":"Continue from where you left off."}`),
		"a local command (2.1.197)": record("x", "u", "system",
			`"subtype":"local_command","content":"<local-command-stdout>ok</local-command-stdout>"`),
		"what the CLI tells nobody": attachment("x", "u",
			`"type":"already_read_file","filename":"/a","content":{"type":"text","file":{"content":"text"}}`),
		"an empty list of tasks": attachment("x", "u", `"type":"task_reminder","content":[]`),
		"a failure shown as answer": record("x", "u", "assistant",
			`"isApiErrorMessage":true,"message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"limit"}]}`),
		"the closing of a lost turn": record("x", "u", "assistant",
			`"message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"No response requested."}]}`),
		"redacted thinking":            response("x", "u", "e", `{"type":"redacted_thinking","data":"AAAA"}`),
		"a recorded request (2.1.329)": `{"type":"api-request-blob","hash":"h","message":{"role":"user","content":"not a turn"},"sessionId":"s"}`,
		"an old summary":               `{"type":"summary","summary":"Old things","leafUuid":"zz"}`,
	} {
		t.Run(name, func(t *testing.T) {
			want := []string{"user go", "assistant done"}
			if diff := cmp.Diff(want, shown(t, open(t, user("u", "", "go"), hidden, says("a", "u", "m", "done"),
				leaf("a")))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func attachment(uuid, parent, members string) string {
	return record(uuid, parent, "attachment", `"attachment":{`+members+`}`)
}

func meta(uuid, parent, members string) string {
	return record(uuid, parent, "user", `"isMeta":true,`+members)
}

// knows tells what a session's model was told that nobody typed: "shell[ls] out", with a name in brackets of its own.
func knows(t *testing.T, stream timeline.Stream) []string {
	t.Helper()
	var lines []string
	for _, e := range entries(t, stream) {
		if e.Origin == nil || e.Hidden || e.Branch != "" {
			continue
		}
		line := string(e.Origin.Kind)
		if e.Origin.Name != "" {
			line += "(" + e.Origin.Name + ")"
		}
		if !e.Origin.Typed.IsEmpty() {
			line += "[" + e.Origin.Typed.String() + "]"
		}
		if e.Origin.ExitCode != nil {
			line += fmt.Sprint(*e.Origin.ExitCode)
		}
		line += " " + e.Content.String()
		for _, a := range e.Attachments {
			line += " " + a.MediaType + " " + a.Data.String()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestWhatNobodyTypedIsContext(t *testing.T) {
	for name, test := range map[string]struct {
		records []string
		want    string
	}{
		"a command": {[]string{user("x", "u",
			`<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>4 2</command-args>`),
			meta("y", "x", `"message":{"content":[{"type":"text","text":"Fix issue 4 2."}]}`)},
			"command(fix)[/fix 4 2] Fix issue 4 2."},
		"a command without its text": {[]string{user("x", "u",
			`<command-message>fix</command-message>\n<command-name>/fix</command-name>`)}, "command(fix)[/fix] /fix"},
		"a skill that the user called": {[]string{user("x", "u",
			`<command-message>rel</command-message>\n<command-name>/rel</command-name>`),
			meta("y", "x", `"message":{"content":"Base directory for this skill: /s/rel\n\nBe short."}`)},
			"command(rel)[/rel] Base directory for this skill: /s/rel\n\nBe short."},
		"a skill that the model called": {[]string{meta("x", "u",
			`"sourceToolUseID":"c","message":{"content":"Base directory for this skill: /s/rel\n\nBe short."}`)},
			"skill(rel) Base directory for this skill: /s/rel\n\nBe short."},
		"a shell command": {[]string{user("x", "u", "<bash-input>ls</bash-input>"),
			user("y", "x", "<bash-stdout>a &lt;b&gt;</bash-stdout><bash-stderr>no\\n</bash-stderr>")}, "shell[ls] a <b>\nno\n"},
		"a shell command of stead's": {[]string{user("x", "u", "<bash-input>ls</bash-input>"),
			user("y", "x", "<bash-stdout>a</bash-stdout><bash-stderr>Exit code 2</bash-stderr>")}, "shell[ls]2 a"},
		"a shell command that was stopped": {[]string{user("x", "u", "<bash-input>ls</bash-input>")}, "shell[ls] "},
		"an interruption": {[]string{user("x", "u", "[Request interrupted by user]")},
			"interruption [Request interrupted by user]"},
		"the order of a Stop hook": {[]string{meta("x", "u",
			`"message":{"content":"Stop hook feedback:\nrun the tests"}`)}, "hook(Stop) run the tests"},
		"a note of the CLI": {[]string{meta("x", "u",
			`"message":{"content":"<system-reminder>\nmind\n</system-reminder>"}`)}, "reminder mind"},
		"another note": {[]string{meta("x", "u", `"message":{"content":"mind"}`)}, "reminder mind"},
		"the pages of a document": {[]string{meta("x", "u",
			`"sourceToolUseID":"c","message":{"content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AAAA"}}]}`)}, "mention  application/pdf AAAA"},
		"the end of a job": {[]string{record("x", "u", "user",
			`"origin":{"kind":"task-notification"},"promptSource":"system","message":{"content":"<task-notification>\n<task-id>a1</task-id>\ndone\n</task-notification>"}`)}, "notification(a1) <task-id>a1</task-id>\ndone"},
		"the end of a job during a turn": {[]string{attachment("x", "u",
			`"type":"queued_command","commandMode":"task-notification","prompt":"<task-notification><task-id>a1</task-id></task-notification>"`)}, "notification(a1) <task-id>a1</task-id>"},
		"an editor's note before a prompt": {[]string{record("x", "u", "user",
			`"origin":{"kind":"human"},"message":{"content":[{"type":"text","text":"<ide_selection>lines</ide_selection>"},{"type":"text","text":"why?"}]}`)}, "ide lines"},
		"a note for later": {[]string{user("x", "u", "<user-memory-input>tabs</user-memory-input>")},
			"memory tabs"},
		"what stead wrote": {[]string{meta("x", "u",
			`"message":{"content":"<context from=\"skill\" name=\"rel\">\nThis skill was loaded for you:\nBe short.\n</context>"}`)}, "skill(rel) Be short."},
		"a file": {[]string{attachment("x", "u",
			`"type":"file","filename":"/a","content":{"type":"text","file":{"content":"b","numLines":1,"startLine":3,"totalLines":9}}`)}, "mention(/a#L3-3) b"},
		"a picture": {[]string{attachment("x", "u",
			`"type":"file","filename":"/a","content":{"type":"image","file":{"base64":"AAAA","type":"image/png"}}`)},
			"mention(/a)  image/png AAAA"},
		"a notebook": {[]string{attachment("x", "u",
			`"type":"file","filename":"/a","content":{"type":"notebook","file":{"cells":[{"source":"1"}]}}`)},
			`mention(/a) [{"source":"1"}]`},
		"a folder": {[]string{attachment("x", "u",
			`"type":"directory","path":"/d","content":"a\nb"`)}, "mention(/d/) a\nb"},
		"a resource": {[]string{attachment("x", "u",
			`"type":"mcp_resource","server":"s","uri":"t://7","content":{"contents":[{"text":"a"},{"blob":"b","mimeType":"c/d"}]}`)}, "mention(s:t://7) a\n[Binary content: c/d]"},
		"a hook's context": {[]string{attachment("x", "u",
			`"type":"hook_additional_context","hookName":"PostToolUse:Edit","content":["a","b"]`)},
			"hook(PostToolUse:Edit) a\nb"},
		"what a hook printed at a prompt": {[]string{attachment("x", "u",
			`"type":"hook_success","hookName":"UserPromptSubmit","hookEvent":"UserPromptSubmit","content":"a"`)},
			"hook(UserPromptSubmit) a"},
		"what a hook objected to": {[]string{attachment("x", "u",
			`"type":"hook_blocking_error","hookName":"PostToolUse:Edit","blockingError":{"blockingError":"no"}`)},
			"hook(PostToolUse:Edit) no"},
		"what a hook said late": {[]string{attachment("x", "u",
			`"type":"async_hook_response","hookEvent":"PostToolUse","response":{"systemMessage":"a","hookSpecificOutput":{"additionalContext":"b"}}`)}, "hook(PostToolUse) a\nb"},
		"lines in an editor": {[]string{attachment("x", "u",
			`"type":"selected_lines_in_ide","filename":"/a","lineStart":1,"lineEnd":2,"content":"b"`)},
			"ide(/a) The user selected the lines 1 to 2 from /a:\nb"},
		"a file in an editor": {[]string{attachment("x", "u",
			`"type":"opened_file_in_ide","filename":"/a"`)}, "ide(/a) The user opened the file /a in the IDE."},
		"what an editor found": {[]string{attachment("x", "u",
			`"type":"diagnostics","files":[{"uri":"file:///d/a.go","diagnostics":[{"severity":"Error","message":"no","range":{"start":{"line":1,"character":2}}}]}]`)}, "ide The following new diagnostic issues were detected:\n\na.go:\n  Error [Line 2:3] no"},
		"a file that changed": {[]string{attachment("x", "u",
			`"type":"edited_text_file","filename":"/a","snippet":"1\tb"`)},
			"reminder(/a) /a was modified, either by the user or by a linter. This change was intentional. Here are the relevant changes (shown with line numbers):\n1\tb"},
		"open tasks that the model was told": {[]string{rendered("x", "u",
			`"type":"task_reminder","content":[{"id":"1","status":"pending","subject":"a"}]`, "#1. [pending] a")},
			"reminder #1. [pending] a"},
		"a plan": {[]string{attachment("x", "u",
			`"type":"plan_file_reference","planFilePath":"/p","planContent":"b"`)},
			"reminder(/p) A plan file exists from plan mode at: /p\n\nPlan contents:\n\nb"},
		"rules of a folder": {[]string{attachment("x", "u",
			`"type":"nested_memory","path":"/d/CLAUDE.md","content":{"path":"/d/CLAUDE.md","content":"b"}`)},
			"memory(/d/CLAUDE.md) b"},
		"what was remembered": {[]string{attachment("x", "u",
			`"type":"relevant_memories","memories":[{"path":"/m","content":"b"}]`)}, "memory(/m) b"},
		"skills of before a compaction": {[]string{attachment("x", "u",
			`"type":"invoked_skills","skills":[{"name":"s","path":"/p","content":"b"}]`)}, "skill(s) b"},
		"a job that goes on": {[]string{attachment("x", "u",
			`"type":"task_status","taskId":"a1","description":"d","status":"running"`)}, "reminder(a1) Task a1 (d): running."},
		"what another agent said": {[]string{rendered("x", "u",
			`"type":"teammate_mailbox","messages":[{"from":"a","text":"b"}]`, "a: b")}, "reminder a: b"},
		"a prompt that was not a person's": {[]string{record("x", "u", "user",
			`"origin":{"kind":"peer"},"message":{"content":"b"}`)}, "reminder b"},
		"an agent that the prompt names": {[]string{attachment("x", "u", `"type":"agent_mention","agentType":"a"`)},
			"reminder The user has expressed a desire to invoke the agent \"a\"."},
		"a document that is too large": {[]string{attachment("x", "u",
			`"type":"pdf_reference","filename":"/a","pageCount":30`)},
			"mention(/a) PDF file of 30 pages, too large to be read at once"},
		"a file that was too large to stay": {[]string{attachment("x", "u",
			`"type":"compact_file_reference","filename":"/a"`)},
			"reminder(/a) /a was read before the last conversation was summarized, but the contents are too large to include."},
	} {
		t.Run(name, func(t *testing.T) {
			last := fmt.Sprintf("%c", "wxyz"[len(test.records)])
			records := append([]string{user("u", "", "go")}, append(test.records, says("a", last, "m", "done"))...)
			stream := open(t, records...)
			if diff := cmp.Diff([]string{test.want}, knows(t, stream)); diff != "" {
				t.Error(diff)
			}
			if len(stream.Header.Branches) > 0 {
				t.Error("there are branches")
			}
		})
	}
}

// A record that says that it was typed holds a prompt, whatever the prompt begins with.
func TestAPromptThatLooksLikeANote(t *testing.T) {
	for _, text := range []string{"[Request interrupted by user]", "<system-reminder>what is this?</system-reminder>",
		"<bash-stdout>x</bash-stdout>"} {
		typed := record("x", "u", "user", `"promptSource":"sdk","message":{"content":"`+text+`"}`)
		if diff := cmp.Diff([]string{"user go", "user " + text, "assistant done"},
			shown(t, open(t, user("u", "", "go"), typed, says("a", "x", "m", "done")))); diff != "" {
			t.Error(diff)
		}
	}
}

// What a user types while a turn runs is kept in an attachment (2.1.197), and reaches the model.
func TestAQueuedPromptIsAPrompt(t *testing.T) {
	queued := record("q", "u", "attachment",
		`"attachment":{"type":"queued_command","prompt":"and this","commandMode":"prompt"}`)
	blocks := record("p", "q", "attachment",
		`"attachment":{"type":"queued_command","prompt":[{"type":"text","text":"and that"}],"commandMode":"prompt"}`)
	want := []string{"user go", "user and this", "user and that", "assistant done"}
	if diff := cmp.Diff(want, shown(t, open(t, user("u", "", "go"), queued, blocks,
		says("a", "p", "m", "done")))); diff != "" {
		t.Error(diff)
	}
}

func TestASummaryKnowsWhatItKeeps(t *testing.T) {
	boundary := `{"parentUuid":null,"logicalParentUuid":"r","type":"system","subtype":"compact_boundary","content":"Conversation compacted",` +
		`"uuid":"b","timestamp":"2026-01-01T10:00:00.000Z","compactMetadata":{"trigger":"manual","preservedMessages":{"anchorUuid":"s","uuids":["a","r"]}}}`
	summary := record("s", "b", "user", `"isCompactSummary":true,"message":{"role":"user","content":"so far"}`)
	stream := open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "out"), boundary, summary,
		user("v", "s", "on"))
	want := []string{"user go", "tool_call c", "tool_result c out", "system so far", "user on"}
	if diff := cmp.Diff(want, shown(t, stream)); diff != "" {
		t.Error(diff)
	}
	for _, e := range entries(t, stream) {
		if e.ID == "s" {
			if diff := cmp.Diff(&timeline.Compaction{Trigger: "manual", Keeps: []string{"c", "r"}}, e.Compaction); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// TestAPartThatIsSummarizedBelongsToTheConversation has boundaries as Claude Code 2.1.332 writes them when its user has
// a conversation summarized from a prompt on, or up to one. Both name as their parent what was said last before that
// prompt.
func TestAPartThatIsSummarizedBelongsToTheConversation(t *testing.T) {
	said := []string{user("u", "", "go"), says("a", "u", "m", "gone"), user("v", "a", "on"), calls("b", "v", "n", "c"),
		result("r", "b", "c", "out")}
	for name, test := range map[string]struct {
		anchor, kept, tail string
		want               timeline.Compaction
	}{
		"from a prompt on": {"x", `"u","a"`, "a", timeline.Compaction{Trigger: "manual", Keeps: []string{"u", "a"},
			KeepsFirst: true}},
		"up to a prompt": {"s", `"v","b","r"`, "r", timeline.Compaction{Trigger: "manual", Keeps: []string{"v", "c", "r"}}},
	} {
		boundary := `{"parentUuid":null,"logicalParentUuid":"a","type":"system","subtype":"compact_boundary","content":"Conversation compacted","uuid":"x",` +
			`"timestamp":"2026-01-01T10:00:00.000Z","compactMetadata":{"trigger":"manual","messagesSummarized":2,"preservedSegment":{"headUuid":"u","anchorUuid":"` + test.anchor +
			`","tailUuid":"` + test.tail + `"},"preservedMessages":{"anchorUuid":"` + test.anchor + `","uuids":[` + test.kept +
			`]}}}`
		summary := record("s", "x", "user", `"isCompactSummary":true,"message":{"role":"user","content":"so far"}`)
		stream := open(t, append(slices.Clone(said), boundary, summary, user("w", "s", "and on"))...)
		want := []string{"user go", "assistant gone", "user on", "tool_call c", "tool_result c out", "system so far",
			"user and on"}
		if diff := cmp.Diff(want, shown(t, stream)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for _, e := range entries(t, stream) {
			if e.Branch != "" {
				t.Errorf("%s: %s is on a branch", name, e.ID)
			}
			if e.ID == "s" {
				if diff := cmp.Diff(&test.want, e.Compaction); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		}
	}
}

func TestAFailedCommandTellsItsExitCode(t *testing.T) {
	failed := record("r", "a", "user",
		`"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"Exit code 3\noops","is_error":true}]}`)
	for _, e := range entries(t, open(t, user("u", "", "go"), calls("a", "u", "m", "c"), failed)) {
		if e.Type == timeline.ToolResult && (e.Success || e.Error.String() != "exit code 3" || e.Output.String() != "oops") {
			t.Errorf("got success %v, error %q, output %q", e.Success, e.Error, e.Output)
		}
	}
}

func TestWhatIsNoSessionIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		content string
		want    error
	}{
		"an empty file":            {"", adapter.ErrEmpty},
		"no records":               {"hello\n", adapter.ErrFormat},
		"records of settings only": {`{"type":"mode","mode":"normal"}` + "\n", adapter.ErrEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.jsonl")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := (claude.Reader{}).Open(context.Background(), adapter.Location{Path: path}); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

// Claude Code may write a session's first answer before its prompt (2.1.197, in a terminal). All that follows is then
// told as before: of parallel calls each result follows its call.
func TestAnAnswerBeforeItsPromptChangesNothing(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(string(fixtures.Read(t, "claude/reallife-tour.jsonl"))), "\n")
	const prompt, answer = 6, 11 // counted from 0
	if !strings.Contains(lines[prompt], "Look at @calc.py") || !strings.Contains(lines[answer], "calc.py defines mul") {
		t.Fatal("the recording has changed")
	}
	moved := slices.Insert(slices.Delete(slices.Clone(lines), answer, answer+1), prompt, lines[answer])
	if diff := cmp.Diff(shown(t, open(t, lines...)), shown(t, open(t, moved...))); diff != "" {
		t.Error(diff)
	}
}

// Versions before 2 wrote what a sub-agent did into the session's own file.
func TestASideChainInTheFileIsASubAgent(t *testing.T) {
	aside := func(record string) string { return strings.Replace(record, `"type"`, `"isSidechain":true,"type"`, 1) }
	task := response("a", "u", "m",
		`{"type":"tool_use","id":"c","name":"Task","input":{"prompt":"look","description":"d"}}`)
	stream := open(t, user("u", "", "go"), task, aside(user("s", "", "look")), aside(calls("t", "s", "n", "x")),
		aside(result("v", "t", "x", "out")),
		aside(says("w", "v", "o", "found")), aside(user("z", "", "another")), aside(says("y", "z", "p", "too")), result("r",
			"a", "c", "found"), says("b", "r", "q", "done"))
	if diff := cmp.Diff([]string{"user go", "tool_call c", "tool_result c found", "assistant done"},
		shown(t, stream)); diff != "" {
		t.Error(diff)
	}
	if len(stream.Children) != 2 {
		t.Fatalf("%d children", len(stream.Children))
	}
	child := stream.Children[0]
	if diff := cmp.Diff([]string{"user look", "tool_call x", "tool_result x out", "assistant found"},
		shown(t, child)); diff != "" {
		t.Error(diff)
	}
	if h := child.Header; h.Lineage.At != "c" || h.Metadata.Tokens == nil || h.Metadata.Tokens.Input != 14 ||
		h.Model.Model != "claude-opus-4-8" {
		t.Errorf("header %+v, lineage %+v", h, h.Lineage)
	}
	if diff := cmp.Diff([]string{"user another", "assistant too"}, shown(t, stream.Children[1])); diff != "" {
		t.Error(diff)
	}
	o := writertest.Options()
	o.Dir = t.TempDir()
	if files := writertest.Write(t, writer.Writer{}, adapter.Store{Root: t.TempDir()}, stream, o).Files; len(files) != 1 {
		t.Errorf("a copy has the files %v: the side chains lie in the first", files)
	}
}
