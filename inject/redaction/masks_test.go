package redaction

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

const (
	short = "KEY12"                // only masked where it stands alone
	long  = "KEY1234567890abcdefg" // masked wherever it stands
)

func masksOf(values ...string) *masks {
	m := &masks{}
	for _, value := range values {
		m.add([]Secret{{Rule: "key", Value: value}})
	}
	return m
}

func TestReplaceMasksWhatIsASecret(t *testing.T) {
	const masked, second = "[redacted: key]", "[redacted: key 2]"
	sixteen, fifteen := strings.Repeat("s", 16), strings.Repeat("f", 15)
	for name, c := range map[string]struct {
		secrets []string
		text    string
		want    string
		found   int
	}{
		"nothing":                {[]string{long}, "no secret", "no secret", 0},
		"alone":                  {[]string{short}, short, masked, 1},
		"between blanks":         {[]string{short}, "a " + short + " b", "a " + masked + " b", 1},
		"between other signs":    {[]string{short}, "=" + short + ";", "=" + masked + ";", 1},
		"in a word":              {[]string{short}, "x" + short, "x" + short, 0},
		"at a word's beginning":  {[]string{short}, short + "x", short + "x", 0},
		"beside a digit":         {[]string{short}, short + "0", short + "0", 0},
		"beside a nine":          {[]string{short}, "9" + short, "9" + short, 0},
		"beside an underscore":   {[]string{short}, "_" + short, "_" + short, 0},
		"beside an A":            {[]string{short}, "A" + short + "", "A" + short, 0},
		"beside a Z":             {[]string{short}, short + "Z", short + "Z", 0},
		"beside an a":            {[]string{short}, short + "a", short + "a", 0},
		"beside a z":             {[]string{short}, "z" + short, "z" + short, 0},
		"a long one in a word":   {[]string{long}, "x" + long + "x", "x" + masked + "x", 1},
		"sixteen bytes are long": {[]string{sixteen}, "x" + sixteen, "x" + masked, 1},
		"fifteen are not":        {[]string{fifteen}, "x" + fifteen, "x" + fifteen, 0},
		"twice":                  {[]string{short}, short + " " + short, masked + " " + masked, 2},
		"two of them":            {[]string{short, long}, short + " " + long, masked + " " + second, 2},
		"one in the other": {[]string{"abcdefghijklmnop", "abcdefghijklmnopqrstuvwxyz"},
			"abcdefghijklmnopqrstuvwxyz", second, 1},
		"overlapping": {[]string{"aaaaaaaaaaaaaaaabbbb", "bbbbcccccccccccccccccccc"},
			"aaaaaaaaaaaaaaaabbbbcccccccccccccccccccc.", second + ".", 1},
		"overlapping, the longer first": {[]string{"aaaaaaaaaaaaaaaaaaaabbbb", "bbbbcccccccccccccccc"},
			"aaaaaaaaaaaaaaaaaaaabbbbcccccccccccccccc.", masked + ".", 1},
		"one behind the other": {[]string{"aaaaaaaaaaaaaaaaaaaa", "cccccccccccccccccccc"},
			"aaaaaaaaaaaaaaaaaaaacccccccccccccccccccc", masked + second, 2},
	} {
		got, rules := masksOf(c.secrets...).replace(c.text)
		if got != c.want || len(rules) != c.found {
			t.Errorf("%s: %q with %d finds, want %q with %d", name, got, len(rules), c.want, c.found)
		}
	}
}

func TestASecretHasOneMaskAndAnotherOneAnother(t *testing.T) {
	m := masksOf(short, "", short, "KEY34")
	m.add([]Secret{{Rule: "token", Value: "TOKEN1"}})
	for value, want := range map[string]string{short: "[redacted: key]", "KEY34": "[redacted: key 2]",
		"TOKEN1": "[redacted: token]"} {
		if got, rules := m.replace(value); got != want || len(rules) != 1 {
			t.Errorf("%s is %s (%v), want %s", value, got, rules, want)
		}
	}
	if m.isEmpty() || !(&masks{}).isEmpty() {
		t.Error("it is not known whether there are secrets")
	}
}

func TestBase64OfASecretIsOne(t *testing.T) {
	for size, want := range map[int]bool{5: false, 6: true, 4 << 10: true, 4<<10 + 1: false} {
		secret := strings.Repeat("s", size)
		encoded := base64.RawStdEncoding.EncodeToString([]byte(secret))
		got, _ := masksOf(secret).replace(encoded)
		if strings.Contains(got, "[redacted: key]") != want {
			t.Errorf("of %d bytes: masked is %v, want %v", size, !want, want)
		}
	}
}

