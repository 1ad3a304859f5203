package claude_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// lastPrompt returns a last-prompt record.
func lastPrompt(members string) string { return `{"type":"last-prompt",` + members + `}` }

// What Claude Code 2.1.332 tells its model after records that change the history, by experiment.
func TestRecordsThatChangeTheHistory(t *testing.T) {
	long := strings.Repeat("out ", 20)
	file := func(tooLong bool) string {
		return attachment("f", "u", fmt.Sprintf(
			`"type":"file","filename":"/a","overTokenLimit":%v,"content":{"type":"text","file":{"content":"b"}}`, tooLong))
	}
	cut := func(parent string) string {
		return attachment("x", parent, `"type":"tool_results_cut","callIds":["c1"],"standIn":"[cut]"`)
	}
	withdrawn := func(parent string) string { return attachment("x", parent, `"type":"whole_texts_withdrawn"`) }
	for _, test := range []struct {
		name    string
		records []string
		want    []string
	}{
		{
			"a result that was cut", []string{user("u", "", "go"), calls("a", "u", "m", "c1"), result("r", "a", "c1", long),
				says("b", "r", "n", "done"), cut("b"), user("v", "x", "on")},
			[]string{"user go", "tool_call c1", "tool_result c1 [cut]", "assistant done", "user on"},
		},
		{
			"one that is shorter than what stands for it", []string{user("u", "", "go"), calls("a", "u", "m", "c1"),
				result("r", "a", "c1", "ok"), says("b", "r", "n", "done"), cut("b")},
			[]string{"user go", "tool_call c1", "tool_result c1 ok", "assistant done"},
		},
		{
			"one that was cut on another branch",
			[]string{user("u", "", "go"), calls("a", "u", "m", "c1"), result("r", "a", "c1", long),
				says("b", "r", "n", "done"), cut("b"), user("w", "x", "no"), user("v", "b", "on")},
			[]string{"user go", "tool_call c1", "tool_result c1 " + strings.TrimSpace(long), "assistant done",
				"user no branch-1", "user on"},
		},
		{
			"a file that was too long for the model", []string{user("u", "", "go"), file(true), withdrawn("f"),
				says("b", "x", "n", "done")},
			[]string{"user go", "user The user mentioned /a: too large to be read for the prompt.", "assistant done"},
		},
		{
			"another file", []string{user("u", "", "go"), file(false), withdrawn("f"), says("b", "x", "n", "done")},
			[]string{"user go", "user b", "assistant done"},
		},
		{
			"one of an earlier prompt", []string{user("u", "", "go"), file(true), says("b", "f", "n", "done"),
				user("v", "b", "on"), withdrawn("v")},
			[]string{"user go", "user b", "assistant done", "user on"},
		},
		{
			"an answer to which the user went back", []string{user("u", "", "go"), says("b", "u", "n", "done"),
				user("v", "b", "no"), lastPrompt(`"leafUuid":"b","explicit":true`)},
			[]string{"user go", "assistant done", "user no branch-1"},
		},
		{
			"the beginning", []string{user("u", "", "go"), says("b", "u", "n", "done"),
				lastPrompt(`"leafUuid":null,"explicit":true`)},
			[]string{"user go branch-1", "assistant done branch-1"},
		},
		{
			"no such record", []string{user("u", "", "go"), says("b", "u", "n", "done"), lastPrompt(`"leafUuid":null`)},
			[]string{"user go", "assistant done"},
		},
		{
			"a file that the CLI has shortened",
			[]string{
				record("s", "", "system",
					`"subtype":"compact_boundary","logicalParentUuid":"gone","compactMetadata":{"preservedMessages":{"uuids":["gone"]}}`),
				record("t", "s", "user", `"isCompactSummary":true,"message":{"content":"so far"}`), user("v", "t", "on"),
			},
			[]string{"system so far", "user on"},
		},
		{
			"links that other programs do not write", []string{unlinked("user", "u", "go"), unlinked("assistant", "a", "done"),
				unlinked("user", "v", "on"), unlinked("assistant", "b", "good")},
			[]string{"user go", "assistant done", "user on", "assistant good", "lacks links"},
		},
		{
			"links that are all null", []string{user("u", "", "go"), says("a", "", "m", "done"), user("v", "", "on"),
				says("b", "", "n", "good")},
			[]string{"user go", "assistant done", "user on", "assistant good", "lacks links"},
		},
		{
			"links to the first record only", []string{user("u", "", "go"), says("a", "u", "m", "done"), user("v", "u", "on"),
				says("b", "u", "n", "good")},
			[]string{"user go", "assistant done", "user on", "assistant good", "lacks links"},
		},
		{
			"a hole", []string{user("u", "", "go"), says("a", "u", "m", "done"), user("v", "gone", "on")},
			[]string{"user go", "assistant done", "user on", "lacks record"},
		},
		{
			"none behind a record of another kind", []string{user("u", "", "go"), record("p", "u", "progress", `"data":{}`),
				says("a", "p", "m", "done")},
			[]string{"user go", "assistant done"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			stream := open(t, test.records...)
			got := shown(t, stream)
			for _, e := range entries(t, stream) {
				if e.IsMissing() {
					got = append(got, "lacks "+e.Origin.Name)
				}
				if e.Origin != nil && e.Origin.Kind == timeline.UnknownRecord {
					t.Errorf("unknown: %s", e.Origin.Name)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A whole record arrives wherever it stands on its line, and what stands before it is named.
func TestARecordBehindAStub(t *testing.T) {
	zeros := strings.Repeat("\x00", 9)
	prompt := user("v", "a", "on")
	for name, test := range map[string]struct {
		line  string
		stubs []string
	}{
		"a stub":             {`{"parentUuid":"a","type":"user","uuid":"cut o` + prompt, []string{"user"}},
		"a cut text":         {strings.TrimSuffix(user("w", "a", "lost"), `"}}`) + prompt, []string{"user"}},
		"two stubs":          {`{"type":"x"{"parentUuid":"a","type":"user"` + prompt, []string{"x"}},
		"another record":     {user("w", "a", "lost") + prompt, []string{"user"}},
		"zeros behind it":    {prompt + zeros, nil},
		"zeros before it":    {zeros + prompt, nil},
		"zeros on a line":    {zeros + "\n" + prompt, nil},
		"a quoted beginning": {user("v", "a", `on {\"parentUuid\":null}`), nil},
	} {
		t.Run(name, func(t *testing.T) {
			stream := open(t, user("u", "", "go"), says("a", "u", "m", "done"), test.line, says("b", "v", "n", "good"))
			var stubs []string
			for _, e := range entries(t, stream) {
				if e.IsUnknown() {
					stubs = append(stubs, e.Origin.Name)
				}
				if e.IsMissing() {
					t.Errorf("line %d lacks a %s", e.Native.Line, e.Origin.Name)
				}
			}
			got := strings.Join(shown(t, stream), ", ")
			if diff := cmp.Diff(test.stubs, stubs); diff != "" ||
				!strings.HasPrefix(got, "user go, assistant done, user on") || !strings.HasSuffix(got, "assistant good") {
				t.Errorf("%s\n%s", got, diff)
			}
		})
	}
}

// unlinked returns a record without a link, as other programs write them in Claude Code's format.
func unlinked(kind, id, text string) string {
	return fmt.Sprintf(`{"type":%q,"uuid":%q,"message":{"role":%q,"model":"m","content":[{"type":"text","text":%q}]}}`,
		kind, id, kind, text)
}
