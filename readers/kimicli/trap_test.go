package kimicli_test

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
	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/kimicli"
	"stead/timeline"
)

const project = "/home/user/demo-kimi"

const (
	ownID       = "00000000-0000-4000-8000-000000000001"
	ownPrompt   = `{"role": "_system_prompt", "content": "You are Kimi."}`
	checkpoint  = `{"role": "_checkpoint", "id": 0}`
	summaryNote = "<system>Previous context has been compacted. Here is the compaction output:</system>"
)

func lines(all ...string) []byte { return []byte(strings.Join(all, "\n") + "\n") }

// put writes context files, the oldest first, and returns the path of the current one.
func put(t testing.TB, files ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sessions", format.Bucket(project), ownID, "context.jsonl")
	for i, content := range files {
		target := path
		if i < len(files)-1 {
			target = format.RotatedPath(path, i+1)
		}
		fixtures.Put(t, target, content)
	}
	return path
}

func open(t testing.TB, path string) []*timeline.Entry {
	t.Helper()
	_, entries := adaptertest.Opened(t, kimicli.Reader{}, path)
	return entries
}

// told returns a short form of the visible entries.
func told(entries []*timeline.Entry) []string {
	var all []string
	for _, e := range entries {
		if !e.Hidden {
			all = append(all, fmt.Sprintf("%d %s", e.Native.Line, adaptertest.Brief(e)))
		}
	}
	return all
}

func prompt(text string) string { return fmt.Sprintf(`{"role":"user","content":%q}`, text) }

func answer(text string) string { return fmt.Sprintf(`{"role":"assistant","content":%q}`, text) }

func summary(text string) string {
	return fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":%q},{"type":"text","text":%q}]}`, summaryNote,
		text)
}

func call(id, arguments string) string {
	return fmt.Sprintf(
		`{"role":"assistant","content":[],"tool_calls":[{"type":"function","id":%q,"function":{"name":"Shell","arguments":%q}}]}`, id, arguments)
}

func result(id string, texts ...string) string {
	var parts []string
	for _, text := range texts {
		parts = append(parts, fmt.Sprintf(`{"type":"text","text":%q}`, text))
	}
	return fmt.Sprintf(`{"role":"tool","content":[%s],"tool_call_id":%q}`, strings.Join(parts, ","), id)
}