func TestTextWithoutSecretsStaysAsItIs(t *testing.T) {
	m := masksOf(short)
	escaped := timeline.RawText([]byte(`"a\/b"`))
	if got, rules := m.text(escaped); rules != nil || string(got.Inner()) != `a\/b` {
		t.Errorf("%s became %s", escaped.Inner(), got.Inner())
	}
	hidden := timeline.RawText([]byte(`"\u004bEY12"`))
	if got, rules := m.text(hidden); len(rules) != 1 || got.String() != "[redacted: key]" {
		t.Errorf("a secret behind an escape became %q", got)
	}
	if got, rules := (&masks{}).text(timeline.NewText(short)); rules != nil || got.String() != short {
		t.Error("without secrets something is masked")
	}
}

func TestJSONStaysJSON(t *testing.T) {
	m := masksOf(short, "a\"b-secret")
	for value, want := range map[string]string{
		`{"token":"KEY12","n":1}`:             `{"token":"[redacted: key]","n":1}`,
		`{"KEY12":["x","KEY12"]}`:             `{"[redacted: key]":["x","[redacted: key]"]}`,
		`{"a":"say a\"b-secret"}`:             `{"a":"say [redacted: key 2]"}`,
		`{"a":"\u004bEY12"}`:                  `{"a":"[redacted: key]"}`,
		`{"a":"nothing", "b" : [1, 2.50]}`:    `{"a":"nothing", "b" : [1, 2.50]}`,
		`{"a":"\\","b":"KEY12"}`:              `{"a":"\\","b":"[redacted: key]"}`,
		`"KEY12`:                              `"KEY12`,
		``:                                    ``,
		`{"a":"x\/y","b":"unchanged \u00e9"}`: `{"a":"x\/y","b":"unchanged \u00e9"}`,
	} {
		got, rules := m.json([]byte(value))
		if string(got) != want || (rules != nil) != (value != want) || json.Valid([]byte(value)) && !json.Valid(got) {
			t.Errorf("%s became %s (%v), want %s", value, got, rules, want)
		}
	}
	if got, rules := (&masks{}).json([]byte(`"KEY12"`)); rules != nil || string(got) != `"KEY12"` {
		t.Error("without secrets something is masked")
	}
}

// everywhere is an entry with a secret in each part of it.
func everywhere(kind timeline.EntryType) *timeline.Entry {
	text := timeline.NewText("x " + short)
	return &timeline.Entry{
		ID: "e", Type: kind, Content: text, Thinking: text, Output: text, Error: text, Tool: "bash",
		Input: []byte(`{"command":"KEY12"}`),
		Origin: &timeline.Origin{Kind: timeline.Mention, Name: short, Typed: text,
			Extra: timeline.Extra{"o": []byte(`"KEY12"`)}},
		Extra:       timeline.Extra{"clean": []byte(`1`), "dirty": []byte(`"KEY12"`)},
		Attachments: []timeline.Attachment{{Name: "clean.txt"}, {Name: short}},
	}
}

func TestEveryPartOfAnEntryIsMasked(t *testing.T) {
	e := everywhere(timeline.Assistant)
	before, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	m := masksOf(short).entry(e)
	after, err := json.Marshal(m.Entry)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(after), short) {
		t.Errorf("it holds the secret still: %s", after)
	}
	if now, _ := json.Marshal(e); string(now) != string(before) {
		t.Errorf("the entry itself was changed: %s", now)
	}
	var places []string
	for _, f := range m.finds {
		places = append(places, f.where)
	}
	want := []string{"an answer", "thinking", "output", "output", "an answer", "an answer", "an answer",
		"arguments of bash", "an unknown member", "an attachment"}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if none := (&masks{}).entry(e); none.Entry != e || none.finds != nil {
		t.Error("without secrets the entry is another one")
	}
}

func TestTextOfAnEntryIsNamed(t *testing.T) {
	for kind, want := range map[timeline.EntryType]string{
		timeline.User: "context (mention)", timeline.Assistant: "an answer", timeline.System: "a text of the system",
		timeline.ToolCall: "a call", timeline.ToolResult: "output",
	} {
		if got := whatIs(&timeline.Entry{Type: kind, Origin: &timeline.Origin{Kind: timeline.Mention}}); got != want {
			t.Errorf("%s is %q, want %q", kind, got, want)
		}
	}
	if got := whatIs(&timeline.Entry{Type: timeline.User}); got != "a prompt" {
		t.Errorf("a prompt is %q", got)
	}
}

