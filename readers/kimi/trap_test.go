package kimi_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/kimi"
	"stead/timeline"
)

const ownID = "ses_00000000-0000-4000-8000-000000000001"

// header is the record with which a wire file begins.
const header = `{"type":"metadata","protocol_version":"1.5","created_at":1790000000000}`

// put writes a wire file into a session's folder and returns its path.
func put(t testing.TB, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sessions", "wd_demo_000000000000", ownID, "agents", "main", "wire.jsonl")
	fixtures.Put(t, path, []byte(strings.Join(lines, "\n")+"\n"))
	return path
}

func open(t testing.TB, path string) []*timeline.Entry {
	t.Helper()
	_, entries := adaptertest.Opened(t, kimi.Reader{}, path)
	return entries
}

// told returns a short form of the visible entries.
func told(entries []*timeline.Entry) []string {
	var all []string
	for _, e := range entries {
		if !e.Hidden {
			all = append(all, adaptertest.Brief(e))
		}
	}
	return all
}

func message(message string) string {
	return `{"type":"context.append_message","message":` + message + `,"time":1790000001000}`
}

func prompt(text string) string {
	return message(
		fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":%q}],"toolCalls":[],"origin":{"kind":"user"}}`, text))
}

func answer(text string) string {
	return message(fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q}],"toolCalls":[]}`, text))
}

func loop(event string) string {
	return `{"type":"context.append_loop_event","event":` + event + `,"time":1790000002000}`
}

func said(step, text string) string {
	return loop(
		fmt.Sprintf(
			`{"type":"content.part","uuid":"p","turnId":"t","step":1,"stepUuid":%q,"part":{"type":"text","text":%q}}`, step, text))
}

func thought(step, text string) string {
	return loop(
		fmt.Sprintf(
			`{"type":"content.part","uuid":"p","turnId":"t","step":1,"stepUuid":%q,"part":{"type":"think","think":%q}}`, step, text))
}

func begin(step string) string { return loop(fmt.Sprintf(`{"type":"step.begin","uuid":%q}`, step)) }

func end(step, reason string) string {
	return loop(fmt.Sprintf(`{"type":"step.end","uuid":%q,"finishReason":%q}`, step, reason))
}

func call(step, id, name, arguments string) string {
	return loop(
		fmt.Sprintf(`{"type":"tool.call","uuid":%[2]q,"stepUuid":%[1]q,"toolCallId":%[2]q,"name":%[3]q,"args":%[4]s}`, step,
			id, name, arguments))
}

func result(id, result string) string {
	return loop(fmt.Sprintf(`{"type":"tool.result","parentUuid":%[1]q,"toolCallId":%[1]q,"result":%[2]s}`, id, result))
}

func undo(count int) string { return fmt.Sprintf(`{"type":"context.undo","count":%d}`, count) }

func TestTraps(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"loop events are a message with its calls and results", []string{
			prompt("go"), begin("s"), thought("s", "hm"), said("s", "I look."), call("s", "c", "Bash", `{"command":"ls"}`),
			end("s", "tool_calls"),
			result("c", `{"output":"a\nCommand failed with exit code: 2.","isError":true}`), begin("s2"), said("s2", "Done."),
			end("s2", "stop"),
		}, []string{"user: go", "assistant: I look. (hm)", `tool_call: bash {"command":"ls"}`,
			`tool_result: c false "a" exit code 2`, "assistant: Done."}},
		{"a failed attempt is said again", []string{
			prompt("go"), begin("s"), said("s", "Hal"), end("s", "error"), begin("s2"), said("s2", "Hallo"), end("s2", "stop"),
		}, []string{"user: go", "assistant: Hallo"}},
		{"a failed attempt that called a tool stays", []string{
			prompt("go"), begin("s"), said("s", "Hal"), call("s", "c", "Bash", `{"command":"ls"}`), end("s", "error"),
		}, []string{"user: go", "assistant: Hal", `tool_call: bash {"command":"ls"}`}},
		{"what a viewer gets is not told twice", []string{
			prompt("go"), `{"kind":"event","type":"turn.prompt","input":[{"type":"text","text":"go"}]}`,
			`{"kind":"event","type":"assistant.delta","text":"hi"}`, answer("hi"),
		}, []string{"user: go", "assistant: hi"}},
		{"notes of the harness are told, and so are kinds that nobody knows yet", []string{
			message(
				`{"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"}],"toolCalls":[],"origin":{"kind":"injection","variant":"x"}}`),
			message(
				`{"role":"user","content":[{"type":"text","text":"skill"}],"toolCalls":[],"origin":{"kind":"skill_activation","trigger":"model-tool"}}`),
			message(
				`{"role":"user","content":[{"type":"text","text":"/skill"}],"toolCalls":[],"origin":{"kind":"skill_activation","trigger":"user-slash"}}`),
			message(
				`{"role":"user","content":[{"type":"text","text":"next year's kind"}],"toolCalls":[],"origin":{"kind":"new_kind"}}`),
			message(`{"role":"system","content":[{"type":"text","text":"s"}],"toolCalls":[]}`), prompt("real"),
		}, []string{"user: <system-reminder>x</system-reminder>", "user: skill", "user: /skill", "user: next year's kind",
			"user: s", "user: real"}},
		{"a call of protocol 1.0", []string{
			`{"type":"metadata","protocol_version":"1.0","created_at":1}`,
			message(`{"role":"user","content":[{"type":"text","text":"go"}],"toolCalls":[]}`),
			message(
				`{"role":"assistant","content":[],"toolCalls":[{"type":"function","id":"c","function":{"name":"Bash","arguments":"{\"command\":\"ls\"}"}}]}`),
			message(`{"role":"tool","content":[{"type":"text","text":"a"}],"toolCalls":[],"toolCallId":"c"}`),
		}, []string{"user: go", `tool_call: bash {"command":"ls"}`, `tool_result: c true "a" `}},
		{"calls of Kimi CLI, whose sessions Kimi Code takes over", []string{
			message(`{"role":"assistant","content":[],"toolCalls":[` +
				`{"type":"function","id":"a","function":{"name":"Shell","arguments":"{\"command\":\"ls\"}"}},` +
				`{"type":"function","id":"b","function":{"name":"StrReplaceFile","arguments":"{\"path\":\"/a\",\"edit\":{\"old\":\"x\",\"new\":\"y\",\"replace_all\":true}}"}},` +
				`{"type":"function","id":"c","function":{"name":"StrReplaceFile","arguments":"{\"path\":\"/a\",\"edit\":[1]}"}}]}`),
		}, []string{
			`tool_call: bash {"command":"ls"}`, `tool_call: edit {"path":"/a","old":"x","new":"y","replaceAll":true}`,
			`tool_call: edit {"path":"/a","edit":[1]}`,
		}},
		{"arguments that are no JSON are kept as text", []string{
			message(
				`{"role":"assistant","content":[],"toolCalls":[{"type":"function","id":"c","name":"Bash","arguments":"{\"command\":"}]}`),
		}, []string{`tool_call: unknown {"arguments":"{\"command\":"}`}},
		{"a cleared context is a branch", []string{
			prompt("one"), answer("1"), `{"type":"context.clear"}`, prompt("two"),
		}, []string{"user: one on undo-1", "assistant: 1 on undo-1", "user: two"}},
		{"turns that are taken back by their number", []string{
			prompt("one"), answer("1"), prompt("two"), answer("2"), undo(1), prompt("three"),
		}, []string{"user: one", "assistant: 1", "user: two on undo-1", "assistant: 2 on undo-1", "user: three"}},
		{"more turns than there are take nothing back", []string{
			prompt("one"), answer("1"), undo(5), prompt("two"),
		}, []string{"user: one", "assistant: 1", "user: two"}},
		{"a turn before a compaction is not taken back", []string{
			prompt("one"), `{"type":"context.apply_compaction","summary":"So far.","compactedCount":1}`, undo(1), prompt("two"),
		}, []string{"user: one", "system: So far. keeps []", "user: two"}},
		{"a compaction keeps the messages from a number on", []string{
			prompt("one"), answer("1"), prompt("two"), answer("2"), `{"type":"full_compaction.begin","source":"manual"}`,
			`{"type":"context.apply_compaction","summary":"So far.","compactedCount":2,"legacyTail":true}`,
		}, []string{"user: one", "assistant: 1", "user: two", "assistant: 2", "system: So far. keeps [line-4 line-5]"}},
		{"a compaction keeps prompts", []string{
			prompt("one"), answer("1"), prompt("two"), answer("2"), prompt("three"),
			`{"type":"context.apply_compaction","summary":"So far.","keptUserMessageCount":2}`,
		}, []string{"user: one", "assistant: 1", "user: two", "assistant: 2", "user: three",
			"system: So far. keeps [line-4 line-6]"}},
		{"a result that nobody asked for stays", []string{
			prompt("go"), result("nobody", `{"output":"x"}`),
		}, []string{"user: go", `tool_result: nobody true "x" `}},
		{"a call id that is used again keeps its pairs", []string{
			prompt("go"), begin("s"), call("s", "c", "Bash", `{"command":"a"}`), result("c", `{"output":"1"}`),
			end("s", "tool_calls"),
			begin("s2"), call("s2", "c", "Bash", `{"command":"b"}`), result("c", `{"output":"2"}`), end("s2", "tool_calls"),
		}, []string{
			"user: go", `tool_call: bash {"command":"a"}`, `tool_result: c true "1" `, `tool_call: bash {"command":"b"}`,
			`tool_result: c@line-8 true "2" `,
		}},
		{"a picture that lies elsewhere is not followed", []string{
			message(
				`{"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url","imageUrl":{"url":"blobref:image/png;../../state.json"}},` +
					`{"type":"image_url","imageUrl":{"url":"data:image/png;base64,iVBORw0KGgo="}}],"toolCalls":[],"origin":{"kind":"user"}}`),
		}, []string{"user: see +image/png"}},
		{"records of the wrong shape are hidden", []string{
			prompt("go"), `{"type":"context.append_message","message":7}`, `{"type":"context.append_loop_event","event":[]}`,
			`{"type":1}`, `[]`, `7`, `{`, ``,
			`{"type":"context.append_loop_event","event":{"type":"tool.call"}}`,
			`{"type":"context.apply_compaction","summary":3}`,
		}, []string{"user: go", "tool_call: unknown {}", "system:  keeps [line-2]"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			lines := test.lines
			if !strings.Contains(lines[0], `"metadata"`) {
				lines = append([]string{header}, lines...)
			}
			if diff := cmp.Diff(test.want, told(open(t, put(t, lines...)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A picture of a certain size is in a file of its own.
func TestAPictureOfItsOwn(t *testing.T) {
	path := put(t, header, message(
		`{"role":"user","content":[{"type":"image_url","imageUrl":{"url":"blobref:image/png;abc"}}],"toolCalls":[],"origin":{"kind":"user"}}`))
	content := []byte("\x89PNG")
	fixtures.Put(t, filepath.Join(filepath.Dir(path), "blobs", "abc"), []byte(base64.StdEncoding.EncodeToString(content)))
	picture := open(t, path)[1].Attachments
	if len(picture) != 1 || picture[0].Path != filepath.Join(filepath.Dir(path), "blobs", "abc") ||
		picture[0].MediaType != "image/png" {
		t.Errorf("got %+v", picture)
	}
}

func TestTailTellsTurnsAndWaitsForAttemptsThatMayFail(t *testing.T) {
	path := put(t, header, prompt("one"))
	tail, err := kimi.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		added string
		turn  readers.Turn
		want  []string
	}{
		{`{"type":"turn.prompt","input":[],"origin":{"kind":"user"}}`, readers.TurnStarted, nil},
		{prompt("two"), "", []string{"user: two"}},
		{begin("s"), "", nil},
		{said("s", "Hal"), "", nil}, // until it is known whether it will be said again
		{end("s", "error"), "", nil},
		{begin("s2") + "\n" + said("s2", "Hallo") + "\n" + end("s2", "stop"), "", []string{"assistant: Hallo"}},
		{begin("s3") + "\n" + said("s3", "May I?"), "", nil},
		// what follows waits for the user
		{`{"type":"interaction.request","kind":"approval","request":{}}`, "", []string{"assistant: May I?"}},
		{`{"type":"turn.ended","reason":"completed"}`, readers.TurnCompleted, nil},
		{`{"type":"turn.ended","reason":"cancelled"}`, readers.TurnInterrupted, nil},
		{`{"type":"turn.ended","reason":"failed","error":{"message":"quota"}}`, readers.TurnFailed, nil},
	} {
		appendTo(t, path, step.added+"\n")
		p, err := tail.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, told(p.Entries)); diff != "" || p.Turn != step.turn {
			t.Errorf("after %s: turn %q, want %q; (-want +got)\n%s", step.added, p.Turn, step.turn, diff)
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
