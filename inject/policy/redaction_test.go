package policy_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/timeline"
	"stead/writers"
)

// knowing is a detector that knows its secrets, and sees them only where a text says so.
type knowing map[string]string

func (k knowing) Find(text string) []redaction.Secret {
	var found []redaction.Secret
	for value, rule := range k {
		if strings.Contains(text, "secret="+value) {
			found = append(found, redaction.Secret{Rule: rule, Value: value})
		}
	}
	return found
}

func (k knowing) FindInside(raw []byte) []redaction.Secret { return k.Find(unescaped(raw)) }

func unescaped(raw []byte) string { return timeline.RawText([]byte(`"` + string(raw) + `"`)).String() }

const (
	key      = "sk-0123456789abcdef"
	otherKey = "sk-fedcba9876543210"
)

var keys = knowing{key: "api-key"}

// masked returns the session as it arrives when secrets are masked, and what is said about them.
func masked(t *testing.T, s timeline.Stream, target adapter.Info,
	p policy.Policies) (timeline.Stream, []*timeline.Entry, writers.Secrets) {
	t.Helper()
	p.Vendor = vendor
	chosen, err := policy.Select(t.Context(), s, target, p)
	if err != nil {
		t.Fatal(err)
	}
	var entries []*timeline.Entry
	for range 2 { // a stream is one that can be ranged over again, and counts anew
		entries = nil
		for e, err := range chosen.Stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			entries = append(entries, e)
		}
	}
	var report writers.Report
	chosen.Complete(&report)
	return chosen.Stream, entries, report.Secrets
}

func claudes(entries ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{Header: timeline.Header{ID: "s", Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(entries...)}
}

// leaky holds the key in everything that an entry can have. What stands around it tells what it is in the last entry
// only.
func leaky(t *testing.T) timeline.Stream {
	t.Helper()
	file := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(file, []byte("K="+key), 0o600); err != nil {
		t.Fatal(err)
	}
	native := &timeline.Record{CLI: "claude", Line: 1, Raw: []byte(`{"k":"` + key + `"}`)}
	s := claudes(
		&timeline.Entry{ID: "p", Type: timeline.User, Content: timeline.NewText("use " + key), Native: native,
			Attachments: []timeline.Attachment{
				{MediaType: "text/plain", Data: timeline.NewText(base64.StdEncoding.EncodeToString([]byte("K=" + key)))},
				{MediaType: "text/plain", Path: file, Root: filepath.Dir(file)}}},
		&timeline.Entry{ID: "a", Type: timeline.Assistant, Content: timeline.NewText("ok " + key),
			Thinking: timeline.NewText(key)},
		&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash,
			Input: json.RawMessage(`{"command":"echo \"` + key + `\"","n":[1,"` + key + `"]}`)},
		&timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "c", Output: timeline.NewText(key + "\n" + key),
			Error: timeline.NewText(key)},
		&timeline.Entry{ID: "h", Type: timeline.System, Hidden: true, Content: timeline.NewText(key),
			Extra: timeline.Extra{"x": json.RawMessage(`["` + key + `"]`)}},
		&timeline.Entry{ID: "z", Type: timeline.User, Content: timeline.NewText("secret=" + key)},
	)
	s.Header.Project.Git = &timeline.Git{Remote: "https://u:" + key + "@host/x"}
	child := claudes(&timeline.Entry{ID: "k", Type: timeline.User, Content: timeline.NewText("kid has " + key),
		Native: native})
	s.Children = []timeline.Stream{child}
	return s
}