func TestTraps(t *testing.T) {
	tests := []struct {
		name  string
		files [][]byte
		want  []string
	}{
		{"the CLI's own prompt shifts nothing", [][]byte{lines(ownPrompt, prompt("one"), answer("1"))},
			[]string{"1 user: one", "2 assistant: 1"}},
		{"no prompt of the CLI's own", [][]byte{lines(prompt("one"), answer("1"))},
			[]string{"1 user: one", "2 assistant: 1"}},
		{"notes of the harness are told", [][]byte{lines(
			prompt("<system>The user has changed the file.</system>"), prompt("<system-reminder>x</system-reminder>"),
			prompt("one"),
			`{"role":"system","content":"s"}`, checkpoint, `{"role":"_usage","token_count":3}`, `{"role":"_next_year","x":1}`,
		)}, []string{"1 user: The user has changed the file.", "2 user: x", "3 user: one"}},
		{"outcomes", [][]byte{lines(
			prompt("go"), call("a", `{"command":"ls"}`), result("a",
				"<system>ERROR: Command failed with exit code: 3.</system>", "no\n"),
			call("b", `{"command":"ls"}`), result("b", "<system>Tool output is empty.</system>"),
			call("c", `{"command":"ls"}`), result("c", "<system>ERROR: rejected by the user</system>"),
			call("d", `{"command":"ls"}`), `{"role":"tool","content":"<system>Done well.</system>","tool_call_id":"d"}`,
			call("e", `{"command":"ls"}`), result("e", "<system>2 lines.</system>", "x\ny"),
		)}, []string{
			"1 user: go", `2 tool_call: bash {"command":"ls"}`, `3 tool_result: a false "no\n" exit code 3`,
			`4 tool_call: bash {"command":"ls"}`,
			`5 tool_result: b true "" `, `6 tool_call: bash {"command":"ls"}`, `7 tool_result: c false "rejected by the user" `,
			`8 tool_call: bash {"command":"ls"}`, `9 tool_result: d true "Done well." `, `10 tool_call: bash {"command":"ls"}`,
			`11 tool_result: e true "<system>2 lines.</system>\nx\ny" `,
		}},
		{"arguments that are no JSON are kept as text", [][]byte{lines(call("a", `{"command":`))},
			[]string{`1 tool_call: unknown {"arguments":"{\"command\":"}`}},
		{"a call id that is used again keeps its pairs", [][]byte{lines(
			prompt("go"), call("a", `{"command":"a"}`), result("a", "1"), call("a", `{"command":"b"}`), result("a", "2"),
		)}, []string{
			"1 user: go", `2 tool_call: bash {"command":"a"}`, `3 tool_result: a true "1" `,
			`4 tool_call: bash {"command":"b"}`, `5 tool_result: a@line-4 true "2" `,
		}},
		{"a compaction repeats the newest messages", [][]byte{
			lines(ownPrompt, prompt("one"), answer("1"), prompt("two"), answer("2")),
			lines(ownPrompt, checkpoint, summary("So far."), prompt("two"), answer("2"), prompt("three")),
		}, []string{
			"1 user: one", "2 assistant: 1", "3 user: two", "4 assistant: 2", "7 system: So far. keeps [line-3 line-4]",
			"10 user: three",
		}},
		{"going back is a branch", [][]byte{
			lines(ownPrompt, prompt("one"), answer("1"), prompt("two"), answer("2")),
			lines(ownPrompt, prompt("one"), answer("1"), prompt("three")),
		}, []string{
			"1 user: one", "2 assistant: 1", "3 user: two on replaced-1", "4 assistant: 2 on replaced-1", "8 user: three",
		}},
		{"a cleared context is a branch", [][]byte{
			lines(ownPrompt, prompt("one"), answer("1")), lines(ownPrompt, prompt("two")),
		}, []string{"1 user: one on replaced-1", "2 assistant: 1 on replaced-1", "4 user: two"}},
		{"a context that was just cleared", [][]byte{
			lines(ownPrompt, prompt("one"), answer("1")), lines(ownPrompt),
		}, []string{"1 user: one on replaced-1", "2 assistant: 1 on replaced-1"}},
		{"cleared and compacted", [][]byte{
			lines(prompt("one")), lines(prompt("two"), answer("2")), lines(summary("So far."), answer("2"), prompt("three")),
		}, []string{
			"1 user: one on replaced-1", "3 user: two", "4 assistant: 2", "6 system: So far. keeps [line-4]", "8 user: three",
		}},
		{"the CLI's own prompt before the last context shifts nothing", [][]byte{
			lines(prompt("one")), lines(prompt("two"), answer("2")),
			lines(ownPrompt, summary("So far."), answer("2"), prompt("three")),
		}, []string{
			"1 user: one on replaced-1", "3 user: two", "4 assistant: 2", "6 system: So far. keeps [line-4]", "8 user: three",
		}},
		{"lines of the wrong shape are hidden", [][]byte{lines(
			prompt("go"), `{"role":7}`, `[]`, `7`, `{`, ``, `{"role":"user"}`, `{"role":"tool","content":null}`,
			`{"role":"assistant","content":[7,{"type":"text"}],"tool_calls":[7]}`,
		)}, []string{"1 user: go", `8 tool_result:  true "" `, "9 tool_call: unknown {}"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, told(open(t, put(t, test.files...)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Before sessions had folders, each session was a file.
func TestTheOldForm(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "sessions", format.Bucket(project), ownID+".jsonl")
	fixtures.Put(t, path, lines(prompt("one"), answer("1")))
	fixtures.Put(t, filepath.Join(root, "kimi.json"), []byte(`{"work_dirs":[{"path":"`+project+`"}]}`))
	found := 0
	for s, err := range readers.List(context.Background(), kimicli.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil || s.ID != ownID || s.Project != project || s.Path != path {
			t.Errorf("got %+v, %v", s, err)
		}
		found++
	}
	if diff := cmp.Diff([]string{"1 user: one", "2 assistant: 1"}, told(open(t, path))); diff != "" || found != 1 {
		t.Errorf("%d sessions (-want +got)\n%s", found, diff)
	}
}

// follow returns a function that returns what a tail has seen since its last call.
func follow(t *testing.T, path string) func() readers.Progress {
	t.Helper()
	tail, err := kimicli.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return func() readers.Progress {
		t.Helper()
		p, err := tail.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, got readers.Progress, turn readers.Turn, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, told(got.Entries)); diff != "" || got.Turn != turn {
		t.Errorf("turn %q, want %q; (-want +got)\n%s", got.Turn, turn, diff)
	}
}

func TestTailGoesOnWhenTheCLIPutsItsPromptBefore(t *testing.T) {
	path := put(t, lines(prompt("one"), answer("1")))
	next := follow(t, path)
	expect(t, next(), "")
	fixtures.Put(t, path, lines(ownPrompt, prompt("one"), answer("1")))
	expect(t, next(), "")
	write(t, path, lines(prompt("two")))
	write(t, format.WirePath(path),
		lines(`{"timestamp": 1790000000.0, "message": {"type": "TurnBegin", "payload": {"user_input": "two"}}}`))
	expect(t, next(), readers.TurnStarted, "3 user: two")
	write(t, path, lines(answer("2")))
	write(t, format.WirePath(path), lines(`{"timestamp": 1790000001.0, "message": {"type": "TurnEnd", "payload": {}}}`))
	expect(t, next(), readers.TurnCompleted, "4 assistant: 2")
}

// The CLI puts its prompt before the session while the tail reads. Whenever this happens, the tail reports the
// additions once.
func TestTailGoesOnWheneverThePromptComes(t *testing.T) {
	for range 300 {
		path := put(t, lines(prompt("one"), answer("1")))
		next := follow(t, path)
		whole := path + ".new"
		fixtures.Put(t, whole, lines(ownPrompt, prompt("one"), answer("1"), prompt("two")))
		replaced := make(chan error, 1)
		go func() { replaced <- os.Rename(whole, path) }()
		seen := told(next().Entries)
		if err := <-replaced; err != nil {
			t.Fatal(err)
		}
		if seen = append(seen, told(next().Entries)...); !slices.Equal(seen, []string{"3 user: two"}) &&
			!slices.Equal(seen, []string{"4 user: two"}) {
			t.Fatalf("seen: %q", seen)
		}
	}
}

func TestTailGoesOnWhenTheLastOfSeveralContextsGetsThePrompt(t *testing.T) {
	path := put(t, lines(prompt("one")), lines(summary("So far."), prompt("two")))
	next := follow(t, path)
	fixtures.Put(t, path, lines(ownPrompt, summary("So far."), prompt("two"), prompt("three")))
	expect(t, next(), "", "5 user: three")
}

func TestTailGoesOverToTheNextContext(t *testing.T) {
	path := put(t, lines(ownPrompt, prompt("one"), answer("1")))
	next := follow(t, path)
	write(t, path, lines(prompt("two")))
	if err := os.Rename(path, format.RotatedPath(path, 1)); err != nil {
		t.Fatal(err)
	}
	expect(t, next(), "", "3 user: two")
	write(t, path, lines(ownPrompt, summary("So far."), prompt("two"), prompt("three")))
	expect(t, next(), "", "5 system: So far. keeps [line-3]", "7 user: three")
}

// If the CLI does not find a session where it looks for it, it deletes the session's file.
func TestTailSeesThatTheSessionIsAnother(t *testing.T) {
	for name, content := range map[string][]byte{
		"shorter": lines(ownPrompt), "longer": lines(ownPrompt, checkpoint, prompt("a prompt of another session"),
			answer("its answer"), answer("and more")),
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, lines(prompt("one"), answer("1")))
			tail, err := kimicli.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if p, err := tail.Next(context.Background()); err != nil || len(p.Entries) > 0 {
				t.Errorf("while it is away: %v, %v", told(p.Entries), err)
			}
			write(t, path, content)
			if p, err := tail.Next(context.Background()); !errors.Is(err, jsonl.ErrShrunk) || len(p.Entries) > 0 {
				t.Errorf("got %v, %v", told(p.Entries), err)
			}
		})
	}
}
