package search

import (
	"testing"

	"stead/internal/testkit/fixtures"
)

func TestOnlyEscapedLettersAndDigitsAreEscaped(t *testing.T) {
	for chunk, want := range map[string]bool{
		`a\u0041`: true, `a\u005f`: true, `a\u0039`: true, `a\u006E`: true, `\u0041`: true, `a\\\u0041`: true,
		`a\u001b \u0041`: true,
		`a\u001b`:        false, `a\u002d`: false, `a\u00e9`: false, `a\\u0041`: false, `a\u004`: false, `a|u0041`: false,
		`plain`:   false,
		`\\u0041`: true, // how many backslashes stand before it is not known
	} {
		if got := holdsEscaped([]byte(chunk)); got != want {
			t.Errorf("%s: %v", chunk, got)
		}
	}
}

func TestLongerWordsAreNotTaken(t *testing.T) {
	for _, c := range []struct {
		query, chunk string
		want         bool
	}{
		{"needle", "some needle here", true}, {"needle", "some NEEDLE", true},
		{"needle", "some needles and needle_rare", false}, {"needle", "some the_needle", false},
		{"needle", "needles, needle", true}, {"needle*", "some needles", true}, {"needle*", "some the_needles", false},
		{"needle", `some\nneedle`, true}, {"needle", `some\u00e9needle`, true}, {"needle", "someéneedle", true},
		{"needle", "someneedleé", true},
		{"needle", "xneedle", true}, // there may be more before the chunk
		{"a-needle.go", "in a-needle.go", true}, {"a-needle.go", "is a-needle.gobbler", false},
		{"a-needle.go", "is longa-needle.go", false},
	} {
		q, err := Parse(c.query, fixtures.Now)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(newSieve(q).lacks(newSieve(q).words, []byte(c.chunk))) == 0; got != c.want {
			t.Errorf("%q in %q: %v", c.query, c.chunk, got)
		}
	}
}
