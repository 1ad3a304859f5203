package cusf_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers/cusf"
	"stead/timeline"
)

const (
	metaLine = `{"_meta":{"format":"cusf","version":"1.0.0","exported_at":"2026-01-28T12:30:00Z","exporter":"x/1"}}` +
		"\n"
	startLine = `{"type":"session_start","session_id":"s","llm_source":"other","started_at":"2026-01-28T10:00:00Z"}` + "\n"
)

func open(t *testing.T, content string) (timeline.Stream, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.jsonl")
	fixtures.Put(t, path, []byte(content))
	return cusf.Reader{}.Open(t.Context(), adapter.Location{Path: path})
}

// visible returns one line for each entry that is displayed.
func visible(t *testing.T, content string) []string {
	t.Helper()
	s, err := open(t, content)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden {
			told = append(told, strings.TrimSpace(strings.Join([]string{string(e.Type), e.ID, e.CallID, e.Content.String(),
				e.Timestamp}, " ")))
		}
	}
	return told
}

func TestWhatIsRefusedSaysWhy(t *testing.T) {
	const message = `{"type":"message","role":"user","content":"a","timestamp":"2026-01-28T10:00:00Z","message_id":"m"}` + "\n"
	for _, c := range []struct {
		name, content, says string
		is                  error
	}{
		{"the record of ADR-020",
			`{"hash":"00","content":"x","role":"user","llm_source":"claude","provenance":{"session_id":"s"}}` + "\n",
			"message store", adapter.ErrFormat},
		{"another major version", strings.Replace(metaLine, "1.0.0", "2.1.0", 1) + startLine + message, "2.1.0",
			adapter.ErrFormat},
		{"no session", metaLine, "no message", adapter.ErrEmpty},
		{"damaged metadata of stead", metaLine + strings.Replace(startLine, `"session_id"`,
			`"x_stead":{"header":{"id":7}},"session_id"`, 1) + message, "header that stead added", adapter.ErrFormat},
	} {
		_, err := open(t, c.content)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
		if !(cusf.Reader{}).Detect([]byte(c.content)) {
			t.Errorf("%s is not recognised, so that nobody says why it is refused", c.name)
		}
	}
	if _, err := open(t, strings.Replace(metaLine, "1.0.0", "1.7.0", 1)+startLine+message); err != nil {
		t.Errorf("a later version of the same major: %v", err)
	}
}

func TestResultAnswersTheNearestOpenCall(t *testing.T) {
	use := `{"type":"tool_use","tool_name":"Read","tool_id":"t","timestamp":"2026-01-28T10:00:00Z"}` + "\n"
	done := `{"type":"tool_result","tool_id":"t","timestamp":"2026-01-28T10:00:00Z"}` + "\n"
	want := []string{
		"tool_call t   2026-01-28T10:00:00Z", "tool_result #4 t  2026-01-28T10:00:00Z",
		"tool_call t#5   2026-01-28T10:00:00Z", "tool_result #6 t#5  2026-01-28T10:00:00Z",
	}
	if diff := cmp.Diff(want, visible(t, metaLine+startLine+use+done+use+done)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNativeWordsAreMapped(t *testing.T) {
	const lines = `{"type":"message","role":"human","content":[{"type":"text","text":"a"},{"text":"b"}],"timestamp":1769594460,"message_id":"1"}
{"type":"message","role":"model","content":"c","timestamp":"2026-01-28T10:00:00","message_id":"2"}
{"type":"message","role":"developer","content":"d","timestamp":"2026-01-28T10:00:00+08:00","message_id":"3"}
{"type":"message","role":"judge","content":"e","message_id":"4"}
{"type":"annotation","content":"f"}
`
	want := []string{"user 1  a\n\nb", "assistant 2  c", "system 3  d 2026-01-28T10:00:00+08:00"}
	if diff := cmp.Diff(want, visible(t, metaLine+startLine+lines)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestComparisonFindsWhatIsLost(t *testing.T) {
	const user = `{"type":"message","role":"user","content":"a","timestamp":"2026-01-28T10:00:00Z","message_id":"m","x":1}` + "\n"
	original := metaLine + startLine + user
	for _, c := range []struct{ name, again, want string }{
		{"form, another zone and members without a name", strings.NewReplacer("2026-01-28T10:00:00Z",
			"2026-01-28T11:00:00+01:00", `,"x":1`, "").Replace(original), ""},
		{"an end, and an empty message of the model", original + `{"type":"message","role":"assistant","content":""}` +
			"\n" + `{"type":"session_end"}` + "\n", ""},
		{"another text", strings.Replace(original, `"a"`, `"b"`, 1), `line 3, message.content: "a" became "b"`},
		{"a text that is missing", strings.Replace(original, `"content":"a",`, "", 1),
			`line 3, message.content: "a" became nothing`},
		{"a line that is missing", metaLine + startLine, "line 3, a message, is not rebuilt"},
		{"a line that was added", original + user, "a message was added"},
		{"another line in its place", metaLine + startLine + strings.Replace(user, `"m"`, `"n"`, 1),
			"a message is in the place of line 3, a message"},
	} {
		got, err := cusf.Reader{}.Compare(t.Context(), strings.NewReader(original), strings.NewReader(c.again))
		if err != nil || got != c.want {
			t.Errorf("%s: %q, error %v", c.name, got, err)
		}
	}
}
