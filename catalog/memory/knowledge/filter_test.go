package knowledge

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// line returns lines of words that rules look for, with noise between.
func line() *rapid.Generator[string] {
	words := strings.Fields(`we I let's will 'll have go with for decided on settled agreed to use using keep SQLite Badger it is , the final decision: call is instead of over not
		because since could if maybe the team said check look first next option B 2 simpler one yes please explain no,
		never always don't edit generated files stop adding
		you wrong again revert actually must every time from now on here ok thanks great ? ? . ! 。 ？ wir haben uns für
		entschieden Entscheidung: nehmen würde nie immer
		决定 我们 用 不要 每次 可以 错了 这次 Kelvin ſettled "quoted" **bold** a.go v1.2 ... ?! (x) - 1. > |`)
	words = append(words, " ", "  ", "\t", "\u00a0", "\ufeff", "\xff")
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom(words), 0, 14).Draw(t, "words")
		between := rapid.SampledFrom([]string{" ", " ", ""}).Draw(t, "between")
		return strings.Join(parts, between)
	})
}

// TestFilterChangesNoRule compares the rules' expressions with themselves behind the filter.
func TestFilterChangesNoRule(t *testing.T) {
	for name, e := range map[string]interface {
		String() string
		MatchString(string) bool
		FindStringSubmatchIndex(string) []int
	}{
		"settled": settled(), "itIs": itIs(), "chosen": chosen(), "hedged": hedged(), "others": others(),
		"errands": errands(), "transient": transient(), "ordinal": ordinal(),
		"evading": evading(), "agreeing": agreeing(), "reasons": reasons(), "overs": overs(), "binding": binding(),
		"asking": asking(), "choosing": choosing(),
		"harmless": harmless(), "praise": praise(), "ruling": ruling(), "general": general(), "rebuke": rebuke(),
		"lasting": lasting(), "adjectives": adjectives(),
		"markers": markers(), "refused": refused(), "told": told(), "clean": clean(), "telling": telling(),
	} {
		plain := regexp.MustCompile(e.String())
		rapid.Check(t, func(t *rapid.T) {
			text := line().Draw(t, "text")
			if plain.MatchString(text) != e.MatchString(text) ||
				!slices.Equal(plain.FindStringSubmatchIndex(text), e.FindStringSubmatchIndex(text)) {
				t.Fatalf("%s: %q", name, text)
			}
		})
	}
}

// TestSentencesEndWhereTheirExpressionEnds compares the loop with the expression that says the same.
func TestSentencesEndWhereTheirExpressionEnds(t *testing.T) {
	ends := regexp.MustCompile(`[.!?]+["')*]*(?:\s+|$)|[。！？]`)
	rapid.Check(t, func(t *rapid.T) {
		text := line().Draw(t, "text")
		var want []string
		from := 0
		for _, at := range ends.FindAllStringIndex(text, -1) {
			want = appendSentence(want, text[from:at[1]])
			from = at[1]
		}
		want = appendSentence(want, text[from:])
		if diff := cmp.Diff(want, splitSentences(text)); diff != "" {
			t.Fatal(diff)
		}
	})
}