func TestNoSecretArrivesAnywhere(t *testing.T) {
	stream, entries, said := masked(t, leaky(t), codex, policy.Policies{Redaction: redaction.Mask, Detector: keys,
		Thinking: policy.AsText})
	var arrived strings.Builder
	if _, err := timeline.WriteDocument(&arrived, stream); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(arrived.String(), key) || !json.Valid([]byte(arrived.String())) {
		t.Errorf("the secret is in what arrives, or that is no JSON:\n%s", arrived.String())
	}
	for _, a := range entries[0].Attachments {
		if text, err := base64.StdEncoding.DecodeString(a.Data.String()); err != nil ||
			string(text) != "K=[redacted: api-key]" {
			t.Errorf("an attachment arrives as %q, %v", text, err)
		}
	}
	if got := string(entries[2].Input); got != `{"command":"echo \"[redacted: api-key]\"","n":[1,"[redacted: api-key]"]}` {
		t.Errorf("the call arrives with %s", got)
	}
	for _, e := range entries {
		if e.Native != nil {
			t.Errorf("entry %s keeps its native record", e.ID)
		}
	}
	var places []string
	for _, m := range said.Masked {
		places = append(places, fmt.Sprintf("%s:%s:%d", m.Where, m.Entry, m.Count))
	}
	want := "the session's header::1 a prompt:p:2 an attachment:p:2 an answer:a:1 thinking:a:1 arguments of bash:c:2 " +
		"output of bash:r:3" // and of what is hidden nothing is said: Codex does not get it
	if diff := cmp.Diff(strings.ReplaceAll(want, " ", "|"),
		strings.ReplaceAll(strings.Join(places, " "), " ", "|")); diff != "" || said.Check != writers.Checked {
		t.Errorf("%s: %s", said.Check, diff)
	}
	if encoded, err := json.Marshal(said); err != nil || strings.Contains(string(encoded), key) {
		t.Errorf("the report says the secret: %s, %v", encoded, err)
	}
}

func TestTheSourceKeepsItsSecrets(t *testing.T) {
	s := leaky(t)
	masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys})
	var kept strings.Builder
	if _, err := timeline.WriteDocument(&kept, s); err != nil || strings.Count(kept.String(), key) != 15 {
		t.Errorf("the source holds the key %d times, %v", strings.Count(kept.String(), key), err)
	}
}

func TestSecretsAreToldApartAndStayThemselves(t *testing.T) {
	s := claudes(&timeline.Entry{ID: "1", Type: timeline.User,
		Content: timeline.NewText("secret=" + key + " not secret=" + otherKey + " but " + key)})
	both := inDetectorsOrder{{Rule: "api-key", Value: key}, {Rule: "api-key", Value: otherKey}}
	_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: both})
	want := "secret=[redacted: api-key] not secret=[redacted: api-key 2] but [redacted: api-key]"
	if got := entries[0].Content.String(); got != want {
		t.Errorf("got %s", got)
	}
}

// inDetectorsOrder is a detector that finds the same in every text.
type inDetectorsOrder []redaction.Secret

func (d inDetectorsOrder) Find(string) []redaction.Secret { return d }

func (d inDetectorsOrder) FindInside([]byte) []redaction.Secret { return d }

func TestTheLongestSecretIsMaskedAndShortOnesOnlyAlone(t *testing.T) {
	d := inDetectorsOrder{
		{Rule: "part", Value: "0123456789abcdef"}, {Rule: "whole", Value: key}, {Rule: "pair", Value: "1:2"},
		{Rule: "tail", Value: "abcdef-and-the-tail-of-it"},
	}
	text := key + " at 11:25 with 1:2, 1:2. And " + key + "-and-the-tail-of-it."
	s := claudes(&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText(text)})
	_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: d})
	if got, want := entries[0].Content.String(), "[redacted: whole] at 11:25 with [redacted: pair], [redacted: pair]. And [redacted: tail]."; got != want {
		t.Errorf("got %s", got)
	}
}

