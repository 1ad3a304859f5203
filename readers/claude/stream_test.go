package claude_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// at gives a record another time, so many seconds after the minute; unfinished makes it a chunk of a stream.
func at(record, seconds string) string {
	return strings.Replace(record, "10:00:00.000Z", "10:00:"+seconds+".000Z", 1)
}

func unfinished(record string) string { return strings.Replace(record, `"end_turn"`, `null`, 1) }

// more gives a response other tokens than its other versions have.
func more(record string) string {
	return strings.Replace(record, `"output_tokens":3`, `"output_tokens":5`, 1)
}

// TestTheFinalOfAMessageIsChosen has the versions of one message as streams leave them.
func TestTheFinalOfAMessageIsChosen(t *testing.T) {
	for name, test := range map[string]struct {
		records []string
		want    []string
		output  int64
	}{
		"the last chunk of a stream that has no final": {
			[]string{user("u", "", "go"), unfinished(says("", "u", "m", "He")), unfinished(says("", "u", "m", "Hello"))},
			[]string{"user go", "assistant Hello"}, 3,
		},
		"a final before a chunk that came late": {
			[]string{user("u", "", "go"), says("a", "u", "m", "Hello"), unfinished(says("", "u", "m", "Hel")),
				user("v", "a", "on")},
			[]string{"user go", "assistant Hello", "user on"}, 3,
		},
		"of two finals the one with the later time, which the CLI appends later": {
			[]string{user("u", "", "go"), at(says("a", "u", "m", "Hello"), "05"), at(more(says("b", "u", "m", "Hello")), "09"),
				user("v", "a", "on")},
			[]string{"user go", "assistant Hello", "user on"}, 5,
		},
	} {
		t.Run(name, func(t *testing.T) {
			stream := open(t, test.records...)
			if diff := cmp.Diff(test.want, shown(t, stream)); diff != "" {
				t.Error(diff)
			}
			if got := stream.Header.Metadata.Tokens; got == nil || got.Output != test.output {
				t.Errorf("the session counts %+v, want %d", got, test.output)
			}
		})
	}
}

// TestABrokenChainIsReadToItsEnd has records whose parent is nowhere, as after a crash or a manual deletion.
func TestABrokenChainIsReadToItsEnd(t *testing.T) {
	for name, test := range map[string]struct{ records, want []string }{
		"a parent that is missing": {
			[]string{user("u", "", "go"), says("a", "u", "m", "one"), user("v", "gone", "on"), says("b", "v", "n", "two")},
			[]string{"user go", "assistant one", "user on", "assistant two"},
		},
		"the beginning is missing": {
			[]string{says("a", "gone", "m", "one"), user("v", "a", "on"), says("b", "v", "n", "two")},
			[]string{"assistant one", "user on", "assistant two"},
		},
		"a prompt without an id": {
			[]string{user("", "", "go"), says("a", "", "m", "one"), user("v", "a", "on")},
			[]string{"user go", "assistant one", "user on"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, shown(t, open(t, test.records...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestATurnIsAPromptWithAllThatCameOfIt counts turns: results come in records of the user, too, and begin none.
func TestATurnIsAPromptWithAllThatCameOfIt(t *testing.T) {
	stream := open(t,
		user("u", "", "go"), says("a", "u", "m", "I look."), calls("b", "a", "m", "c"), result("r", "b", "c", "out"),
		calls("d", "r", "n", "e"),
		result("s", "d", "e", "more"), says("f", "s", "o", "done"), user("v", "f", "on"), says("g", "v", "p", "two"))
	var turns []string
	for _, e := range entries(t, stream) {
		if e.StartsTurn() {
			turns = append(turns, e.Content.String())
		}
	}
	if diff := cmp.Diff([]string{"go", "on"}, turns); diff != "" {
		t.Error(diff)
	}
	calls, results := 0, 0
	for _, e := range entries(t, stream) {
		switch e.Type {
		case timeline.ToolCall:
			calls++
		case timeline.ToolResult:
			results++
		}
	}
	if calls != 2 || results != 2 {
		t.Errorf("%d calls and %d results", calls, results)
	}
}
