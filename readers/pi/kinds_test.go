package pi_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/readers/pi"
)

// The expected values were compared with the requests of Pi 0.87.1 when it resumed a session with a record of each
// kind.
func TestKinds(t *testing.T) {
	message := func(message string) string {
		return `{"type":"message","id":"b","parentId":"a","timestamp":"2026-11-27T12:00:00.000Z","message":` + message + `}`
	}
	record := func(members string) string {
		return `{"id":"b","parentId":"a","timestamp":"2026-11-27T12:00:00.000Z",` + members + `}`
	}
	for _, test := range []struct {
		name, record string
		want         []string
	}{
		{"a block that nobody knows",
			message(`{"role":"user","content":[{"type":"text","text":"go"},{"type":"odd","text":"perhaps this"}]}`),
			[]string{"user go", "hidden unknown block of the type odd", "user perhaps this | unsorted block of the type odd"}},
		{"a prompt of such a block alone", message(`{"role":"user","content":[{"type":"odd","body":"perhaps this"}]}`),
			[]string{"hidden unknown block of the type odd", "user perhaps this | unsorted block of the type odd"}},
		{"a block without a text", message(`{"role":"user","content":[{"type":"odd","n":1}]}`),
			[]string{"hidden unknown block of the type odd"}},
		{"a block of a result", message(
			`{"role":"toolResult","toolCallId":"c","content":[{"type":"odd","text":"perhaps this"}]}`),
			[]string{"tool_result ", "hidden unknown block of the type odd",
				"user perhaps this | unsorted block of the type odd"}},
		{"a block of an answer", message(
			`{"role":"assistant","content":[{"type":"text","text":"so"},{"type":"odd","text":"perhaps this"}],"stopReason":"stop"}`),
			[]string{"assistant so", "hidden unknown block of the type odd",
				"user perhaps this | unsorted block of the type odd"}},
		{"blocks that say nothing", message(
			`{"role":"assistant","content":[{"type":"text","text":""},{"type":"thinking","thinking":"","thinkingSignature":"x"}],"stopReason":"stop"}`), nil},
		{"a role that nobody knows", message(`{"role":"odd","content":"perhaps this"}`),
			[]string{"hidden unknown message of the role odd", "user perhaps this | unsorted message of the role odd"}},
		{"a record that nobody knows", record(`"type":"odd","text":"perhaps this"`),
			[]string{"hidden unknown record odd", "user perhaps this | unsorted record odd"}},
		{"a record outside of the tree", `{"type":"odd","text":"perhaps this"}`, []string{"hidden unknown record odd"}},
		{"a record without a type", `{"text":"perhaps this"}`, []string{"hidden unknown record (none is told)"}},
		{"the instructions in force", message(`{"role":"system","sections":{"a":"Be kind."}}`),
			[]string{"hidden instructions "}},
		{"the summary of a branch", message(`{"role":"branchSummary","summary":"It failed."}`),
			[]string{"user It failed. | reminder branchSummary"}},
		{"a summary as a message", message(`{"role":"compactionSummary","summary":"So far."}`),
			[]string{"user So far. | reminder compactionSummary"}},
		{"what the model is not told", record(`"type":"custom","customType":"x","data":{"text":"no"}`), nil},
		{"what was used", record(`"type":"usage","kind":"x"`), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			fixtures.Put(t, path, []byte(strings.Join([]string{
				`{"type":"session","version":3,"id":"5e55105e-0000-7000-8000-000000000001","timestamp":"2026-11-27T12:00:00.000Z","cwd":"/home/user/demo"}`,
				`{"type":"message","id":"a","parentId":null,"timestamp":"2026-11-27T12:00:00.000Z","message":{"role":"user","content":"first"}}`,
				test.record, "",
			}, "\n")))
			var got []string
			_, entries := adaptertest.Opened(t, pi.Reader{}, path)
			for _, e := range entries[2:] {
				switch {
				case e.Hidden && e.Origin != nil:
					got = append(got, "hidden "+string(e.Origin.Kind)+" "+e.Origin.Name)
				case !e.Hidden && e.Origin != nil:
					got = append(got, string(e.Type)+" "+e.Content.String()+" | "+string(e.Origin.Kind)+" "+e.Origin.Name)
				case !e.Hidden:
					got = append(got, string(e.Type)+" "+e.Content.String())
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
