package redaction

import (
	"strings"
	"testing"
)

// What stands around a secret is shown in whole words: half a mask would look like a part of the secret.
func TestExcerptsAreInWholeWordsAndMasks(t *testing.T) {
	const mask, other = "[redacted: api-key]", "[redacted: aws-access-token]"
	long := strings.Repeat("é", 50)
	for _, c := range []struct{ name, text, want string }{
		{"short", "use " + mask, "use " + mask},
		{"words", "one two three four five six seven eight nine ten eleven " + mask +
			" one two three four five six seven eight nine ten",
			"… five six seven eight nine ten eleven " + mask + " one two three four five six seven …"},
		{"a mask before", "the other key is here: " + other + " and it is not my " + mask,
			"… " + other + " and it is not my " + mask},
		{"a mask after", mask + " is mine, and then there is " + other + " which is not",
			mask + " is mine, and then there is " + other + " …"},
		{"a long word", long + mask + long, "… " + long[len(long)-40:] + mask + long[:40] + " …"},
		{"lines", "a\n\tb " + mask + "\nc", "a b " + mask + " c"},
	} {
		at := strings.Index(c.text, mask)
		if got := around(c.text, at, at+len(mask)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestOneSecretIsCountedAsOne(t *testing.T) {
	for count, want := range map[int]string{1: "holds 1 secret that Codex", 2: "holds 2 secrets that Codex"} {
		if err := (&SecretsError{Title: "Codex", Count: count}); !strings.Contains(err.Error(), want) {
			t.Errorf("%v", err)
		}
	}
}
