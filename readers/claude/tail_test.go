package claude_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/readers/claude"
)

func TestATailTellsTheTurn(t *testing.T) {
	withStop := func(record, reason string) string { return strings.Replace(record, `"end_turn"`, reason, 1) }
	duration := record("d", "a", "system", `"subtype":"turn_duration","durationMs":5`)
	failure := record("e", "u", "assistant",
		`"isApiErrorMessage":true,"message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"limit"}],"stop_reason":"stop_sequence"}`)
	typed := record("u", "", "user", `"message":{"role":"user","content":"go"},"turnOrigin":"human"`)
	const cost = `{"type":"cost-state","totalCostUSD":0.1,"sessionId":"` + sid + `"}`
	for _, test := range []struct {
		name    string
		records []string
		want    []readers.Turn
	}{
		{"a prompt starts it", []string{user("u", "", "go")}, []readers.Turn{"started"}},
		{"the model's end ends it once", []string{user("u", "", "go"), says("a", "u", "m", "x"), duration, leaf("a")},
			[]readers.Turn{"started", "completed"}},
		{"thinking with the final reason does not end it", []string{user("u", "", "go"),
			response("a", "u", "m", `{"type":"thinking","thinking":"hm"}`)}, []readers.Turn{"started"}},
		{"an open call keeps it open", []string{user("u", "", "go"), withStop(calls("a", "u", "m", "c"), `"tool_use"`),
			leaf("a")}, []readers.Turn{"started", "interrupted"}},
		{"a version that closes with the cost names the leaf within a turn (2.1.332)",
			[]string{typed, leaf("u"), withStop(calls("a", "u", "m", "c"), `"tool_use"`), leaf("a"), cost},
			[]readers.Turn{"started", "interrupted"}},
		{"the cost behind an end changes nothing", []string{typed, leaf("u"), says("a", "u", "m", "x"), leaf("a"), cost},
			[]readers.Turn{"started", "completed"}},
		{"without a reason the duration ends it", []string{user("u", "", "go"), withStop(says("a", "u", "m", "x"), `null`),
			duration}, []readers.Turn{"started", "completed"}},
		{"a failure ends it, and the duration after it changes nothing",
			[]string{user("u", "", "go"), failure, duration, leaf("e")}, []readers.Turn{"started", "failed"}},
		{"an interruption ends it", []string{user("u", "", "go"), user("i", "u", "[Request interrupted by user]"),
			leaf("i")}, []readers.Turn{"started", "interrupted"}},
		{"an answer that is written before its prompt is told behind it",
			[]string{leaf("a"), says("a", "h", "m", "x"), user("u", "", "go"),
				record("h", "u", "attachment", `"attachment":{"type":"skill_listing","content":"x"}`)},
			[]readers.Turn{"interrupted", "started", "completed"}},
		{"the next prompt starts the next", []string{user("u", "", "go"), says("a", "u", "m", "x"), user("v", "a", "on")},
			[]readers.Turn{"started", "completed", "started"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, turnsOf(t, test.records)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// turnsOf appends the records one by one to a session that does not exist yet.
func turnsOf(t *testing.T, records []string) []readers.Turn {
	t.Helper()
	path := filepath.Join(t.TempDir(), sid+".jsonl")
	tail, err := claude.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var turns []readers.Turn
	for i := range records {
		if err := os.WriteFile(path, []byte(strings.Join(records[:i+1], "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		progress, err := tail.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if progress.Turn != "" {
			turns = append(turns, progress.Turn)
		}
	}
	return turns
}