func TestHeaderIsMaskedButNotItsNames(t *testing.T) {
	h := timeline.Header{
		ID: short, Source: timeline.Source{CLI: "claude", OriginalID: short, Extra: timeline.Extra{"s": []byte(`"KEY12"`)}},
		Project: timeline.Project{Path: "/home/" + short}, Extra: timeline.Extra{"h": []byte(`"KEY12"`)},
		Lineage:  &timeline.Lineage{Parent: short, Extra: timeline.Extra{"l": []byte(`"KEY12"`)}},
		Branches: []timeline.Branch{{ID: short, Extra: timeline.Extra{"b": []byte(`"KEY12"`)}}},
	}
	clean, rules := masksOf(short).header(h)
	if len(rules) != 5 {
		t.Errorf("%d were masked, want 5", len(rules))
	}
	if clean.ID != short || clean.Source.OriginalID != short || clean.Lineage.Parent != short ||
		clean.Branches[0].ID != short {
		t.Errorf("a name was masked: %+v", clean)
	}
	for where, value := range map[string]string{
		"project": clean.Project.Path, "header": string(clean.Extra["h"]), "source": string(clean.Source.Extra["s"]),
		"lineage": string(clean.Lineage.Extra["l"]),
		"branch":  string(clean.Branches[0].Extra["b"]),
	} {
		if strings.Contains(value, short) || !strings.Contains(value, "[redacted: key]") {
			t.Errorf("%s: %s", where, value)
		}
	}
	if string(h.Lineage.Extra["l"]) != `"KEY12"` || string(h.Branches[0].Extra["b"]) != `"KEY12"` {
		t.Error("the header itself was changed")
	}
	if same, rules := masksOf("elsewhere").header(h); rules != nil || same.Lineage != h.Lineage {
		t.Error("a header without secrets is another one")
	}
}

func TestTextsThatAreAttachedAreMasked(t *testing.T) {
	text := timeline.NewText(base64.StdEncoding.EncodeToString([]byte("say " + short + ".")))
	all := []timeline.Attachment{
		{Name: "a.txt", MediaType: "text/plain", Data: text, Bytes: 10, SHA256: "sum"},
		{Name: "a.png", MediaType: "image/png", Data: text},
		{Name: "a.mp3", MediaType: "audio/mpeg", Data: text},
		{Name: "a.mp4", MediaType: "video/mp4", Data: text},
		{Name: "binary", MediaType: "application/octet-stream",
			Data: timeline.NewText(base64.StdEncoding.EncodeToString([]byte("\xff " + short)))},
	}
	clean, rules := masksOf(short).attachments(all)
	content, err := base64.StdEncoding.DecodeString(clean[0].Data.String())
	if err != nil || string(content) != "say [redacted: key]." || clean[0].Bytes != int64(len(content)) ||
		clean[0].SHA256 != "" {
		t.Errorf("the text is %q (%v): %+v", content, err, clean[0])
	}
	if len(rules) != 1 || all[0].Data.String() != text.String() {
		t.Errorf("%d were masked, the given one is %+v", len(rules), all[0])
	}
	for i, a := range clean[1:] {
		if a.Data.String() != all[i+1].Data.String() {
			t.Errorf("%s was changed", a.Name)
		}
	}
	if same, rules := masksOf("other").attachments(all); rules != nil || &same[0] != &all[0] {
		t.Error("attachments without secrets are other ones")
	}
}

func TestMaskTextMasksWhatTheDetectorFinds(t *testing.T) {
	if got := MaskText(words{}, "a "+short+" b "+short); got != "a [redacted: key] b [redacted: key]" {
		t.Error(got)
	}
	if got := MaskText(words{}, "nothing"); got != "nothing" {
		t.Error(got)
	}
}

// words finds the words that begin with KEY.
type words struct{}

func (words) Find(text string) (found []Secret) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" .,\"'{}[]:\n", r) }) {
		if strings.HasPrefix(word, "KEY") && len(word) > 3 &&
			!slices.ContainsFunc(found, func(s Secret) bool { return s.Value == word }) {
			found = append(found, Secret{"key", word})
		}
	}
	return found
}

func (w words) FindInside(raw []byte) []Secret {
	return w.Find(timeline.RawText([]byte(`"` + string(raw) + `"`)).String())
}