func TestASecretIsNotCutInHalf(t *testing.T) {
	output := strings.Repeat("o", 2<<10-10) + key + " secret=" + key + strings.Repeat(" o", 40_000)
	s := claudes(
		&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("go")},
		&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash, Input: json.RawMessage(`{}`)},
		&timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "c", Output: timeline.NewText(output)},
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("go on")},
	)
	_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys, Window: 5000})
	if got := entries[2].Output.String(); strings.Contains(got, key[:8]) || !strings.Contains(got, "[stead: shortened") {
		t.Errorf("the shortened output ends with %q", got[len(got)-80:])
	}
}

func TestWhatStaysWithItsVendorIsNotMaskedUnlessAlways(t *testing.T) {
	own := adapter.Info{Name: "claude", Title: "Claude Code", Vendor: "anthropic"}
	foreign := &timeline.Entry{ID: "f", Type: timeline.Assistant, Content: timeline.NewText("secret=" + key),
		Native: &timeline.Record{CLI: "codex", Line: 1, Raw: []byte("{}")}}
	at := &timeline.Entry{ID: "o", Type: timeline.User, Content: timeline.NewText("secret=" + key),
		Native: &timeline.Record{CLI: "claude", Line: 1, Raw: []byte("{}")}}
	cases := []struct {
		name    string
		entries []*timeline.Entry
		policy  redaction.Policy
		check   writers.SecretCheck
		masked  string
	}{
		{"off", []*timeline.Entry{at}, redaction.Off, writers.NotChecked, ""},
		{"unset", []*timeline.Entry{at}, "", writers.NotChecked, ""},
		{"the same vendor", []*timeline.Entry{at}, redaction.Mask, writers.SameVendor, ""},
		{"always", []*timeline.Entry{at}, redaction.Always, writers.Checked, "o"},
		{"what another vendor's CLI has added", []*timeline.Entry{at, foreign}, redaction.Mask, writers.Checked, "f"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			stream, entries, said := masked(t, claudes(c.entries...), own, policy.Policies{Redaction: c.policy, Detector: keys})
			if stream.Cut != (c.policy == redaction.Always) {
				t.Errorf("cut %v: records of the target's own go back as they are, unless they are masked", stream.Cut)
			}
			var ids string
			for _, e := range entries {
				if !strings.Contains(e.Content.String(), key) {
					ids += e.ID
				}
				if isMasked := !strings.Contains(e.Content.String(), key); isMasked == (e.Native != nil && e.Native.Raw != nil) {
					t.Errorf("entry %s: masked %v, native record %v", e.ID, isMasked, e.Native)
				}
			}
			if ids != c.masked || said.Check != c.check {
				t.Errorf("masked %q, want %q; said %q, want %q", ids, c.masked, said.Check, c.check)
			}
		})
	}
}

func TestABodyWithoutSecretsStaysAsItWasWritten(t *testing.T) {
	raw := timeline.RawText([]byte(`"caf\u00e9 \/ \u0041"`))
	s := claudes(&timeline.Entry{ID: "1", Type: timeline.User, Content: raw},
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("secret=" + key)})
	_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys})
	if got := string(entries[0].Content.JSON()); got != string(raw.JSON()) {
		t.Errorf("got %s", got)
	}
}

func TestASecretThatIsEscapedIsFound(t *testing.T) {
	slashed := "ab/cd/ef/gh/ij/kl"
	s := claudes(&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash,
		Input: json.RawMessage(`{"command":"secret=ab\/cd\/ef\/gh\/ij\/kl"}`)})
	_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: knowing{slashed: "path"}})
	if got := string(entries[0].Input); got != `{"command":"secret=[redacted: path]"}` {
		t.Errorf("got %s", got)
	}
}

