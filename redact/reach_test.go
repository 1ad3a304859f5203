package redact

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func parsed(t *testing.T, expression string) *syntax.Regexp {
	t.Helper()
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestTheLongestMatchOfAnExpressionIsKnown has expressions with limits, and others of which one part has none.
func TestTheLongestMatchOfAnExpressionIsKnown(t *testing.T) {
	for expression, want := range map[string]struct {
		length, after int
		run           bool
	}{
		"abc": {3, 0, false}, "(?i)k": {3, 0, false}, "ü": {2, 0, false}, "[a-z]{2,5}": {5, 0, false}, "(?:ab){2,5}": {10, 0, false},
		"(?:ab){3,}": {8, 0, true}, "(?:ab){0}c": {1, 0, false}, "[a-ü]": {2, 0, false}, ".": {4, 0, false},
		"ab|c|defg": {4, 0, false}, "(ab)(c)": {3, 0, false},
		"(?:ab)?c": {3, 0, false}, "[a-z]+": {1, 0, true}, "x[a-z]*y": {3, 0, true}, "[a-z]{3,}": {4, 0, true}, ".*": {4, longestText, false},
		`\s+`: {1, longestText, false}, "(?:ab)+": {2, 0, true}, "(?:a b)+": {3, longestText, false}, "(?:ab?)+": {2, longestText, false},
		`[\n]+x`: {2, longestText, false}, `[!-z]{2,}`: {3, 0, true}, `[\t-z]{2,}`: {3, longestText, false}, "": {0, 0, false},
		`[\r-\r]+`: {1, longestText, false},
	} {
		var r reach
		if length := r.longest(parsed(t, expression)); length != want.length || r.after != want.after || r.run != want.run {
			t.Errorf("%q: %d bytes, %+v", expression, length, r)
		}
	}
	if got := reachOf(parsed(t, "abc.*")); got != (reach{before: 7 + slack, after: longestText + 7 + slack}) {
		t.Errorf("its reach is %+v", got)
	}
}

// TestWindowsThatTouchAreOne puts windows around words in a text of forty bytes.
func TestWindowsThatTouchAreOne(t *testing.T) {
	text := "0123456789 123456789 123456789 123456789"
	r := reach{before: 2, after: 3}
	for _, c := range []struct {
		words []int
		want  []window
	}{
		{[]int{5}, []window{{3, 9}}}, {[]int{0}, []window{{0, 4}}}, {[]int{39}, []window{{37, 40}}}, {[]int{5, 11}, []window{{3, 15}}},
		{[]int{5, 12}, []window{{3, 9}, {10, 16}}},
		{[]int{5, 6}, []window{{3, 10}}}, {[]int{12, 5}, []window{{3, 16}}},
	} {
		var all []window
		for _, at := range c.words {
			all = r.add(all, text, at, at+1)
		}
		if !slices.Equal(all, c.want) {
			t.Errorf("around %v: %v", c.words, all)
		}
	}
	if got := (reach{before: 1, after: 1, run: true}).add(nil, text, 13, 14); !slices.Equal(got, []window{{12, 21}}) {
		t.Errorf("with a run it is %v", got)
	}
	if got := (reach{run: true}).add(nil, text, 35, 36); !slices.Equal(got, []window{{35, 40}}) {
		t.Errorf("at the end it is %v", got)
	}
	if got := endOfRun(strings.Repeat("x", 2*longestRun), 7); got != 7+longestRun {
		t.Errorf("it goes on to %d", got)
	}
	if got := endOfRun("ab c", 2); got != 3 {
		t.Errorf("a blank at once ends it at %d", got)
	}
}

func TestALineEndsOnceOrTwice(t *testing.T) {
	for text, want := range map[string]string{
		"ab\ncd": "2-3 true", "ab\n\ncd": "2-4 true", "ab\n\n\ncd": "2-4 false", "ab": "2-2 false", "ab\n": "2-3 false", "ab cd": "2-2 false",
		"ab\n cd": "2-3 false", "ab\tcd\nef": "2-2 false", "": "0-0 false", "\nc": "0-1 true",
	} {
		end, next, ok := lineEnd(text, 0)
		if got := fmt.Sprintf("%d-%d %v", end, next, ok); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// A key in two lines may stand at the edge of a text. One that stands in one line is whole without the other.
func TestOnlyAKeyInTwoLinesIsBroken(t *testing.T) {
	s := defaultRules()
	half := len(awsKey) / 2
	for text, want := range map[string][]string{
		awsKey[:half] + "\n" + awsKey[half:]:             {awsKey[:half] + "\n" + awsKey[half:], awsKey},
		awsKey[:half] + "\n" + awsKey[half:] + " or not": {awsKey[:half] + "\n" + awsKey[half:], awsKey},
		"AKIA.\n" + awsKey + " or not":                   nil,
		awsKey + "\n.and more":                           nil,
	} {
		var got []string
		for _, secret := range s.broken(text, 0, 4) {
			got = append(got, secret.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q", text, got)
		}
	}
	far := strings.Repeat("x", reachOfBroken-half)
	if got := s.broken("AKIA"+far+awsKey[:half]+"\n"+awsKey[half:], 4+len(far)+half, 4+len(far)+half); len(got) > 0 {
		t.Errorf("in a word of letters that go on, found %v", got)
	}
}

func TestABackslashMayBeEscapedItself(t *testing.T) {
	for text, want := range map[string]bool{"x": false, `\x`: true, `\\x`: false, `\\\x`: true, `a\x`: true} {
		if got := isEscaped([]byte(text), strings.Index(text, "x")); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestBase64IsDecodedWhenItIsLongEnough looks at the word KEY in base64 of sixteen characters and less.
func TestBase64IsDecodedWhenItIsLongEnough(t *testing.T) {
	times := strings.Repeat
	for text, want := range map[string]bool{
		"KEY" + times("a", 13): true, "KEY" + times("a", 12): false, times("a", 13) + "KEY": true, times("a", 12) + "KEY": false,
		times("a", 6) + "KEY" + times("a", 7): true,
		times("a", 6) + "KEY" + times("a", 6): false, " " + times("a", 6) + "KEY" + times("a", 6) + " ": false,
		times("a", 9) + " aKEY" + times("a", 9) + " aaa": false, "KEY": false,
	} {
		at := strings.Index(text, "KEY")
		if got := isLong(text, at, at+3); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestARuleWithoutAWordOfItsOwnReachesFarther(t *testing.T) {
	for _, r := range defaultRules().rules {
		if elsewhere[r.id] {
			plain := reachOf(parsed(t, r.expression))
			if r.reach.before != plain.before+longestContext || r.reach.after != plain.after+longestContext || r.run != 0 {
				t.Errorf("%s: %+v, with %d characters in a run", r.id, r.reach, r.run)
			}
		}
	}
}

// The first rule that finds a secret names it: the least specific comes behind all of gitleaks', stead's own come last.
func TestRulesStandInTheOrderOfWhatTheyTell(t *testing.T) {
	s := defaultRules()
	var ids []string
	for _, r := range s.rules {
		ids = append(ids, r.id)
	}
	own := len(ownRules())
	if at := slices.Index(ids, leastSpecific); at != len(ids)-own-1 {
		t.Errorf("%s is number %d of %d", leastSpecific, at, len(ids))
	}
	for i, r := range s.rules {
		if r.isAssignment && r.run != 0 || r.isCredible == nil == (i >= len(ids)-own-1) {
			t.Errorf("%s: a run of %d, credible %v", r.id, r.run, r.isCredible != nil)
		}
	}
}

// Writers escape in JSON only what must be, but a reader takes any escape: what is behind one that need not be there may be anything.
func TestOddEscapesMayHideASecret(t *testing.T) {
	d := New(nil)
	for text, want := range map[string]bool{
		`a\/b`: true, `a\\/b`: false, `\u0041`: true, `\\u0041`: false, `\\\u0041`: true, `\u1041`: false, `a\nb`: false,
	} {
		if got := d.MayHold([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
