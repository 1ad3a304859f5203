package claude_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapter"
	"stead/readers/claude"
	"stead/timeline"
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
	return record(uuid, parent, "assistant", `"message":{"id":"`+message+`","model":"claude-opus-4-8","content":[`+block+`],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}}`)
}

func result(uuid, parent, id, output string) string {
	return record(uuid, parent, "user", `"message":{"content":[{"type":"tool_result","tool_use_id":"`+id+`","content":"`+output+`"}]}`)
}

func record(uuid, parent, kind, members string) string {
	quoted := func(s string) string {
		if s == "" {
			return "null"
		}
		return `"` + s + `"`
	}
	return fmt.Sprintf(`{"parentUuid":%s,"type":"%s",%s,"uuid":%s,"timestamp":"2026-01-01T10:00:00.000Z","sessionId":"%s"}`,
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
		text := map[timeline.EntryType]string{timeline.ToolCall: e.ID, timeline.ToolResult: e.CallID + " " + e.Output.String()}[e.Type]
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
			want: []string{"user go", "tool_call c1", "tool_call c2", "tool_result c2 two", "tool_result c1 one", "assistant done"},
		},
		{
			name:    "the model's record stands before the prompt that it answers",
			records: []string{says("a2", "a1", "m", "second"), says("a1", "u", "m", "first"), user("u", "", "go"), user("v", "a2", "next")},
			want:    []string{"user go", "assistant first", "assistant second", "user next"},
		},
		{
			name:    "a result stands before its call",
			records: []string{user("u", "", "go"), result("r", "u", "c", "out"), calls("a", "u", "m", "c"), says("b", "r", "n", "done")},
			want:    []string{"user go", "tool_call c", "tool_result c out", "assistant done"},
		},
		{
			name:    "a rewind leaves a branch",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "a", "wrong"), says("b", "v", "n", "so"), user("w", "a", "right"), says("c", "w", "o", "yes")},
			want:    []string{"user go", "assistant one", "user wrong branch-1", "assistant so branch-1", "user right", "assistant yes"},
		},
		{
			name:    "a rewind to the first prompt leaves the whole tree",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "", "again"), says("b", "v", "n", "two")},
			want:    []string{"user go branch-1", "assistant one branch-1", "user again", "assistant two"},
		},
		{
			name:    "the last prompt names the leaf against the order of the file",
			records: []string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "a", "left"), user("w", "a", "right"), leaf("v")},
			want:    []string{"user go", "assistant one", "user left", "user right branch-1"},
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
			name:    "a side chain in the file of its parent is no part of it",
			records: []string{user("u", "", "go"), strings.Replace(says("s", "u", "m", "aside"), `"type"`, `"isSidechain":true,"type"`, 1), says("a", "u", "n", "one")},
			want:    []string{"user go", "assistant one"},
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
	for _, e := range entries(t, open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "out"), says("b", "r", "n", "done"))) {
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
		"chunks without a uuid":    {user("u", "", "go"), says("", "u", "m", "He"), says("", "u", "m", "Hell"), says("a", "u", "m", "Hello")},
		"chunks that grow":         {user("u", "", "go"), partial(says("a1", "u", "m", "He")), partial(says("a2", "u", "m", "Hell")), says("a", "u", "m", "Hello")},
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

func TestOneResponseIsCountedOnce(t *testing.T) {
	stream := open(t, user("u", "", "go"), says("a1", "u", "m", "text"), calls("a2", "a1", "m", "c"), result("r", "a2", "c", "o"), says("b", "r", "n", "done"))
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
	got := shown(t, open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "one"), calls("b", "r", "n", "c"), result("s", "b", "c", "two"), says("z", "s", "o", "done")))
	want := []string{"user go", "tool_call c", "tool_result c one", "tool_call c~2", "tool_result c~2 two", "assistant done"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTextOfTheHarnessIsHidden(t *testing.T) {
	for name, hidden := range map[string]string{
		"a slash command":              user("x", "u", "<command-name>/model</command-name>"),
		"its output":                   user("x", "u", "<local-command-stdout>ok</local-command-stdout>"),
		"a command of the user":        user("x", "u", "<bash-input>ls</bash-input>"),
		"an interruption":              user("x", "u", "[Request interrupted by user]"),
		"text that was not typed":      record("x", "u", "user", `"isMeta":true,"message":{"content":"Caveat"}`),
		"a failure shown as answer":    record("x", "u", "assistant", `"isApiErrorMessage":true,"message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"limit"}]}`),
		"the closing of a lost turn":   record("x", "u", "assistant", `"message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"No response requested."}]}`),
		"redacted thinking":            response("x", "u", "e", `{"type":"redacted_thinking","data":"AAAA"}`),
		"a recorded request (2.1.329)": `{"type":"api-request-blob","hash":"h","message":{"role":"user","content":"not a turn"},"sessionId":"s"}`,
		"an old summary":               `{"type":"summary","summary":"Old things","leafUuid":"zz"}`,
	} {
		t.Run(name, func(t *testing.T) {
			want := []string{"user go", "assistant done"}
			if diff := cmp.Diff(want, shown(t, open(t, user("u", "", "go"), hidden, says("a", "u", "m", "done"), leaf("a")))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What a user types while a turn runs is kept in an attachment (2.1.197), and reaches the model.
func TestAQueuedPromptIsAPrompt(t *testing.T) {
	queued := record("q", "u", "attachment", `"attachment":{"type":"queued_command","prompt":"and this","commandMode":"prompt"}`)
	blocks := record("p", "q", "attachment", `"attachment":{"type":"queued_command","prompt":[{"type":"text","text":"and that"}],"commandMode":"prompt"}`)
	want := []string{"user go", "user and this", "user and that", "assistant done"}
	if diff := cmp.Diff(want, shown(t, open(t, user("u", "", "go"), queued, blocks, says("a", "p", "m", "done")))); diff != "" {
		t.Error(diff)
	}
}

func TestASummaryKnowsWhatItKeeps(t *testing.T) {
	boundary := `{"parentUuid":null,"logicalParentUuid":"r","type":"system","subtype":"compact_boundary","content":"Conversation compacted",` +
		`"uuid":"b","timestamp":"2026-01-01T10:00:00.000Z","compactMetadata":{"trigger":"manual","preservedMessages":{"anchorUuid":"s","uuids":["a","r"]}}}`
	summary := record("s", "b", "user", `"isCompactSummary":true,"message":{"role":"user","content":"so far"}`)
	stream := open(t, user("u", "", "go"), calls("a", "u", "m", "c"), result("r", "a", "c", "out"), boundary, summary, user("v", "s", "on"))
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

func TestAFailedCommandTellsItsExitCode(t *testing.T) {
	failed := record("r", "a", "user", `"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"Exit code 3\noops","is_error":true}]}`)
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
