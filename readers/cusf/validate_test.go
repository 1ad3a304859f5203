package cusf_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/cusf"
)

// validate checks content against the standard.
func validate(t *testing.T, content []byte) readers.Verdict {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.jsonl")
	fixtures.Put(t, path, content)
	v, err := cusf.Reader{}.Validate(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// broken returns the violated rules, each with its line.
func broken(v readers.Verdict) []string {
	var rules []string
	for _, b := range v.Breaches {
		if !b.Warning {
			rules = append(rules, fmt.Sprintf("%s/%s line %d", b.Part, b.Rule, b.Line))
		}
	}
	return rules
}

func TestEachInvalidSampleBreaksItsOneRule(t *testing.T) {
	var expected []struct {
		File, Rule string
		Line       int
	}
	if err := json.Unmarshal(fixtures.Read(t, "cusf/expected.json"), &expected); err != nil {
		t.Fatal(err)
	}
	if samples := fixtures.Match(t, "cusf/invalid/*.jsonl"); len(expected) != len(samples) {
		t.Fatalf("%d samples, %d expectations", len(samples), len(expected))
	}
	for _, e := range expected {
		v := validate(t, fixtures.Read(t, "cusf/"+e.File))
		if diff := cmp.Diff([]string{fmt.Sprintf("%s line %d", e.Rule, e.Line)}, broken(v)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", e.File, diff)
		}
		if v.Valid() || strings.Contains("ABC", v.Grade.Letter) {
			t.Errorf("%s is graded %s", e.File, v.Grade.Letter)
		}
	}
}

func TestValidSamplesAreValid(t *testing.T) {
	warnings := map[string]int{"v02-minimal": 1, "v04-open-session-no-end": 2}
	for _, sample := range fixtures.Match(t, "cusf/valid/*.jsonl") {
		v := validate(t, fixtures.Read(t, sample))
		if len(broken(v)) > 0 || !v.Valid() {
			t.Errorf("%s: %v", sample, v.Breaches)
		}
		name := strings.TrimSuffix(filepath.Base(sample), ".jsonl")
		if len(v.Breaches) != warnings[name] {
			t.Errorf("%s has the warnings %v, want %d", sample, v.Breaches, warnings[name])
		}
	}
}

func TestGradesFollowTheBands(t *testing.T) {
	sample := func(name string) string { return string(fixtures.Read(t, "cusf/"+name+".jsonl")) }
	full := sample("valid/v01-full-parallel-tools")
	for _, c := range []struct {
		name, content, letter string
		score                 float64
	}{
		{"every field but one thinking", full, "A", 99.2},
		{"key optionals and few others", strings.NewReplacer(
			`"thinking":"Two independent reads.",`, "", `,"stop_reason":"tool_use"`, "", `,"stop_reason":"end_turn"`, "",
			`"project_path":"/home/user/demo","git_branch":"main",`, "", `"parent_id":"msg-001",`, "",
			`"parent_id":"msg-002","model"`, `"model"`,
			`"parent_id":null,`, "", `,"cache_read":200,"cache_write":100`, "", `,"cache_read":1000,"cache_write":0`, "",
			`"result":"",`, "", `"error_message":"File does not exist.",`, "",
			`,"total_messages":3,"total_tokens":{"input":2200,"output":90},"end_reason":"export"`, "",
		).Replace(full), "B", 87.1},
		{"required fields only", sample("valid/v02-minimal"), "C", 70},
		{"one value in nine lines is wrong", sample("invalid/i08-role-enum"), "D", 68.1},
		{"a required field is missing", sample("invalid/i07-message-id-missing"), "F", 53.1},
		{"nothing", "", "F", 0},
	} {
		v := validate(t, []byte(c.content))
		if v.Grade.Letter != c.letter || v.Grade.Score != c.score {
			t.Errorf("%s: grade %s (%v), want %s (%v): %+v", c.name, v.Grade.Letter, v.Grade.Score, c.letter, c.score,
				v.Grade.Shares)
		}
	}
}

func TestRulesThatNoSampleBreaks(t *testing.T) {
	const (
		meta  = `{"_meta":{"format":"cusf","version":"1.0.0","exported_at":"2026-01-28T12:30:00Z","exporter":"x/1"}}` + "\n"
		start = `{"type":"session_start","session_id":"s","llm_source":"claude","started_at":"2026-01-28T10:00:00Z"}` + "\n"
		end   = `{"type":"session_end","session_id":"s","ended_at":"2026-01-28T12:00:00Z"}` + "\n"
		ask   = `{"type":"message","role":"user","content":"a","timestamp":"2026-01-28T10:00:00Z","message_id":"m"}` + "\n"
		use   = `{"type":"tool_use","tool_name":"Read","tool_id":"t","timestamp":"2026-01-28T10:00:00Z"}` + "\n"
		done  = `{"type":"tool_result","tool_id":"t","timestamp":"2026-01-28T10:00:00Z"}` + "\n"
	)
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"blank lines, a byte order mark and carriage returns are read",
			"\uFEFF" + strings.ReplaceAll(meta+start+"\n"+ask+end, "\n", "\r\n"), nil},
		{"a day that does not exist", meta + strings.Replace(start, "01-28", "02-30", 1),
			[]string{"schema/session_start.started_at line 2"}},
		{"an exported_at that is not in UTC", strings.Replace(meta, "30:00Z", "30:00+02:00", 1) + start,
			[]string{"schema/_meta.exported_at line 1"}},
		{"another major version", strings.Replace(meta, "1.0.0", "2.0.0", 1) + start,
			[]string{"schema/_meta.version line 1"}},
		{"two sessions", meta + start + start + end, []string{"structure/session_start (only one) line 3"}},
		{"two ends", meta + start + end + end, []string{"structure/session_end (only one) line 4"}},
		{"what follows the end, told once", meta + start + end + strings.Replace(ask+ask, "T10", "T13", 2), []string{
			"structure/session_end last line 4", "structure/unique ids (recommended reading) line 5"}},
		{"one message_id twice", meta + start + ask + ask, []string{"structure/unique ids (recommended reading) line 4"}},
		{"one result twice", meta + start + use + done + done, []string{"structure/tool_result match line 5"}},
		{"no session_start at all", meta, []string{"structure/session_start first line 0"}},
		{"not UTF-8", meta + start + strings.Replace(ask, `"a"`, "\"\xff\"", 1), []string{"structure/JSON Lines line 3"}},
		{"no object", meta + start + "[]\n", []string{"schema/type line 3"}},
	} {
		if diff := cmp.Diff(c.want, broken(validate(t, []byte(c.content)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestOnlyTheFirstOfManyBreachesAreListed(t *testing.T) {
	v := validate(t, []byte(strings.Repeat("no JSON\n", 5000)))
	if len(v.Breaches) > 1100 || len(v.Breaches)+v.Unlisted < 5000 || v.Valid() {
		t.Errorf("%d breaches are listed, %d not", len(v.Breaches), v.Unlisted)
	}
}
