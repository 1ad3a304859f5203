package prefilter

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLiteralsThatAMatchContains(t *testing.T) {
	for expression, want := range map[string][]string{
		`abc`:                            {"abc"},
		`\bgo(?:es|ing)? (?:with|for)\b`: {"go for", "go with", "goes for", "goes with", "going for", "going with"},
		`^\w+ (Error|Exception): `:       {" error: ", " exception: "},
		`(?i)Für`:                        {"fÜr", "für", "\u017f", "\u212a"},
		`[.!?]+x{2,}`:                    {"!", ".", "?"},
		`a*`:                             nil,
		`a|b*`:                           nil,
		`[^a]`:                           nil,
		`就?(?:用|选)`:                      {"就用", "就选", "用", "选"},
	} {
		got := required(expression)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", expression, diff)
		}
	}
}

func TestAutomatonFindsWhatContainsFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		literals := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("abcü")), 1, 5, -1), 1, 8).Draw(t, "literals")
		text := rapid.StringOf(rapid.SampledFrom([]rune("abcüABCx"))).Draw(t, "text")
		want := false
		for _, literal := range literals {
			want = want || strings.Contains(strings.Map(lower, text), literal)
		}
		if got := newAutomaton(literals).finds(text); got != want {
			t.Fatalf("%q in %q: %v", literals, text, got)
		}
	})
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// TestFilterChangesNoResult compares expressions of all forms with and without the filter.
func TestFilterChangesNoResult(t *testing.T) {
	var form func(depth int) *rapid.Generator[string]
	form = func(depth int) *rapid.Generator[string] {
		leaf := rapid.SampledFrom([]string{"a", "b", "ks", "Ab", "ü", "用", `\b`, "^", "$", `\s`, "[ab]", "[^a]", ".", `\w`})
		if depth == 0 {
			return leaf
		}
		return rapid.Custom(func(t *rapid.T) string {
			one := func() string { return form(depth-1).Draw(t, "part") }
			switch rapid.IntRange(0, 6).Draw(t, "form") {
			case 0:
				return one() + one() + one()
			case 1:
				return "(?:" + one() + "|" + one() + "|" + one() + ")"
			case 2:
				return "(?:" + one() + ")?"
			case 3:
				return "(?:" + one() + ")+"
			case 4:
				return "(?:" + one() + ")*"
			case 5:
				return "(" + one() + "){2,3}"
			}
			return leaf.Draw(t, "leaf")
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.SampledFrom([]string{"", "(?i)", "(?mi)", "(?is)"}).Draw(t, "flags") +
			form(3).Draw(t, "expression")
		plain, filtered := regexp.MustCompile(expression), Regexp(expression)()
		for range 10 {
			text := rapid.StringOf(rapid.SampledFrom([]rune("aabBk\u212aKs\u017fSüÜ用 \nx"))).Draw(t, "text")
			if diff := cmp.Diff(plain.FindStringSubmatch(text), filtered.FindStringSubmatch(text)); diff != "" ||
				plain.MatchString(text) != filtered.MatchString(text) {
				t.Fatalf("%s in %q: %s", expression, text, diff)
			}
			if diff := cmp.Diff(plain.FindAllStringIndex(text, -1), filtered.FindAllStringIndex(text, -1)); diff != "" ||
				plain.ReplaceAllString(text, "<$0>") != filtered.ReplaceAllString(text, "<$0>") {
				t.Fatalf("%s in %q: %s", expression, text, diff)
			}
		}
	})
}