func TestASourceThatFailsWhileItIsSearchedFailsTheSelection(t *testing.T) {
	broken := errors.New("broken")
	s := claudes()
	s.Entries = func(yield func(*timeline.Entry, error) bool) { yield(nil, broken) }
	if _, err := policy.Select(context.Background(), s, codex,
		policy.Policies{Redaction: redaction.Mask, Detector: keys, Vendor: vendor}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// What looks like a secret may be the session's own id.
func TestWhatNamesASessionIsNotMasked(t *testing.T) {
	s := claudes(&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("the token is " + key)})
	s.Header.ID, s.Header.Source.OriginalID, s.Header.Lineage = key, key, &timeline.Lineage{Parent: "claude:" + key}
	stream, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Always,
		Detector: inDetectorsOrder{{Rule: "api-key", Value: key}}})
	if diff := cmp.Diff(s.Header, stream.Header); diff != "" || strings.Contains(entries[0].Content.String(), key) {
		t.Errorf("%s\n%s", diff, entries[0].Content)
	}
}

func TestRedactionPoliciesAreRead(t *testing.T) {
	for text, want := range map[string]redaction.Policy{"": redaction.Off, "off": redaction.Off, "ask": redaction.Ask,
		"mask": redaction.Mask, "always": redaction.Always} {
		if got, err := redaction.Parse(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := redaction.Parse("all"); !errors.Is(err, inject.ErrPolicy) {
		t.Errorf("error %v", err)
	}
}

// A key that is cut in two where one text of a message ends and the next begins is masked in both, and its halves
// nowhere else.
func TestAKeyThatStandsInTwoTextsIsMaskedInBoth(t *testing.T) {
	for cut := 1; cut < len(key); cut++ {
		s := claudes(
			&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("my \\ \"secret=" + key[:cut])},
			&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText(key[cut:] + " is it")},
			&timeline.Entry{ID: "3", Type: timeline.Assistant, Content: timeline.NewText("half of it ends in " + key[:cut])},
		)
		_, entries, said := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys})
		got := entries[0].Content.String() + "|" + entries[1].Content.String() + "|" + entries[2].Content.String()
		if want := "my \\ \"secret=[redacted: api-key]|[redacted: api-key] is it|half of it ends in " +
			key[:cut]; got != want || len(said.Masked) != 1 {
			t.Errorf("cut at %d: %s, %v", cut, got, said.Masked)
		}
	}
}

func TestBase64OfASecretIsMasked(t *testing.T) {
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding,
		base64.RawURLEncoding} {
		for shift := range 3 {
			encoded := encoding.EncodeToString([]byte("~~~"[:shift] + key + "~"))
			s := claudes(
				&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("it is " + encoded + " there")},
				&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("secret=" + key)},
			)
			_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys})
			got := entries[0].Content.String()
			if !strings.Contains(got, "[redacted: api-key]") || strings.Contains(got, encoded[6:12]) {
				t.Errorf("%s: %s", encoded, got)
			}
		}
	}
}

// Titles, branches, folders, what a format adds to them, and the names of a call's members travel as well as what is
// said.
func TestWhatStandsAroundASessionIsMasked(t *testing.T) {
	s := claudes(&timeline.Entry{ID: "1", Type: timeline.ToolCall, Tool: timeline.Bash,
		Input: json.RawMessage(`{"` + key + `":{"a":1}}`)},
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("see"),
			Attachments: []timeline.Attachment{{MediaType: "image/png", Name: key + ".png"}}},
		&timeline.Entry{ID: "3", Type: timeline.User, Content: timeline.NewText("out"), Origin: &timeline.Origin{
			Kind: timeline.Shell, Name: key, Typed: timeline.NewText("curl -H " + key),
			Extra: timeline.Extra{"x": json.RawMessage(`"` + key + `"`)}}})
	extra := timeline.Extra{"title": json.RawMessage(`"secret=` + key + `"`)}
	s.Header.Extra, s.Header.Metadata.Extra, s.Header.Source.Extra = extra, extra, extra
	s.Header.Project = timeline.Project{Path: "/home/user/" + key, Name: key, Git: &timeline.Git{Branch: "fix/" + key}}
	s.Header.Lineage = &timeline.Lineage{Parent: "claude:x", Extra: extra}
	s.Header.Branches = []timeline.Branch{{ID: "b", Extra: extra}}
	stream, _, said := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask, Detector: keys})
	var arrived strings.Builder
	if _, err := timeline.WriteDocument(&arrived, stream); err != nil || strings.Contains(arrived.String(), key) {
		t.Errorf("%v, what arrives holds the key:\n%s", err, arrived.String())
	}
	if s.Header.Lineage.Parent != stream.Header.Lineage.Parent || said.Masked[0].Count != 8 {
		t.Errorf("masked %v", said.Masked)
	}
}

