package redaction

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stead/timeline"
)

// TestATextIsMaskedAsItIsRead holds what is masked in the JSON form of a text to what is masked in the text itself.
func TestATextIsMaskedAsItIsRead(t *testing.T) {
	secrets := []string{"KEY12", "nKEY12345678", "KEY1234567890abcdefg", "a\nKEY1234567890", `b\"KEY\12`, "é!é", `\\`,
		"tail12", "%41abcdef", "\xc3KEY1234"}
	pieces := append([]string{"a", "n", "%4", "%", " ", "_", "\n", "\t", `\`, `"`, "é", "KEY", "12", "\b", "\u2028",
		"\x1b"}, secrets...)
	rapid.Check(t, func(t *rapid.T) {
		m := masksOf(rapid.SliceOfNDistinct(rapid.SampledFrom(secrets), 1, 6, rapid.ID[string]).Draw(t, "secrets")...)
		text := timeline.NewText(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), ""))
		want, wantRules := m.replace(text.String())
		got, rules := m.text(text)
		if got.String() != strings.ToValidUTF8(want, "\ufffd") || len(rules) != len(wantRules) {
			t.Fatalf("%s became %s with %d finds, not %q with %d", text.Inner(), got.Inner(), len(rules), want, len(wantRules))
		}
		if canonical := timeline.NewText(want); len(rules) > 0 && string(got.JSON()) != string(canonical.JSON()) {
			t.Fatalf("%s became %s, not %s", text.Inner(), got.Inner(), canonical.Inner())
		}
	})
}

// TestManySecretsOfEachLengthAreFoundEverywhere has more secrets of each length than are searched for alone, at each
// place of a text.
func TestManySecretsOfEachLengthAreFoundEverywhere(t *testing.T) {
	m := &masks{}
	var all []string
	for length := 4; length < 24; length++ {
		for number := range 2 * mostSingle {
			value := strings.Repeat(string(rune('a'+number)), length-2) + "#" + string(rune('a'+length))
			all = append(all, value)
			m.add([]Secret{{Rule: "key", Value: value}})
		}
	}
	for _, value := range all {
		for before := range 2 * steps[0] {
			text := timeline.NewText(strings.Repeat(".", before) + value + ".")
			if got, rules := m.text(text); len(rules) != 1 || strings.Contains(got.String(), value) {
				t.Fatalf("%s became %s", text.Inner(), got.Inner())
			}
		}
	}
}
