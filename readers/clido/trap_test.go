package clido_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/clido"
)

const (
	meta   = `{"type":"meta","session_id":"other","schema_version":1,"start_time":"2026-04-02T09:15:04+00:00","project_path":"/home/user/demo"}` + "\n"
	prompt = `{"type":"user_message","role":"user","content":[{"type":"text","text":"hi\nthere"}]}` + "\n"
)

func TestTurnsEndAsTheRunSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "id.jsonl")
	tail, err := clido.Reader{}.Tail(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	content := ""
	for _, c := range []struct {
		line string
		want readers.Turn
	}{
		{meta, ""},
		{prompt, readers.TurnStarted},
		{`{"type":"assistant_message","content":[{"type":"text","text":"ho"}]}` + "\n", ""},
		{`{"type":"result","exit_status":"completed","total_cost_usd":0,"num_turns":1,"duration_ms":1}` + "\n",
			readers.TurnCompleted},
		{`{"type":"result","exit_status":"success","total_cost_usd":0,"num_turns":1,"duration_ms":1}` + "\n",
			readers.TurnCompleted},
		{`{"type":"result","exit_status":"interrupted","total_cost_usd":0,"num_turns":1,"duration_ms":1}` + "\n",
			readers.TurnInterrupted},
		{`{"type":"result","exit_status":"budget_exceeded","total_cost_usd":0,"num_turns":1,"duration_ms":1}` + "\n",
			readers.TurnFailed},
	} {
		content += c.line
		fixtures.Put(t, path, []byte(content))
		progress, err := tail.Next(t.Context())
		if err != nil || progress.Turn != c.want || len(progress.Entries) != 1 {
			t.Errorf("%s: turn %q, %d entries, error %v", c.line, progress.Turn, len(progress.Entries), err)
		}
	}
}

// list returns the titles by id, and the errors.
func list(t *testing.T, root string) (map[string]string, []error) {
	t.Helper()
	titles, failures := map[string]string{}, []error{}
	for s, err := range readers.List(t.Context(), clido.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		titles[s.ID] = s.Title
	}
	return titles, failures
}

func TestListTakesTheLastTitleElseThePrompt(t *testing.T) {
	root := t.TempDir()
	fixtures.Put(t, filepath.Join(root, "_p", "prompt.jsonl"), []byte(meta+prompt))
	fixtures.Put(t, filepath.Join(root, "flat.jsonl"), []byte(meta+`{"type":"title","title":"first"}`+"\n"+prompt+
		`{"type":"title","title":"last"}`+"\n"))
	fixtures.Put(t, filepath.Join(root, "_p", "begun.jsonl"), []byte(meta))
	titles, failures := list(t, root)
	if len(failures) > 0 || len(titles) != 2 || titles["prompt"] != "hi" || titles["flat"] != "last" {
		t.Errorf("%v, errors %v", titles, failures)
	}
}

func TestLinkOutOfTheStoreIsAnErrorAndTheRestIsListed(t *testing.T) {
	root := filepath.Join(t.TempDir(), "sessions")
	outside := filepath.Join(t.TempDir(), "outside.jsonl")
	fixtures.Put(t, outside, []byte(meta+prompt))
	fixtures.Put(t, filepath.Join(root, "_p", "z.jsonl"), []byte(meta+prompt))
	testkit.Link(t, outside, filepath.Join(root, "_p", "a.jsonl"))
	titles, failures := list(t, root)
	if len(titles) != 1 || len(failures) != 1 || !errors.Is(failures[0], readers.ErrOutside) ||
		!strings.Contains(failures[0].Error(), "a.jsonl") {
		t.Errorf("%v, errors %v", titles, failures)
	}
}

func TestTheFilesNameIsTheID(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.jsonl")
	fixtures.Put(t, path, []byte(meta+prompt))
	s, err := clido.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil || s.Header.ID != "own" {
		t.Errorf("id %q, error %v", s.Header.ID, err)
	}
}

// The layout of the page allows results inside a prompt.
func TestResultsInAPromptAreResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.jsonl")
	fixtures.Put(t, path, []byte(meta+prompt+
		`{"type":"assistant_message","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}`+"\n"+
		`{"type":"user_message","role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a b","is_error":false},{"type":"text","text":"go on"}]}`+"\n"))
	s, err := clido.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden {
			told = append(told, string(e.Type)+" "+e.CallID+e.Content.String()+e.Output.String())
		}
	}
	if got := strings.Join(told, ", "); got != "user hi\nthere, tool_call , tool_result ta b, user go on" {
		t.Error(got)
	}
}