// unasked is a detector that nobody may ask.
type unasked struct{ t *testing.T }

func (u unasked) Find(text string) []redaction.Secret {
	u.t.Errorf("%q is searched", text)
	return nil
}

func (u unasked) FindInside(raw []byte) []redaction.Secret { return u.Find(string(raw)) }

func TestOffSearchesNothing(t *testing.T) {
	_, entries, said := masked(t, leaky(t), codex, policy.Policies{Redaction: redaction.Off, Detector: unasked{t}})
	if !strings.Contains(entries[0].Content.String(), key) || entries[0].Native == nil ||
		said.Check != writers.NotChecked || len(said.Masked)+len(said.Sent) > 0 {
		t.Errorf("%s: %+v", entries[0].Content, said)
	}
}

// Who was asked, and has the secrets sent, is told how many there were.
func TestWhatWasLearnedBeforeIsCounted(t *testing.T) {
	asked := policy.Policies{Redaction: redaction.Ask, Detector: keys, Vendor: vendor}
	learned := asked.Learner(codex)
	_, entries, said := masked(t, leaky(t), codex, policy.Policies{Redaction: redaction.Off, Detector: keys,
		Learned: learned, Vendor: vendor})
	if !strings.Contains(entries[0].Content.String(), key) || said.Check != writers.Checked || len(said.Sent) == 0 {
		t.Errorf("%s: %+v", entries[0].Content, said)
	}
}

func TestTheUserIsAskedOnlyWhereThereIsASecret(t *testing.T) {
	ask := policy.Policies{Redaction: redaction.Ask, Detector: keys, Vendor: vendor}
	_, err := policy.Select(t.Context(), leaky(t), codex, ask)
	var found *redaction.SecretsError
	if !errors.As(err, &found) || found.Count != 13 || found.Sightings[1].Excerpt != "use [redacted: api-key]" ||
		found.Title != codex.Title {
		t.Fatalf("%v: %+v", err, found)
	}
	if shown, _ := json.Marshal(found); strings.Contains(string(shown), key) {
		t.Errorf("the question shows the secret: %s", shown)
	}
	own := adapter.Info{Name: "claude", Title: "Claude Code", Vendor: "anthropic"}
	for _, c := range []struct {
		session timeline.Stream
		target  adapter.Info
	}{{claudes(&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("hello")}), codex}, {claudes(),
		own}} {
		if _, err := policy.Select(t.Context(), c.session, c.target, ask); err != nil {
			t.Errorf("%s: %v", c.target.Title, err)
		}
	}
}

// Who keeps a session reads it anyway: then it is not read once more to learn its secrets.
func TestASessionThatIsReadIsLearntMeanwhile(t *testing.T) {
	s, read := leaky(t), 0
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) { read++; all(yield) }
	p := policy.Policies{Redaction: redaction.Mask, Detector: keys, Vendor: vendor}
	p.Learned = p.Learner(codex)
	if _, err := timeline.WriteDocument(io.Discard, p.Learned.Over(s)); err != nil {
		t.Fatal(err)
	}
	stream, entries, _ := masked(t, s, codex, p)
	if read != 3 || strings.Contains(entries[0].Content.String(), key) ||
		strings.Contains(stream.Header.Project.Git.Remote, key) {
		t.Errorf("read %d times: %s", read, entries[0].Content)
	}
}
