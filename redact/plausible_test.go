package redact

import (
	"regexp/syntax"
	"strings"
	"testing"
)

func TestTheWeakestOfSeveralDemandsCounts(t *testing.T) {
	for _, c := range []struct{ one, other, want int }{
		{-1, -1, -1}, {-1, 0, 0}, {0, -1, 0}, {-1, 5, 5}, {5, -1, 5}, {0, 5, 0}, {5, 0, 0}, {4, 5, 4}, {5, 4, 4}, {5, 5, 5},
	} {
		if got := (demand{run: c.one}).or(demand{run: c.other}); got.run != c.want {
			t.Errorf("of %d and %d it is %d", c.one, c.other, got.run)
		}
	}
	all := demand{isSaid: true, run: -1}.or(demand{isSet: true, run: -1}).or(demand{isAnySet: true, run: -1})
	if all != (demand{isSaid: true, isSet: true, isAnySet: true, run: -1}) {
		t.Errorf("of all it is %+v", all)
	}
}

func TestARuleDemandsWhatItsExpressionTakes(t *testing.T) {
	for want, r := range map[demand]rule{
		{isSaid: true, run: -1}:   {isSaid: true, run: 7},
		{isSet: true, run: -1}:    {isAssignment: true, id: leastSpecific},
		{isAnySet: true, run: -1}: {isAssignment: true, id: "another"},
		{run: 7}:                  {run: 7},
	} {
		if got := r.demand(); got != want {
			t.Errorf("%+v demands %+v", r, got)
		}
	}
}

// behind are texts behind the word "key", and what each of the demands makes of them.
func TestAValueStandsBehindAnOperator(t *testing.T) {
	times := strings.Repeat
	for text, want := range map[string][2]bool{ // for any value, for one that is not all letters
		"=abcdefg1": {true, true}, "=abcdefgh": {true, false}, "=abcdefg": {false, false}, "=abcdef1": {false, false}, "=1abcdefg": {true, true},
		"=abc-defg": {true, false}, "=abc-def1": {true, true}, "=a.b_cdef": {true, false}, "=": {false, false}, "": {false, false},
		"abcdefg1":       {false, false},
		" := 'abcdefg1'": {true, true}, `\": \"abcdefg1\"`: {true, true}, "(=abcdefg1": {false, false}, "= (abcdefg1": {false, false},
		times("x", 109) + "=abcdefg1": {true, true}, times("x", 110) + "=abcdefg1": {false, false},
		"=" + times(" ", 19) + "abcdefg1": {true, true}, "=" + times(" ", 20) + "abcdefg1": {false, false},
		"=" + times(`\n`, 9) + "abcdefg1": {true, true}, "=" + times(`\n`, 10) + "(abcdefg1": {false, false}, "=abcd,efg1": {false, false},
	} {
		text := "key" + text
		for i, telling := range []bool{false, true} {
			if got := assigns(text, 3, telling); got != want[i] || assigns([]byte(text), 3, telling) != want[i] {
				t.Errorf("%q, telling %v: %v", text, telling, got)
			}
		}
	}
}

func TestAValueIsTold(t *testing.T) {
	times := strings.Repeat
	for text, want := range map[string]bool{
		"=word": true, ": word": false, ": w0rd": true, " is w0rd": true, " is word": false, " was w0rd": true, " was: w0rd": true,
		" is now w0rd": true, " IS NOW w0rd": true,
		" is now word": false, " for it is w0rd": true, " isn w0rd": false, " wash w0rd": false, ". It is w0rd": false, "; x = w0rd": false,
		" (x = w0rd": false,
		":** w0rd":   true, ": `w0rd`": true, `: "it's"`: true, `: "w0rd"`: true, `: "word"`: false, ": word, then 1": false, ": don't1": false,
		`: 'x y1'`: false, `: \"w0rd\"`: true,
		"": false, " ": false, " is": false, " is ": false, " i": false, ":": false, " w": false, " was": false,
		": " + times("a", 159) + "1": true, ": " + times("a", 160) + "1": false,
		times(" x", 77) + " is w0rd": true, times(" x", 85) + " is w0rd": false, times("x", 159) + "(1": false, times("x", 160) + "(1": true,
	} {
		text := "pwd" + text
		if got := tells(text, 3); got != want || tells([]byte(text), 3) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAVerbStandsByItself(t *testing.T) {
	for text, want := range map[string]int{
		"is x": 2, "IS:x": 2, "is ": 0, "isx": 0, "is": 0, "was x": 3, "Was:x": 3,
		"was ": 0, "wasx": 0, "as x": 0, "id x": 0, "wat x": 0, "wis x": 0, "": 0,
	} {
		if got := verb(text, 0); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]int{"  now x": 5, "now x": 3, "NOW!": 3, "now": 0, "nowx": 3, "not x": 0, "no x": 0, "  x": 2, "   ": 3} {
		if got := afterNow(text, 0, len(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]int{"**_ `x": 5, "x": 0, "* *": 3} {
		if got := afterEmphasis(text, 0, len(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]int{`=> \"x`: 5, `=\n\nx`: 5, "x=": 0, "= ": 2, `=\`: 3} {
		if got := afterOperators(text, 0, len(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestARunHasNoBlank looks for runs around the word KEY.
func TestARunHasNoBlank(t *testing.T) {
	for _, c := range []struct {
		text           string
		length         int
		plain, escaped bool
	}{
		{"KEY", 3, true, true}, {"KEY", 4, false, false}, {"KEYa", 4, true, true}, {"aKEY", 4, true, true}, {"aKEYa", 5, true, true},
		{"aKEYa", 6, false, false},
		{"a KEYa", 5, false, false}, {"KEYa b", 5, false, false}, {"KEYa\tb", 5, false, false}, {`KEYa\nb`, 5, true, false},
		{`a\nKEYb`, 5, true, false}, {`a\nKEY`, 5, true, false},
		{`\KEYa`, 5, true, true}, {`a\xKEYb`, 7, true, true}, {`nKEYb`, 5, true, true}, {`KEYa\`, 5, true, true}, {`KEYa\u`, 6, true, true},
		{`\nKEYab`, 6, true, false},
	} {
		at := strings.Index(c.text, "KEY")
		for isEscaped, want := range map[bool]bool{false: c.plain, true: c.escaped} {
			if got := runs(c.text, at, at+3, c.length, isEscaped); got != want {
				t.Errorf("%q has %d, escaped %v: %v", c.text, c.length, isEscaped, got)
			}
		}
	}
}

// TestAKeyMayGoOnInTheNextLine looks at texts in JSON behind the word KEY, for keys of eight characters.
func TestAKeyMayGoOnInTheNextLine(t *testing.T) {
	for text, want := range map[string]bool{
		`KEYab\ncde`: true, `KEYab\ncd`: false, `KEYab\n\ncde`: true, `KEYab\n\n\ncde`: false, `KEYabcde`: false, `KEY` + strings.Repeat("a", 30): false,
		`KEYab cde`: false, `KEYab\tcde`: false, `KEYab\ncde f`: true, `KEYab\nc d e`: false, `KEYab\ncd\ne`: false, `KEY\nabcde`: true, `KEY\n`: false,
		`KEYab\`: false, `KEYabcdefgh\`: false, `KEYab\n`: false,
		`KEYabcdefg\nh`: true, `KEYabcdefgh\nij`: true, `KEYabcdefghi\nj`: false, `KEYabcdefghij\nk`: false, "": false,
	} {
		text := []byte("it is " + text)
		from, to := 6, min(9, len(text))
		if got := mayBeBroken(demand{run: 8}, text, from, to); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if mayBeBroken(demand{run: 0}, text, from, to) || mayBeBroken(demand{run: -1}, text, from, to) {
			t.Errorf("%q is broken where no run is demanded", text)
		}
	}
}

func TestADemandIsMetByOneOfItsParts(t *testing.T) {
	for _, c := range []struct {
		d    demand
		text string
		want bool
	}{
		{demand{isSet: true, run: -1}, "key=abcdefg1", true}, {demand{isSet: true, run: -1}, "key=abcdefgh", false},
		{demand{isAnySet: true, run: -1}, "key=abcdefgh", true},
		{demand{isSet: true, isAnySet: true, run: -1}, "key=abcdefgh", true}, {demand{isSaid: true, run: -1}, "key is w0rd", true},
		{demand{run: -1}, "key is w0rd", false},
		{demand{run: 0}, "key", true}, {demand{run: 3}, "key", true}, {demand{run: 4}, "key", false},
	} {
		if got := meets(c.d, c.text, 0, 3, false); got != c.want {
			t.Errorf("%+v, %q: %v", c.d, c.text, got)
		}
	}
}

// TestTheShortestMatchOfAnExpressionIsKnown has expressions of which all is solid, and others that may hold blanks.
func TestTheShortestMatchOfAnExpressionIsKnown(t *testing.T) {
	for expression, want := range map[string]struct{ solid, shortest int }{
		"abc": {3, 3}, "abc d": {0, 5}, "abc ": {3, 4}, `abc\s`: {3, 4}, `abc\sd`: {0, 5}, "[a-z]{4}": {4, 4}, "(?:ab){3}": {6, 6}, "(?:a ){3}": {0, 6},
		"(?:[a-c] ){1}":    {1, 2},
		"(?:[a-c] ){0,2}x": {0, 1}, "a+b": {2, 2}, "a*b": {1, 1}, "a?b": {1, 1}, `\s*b`: {0, 1}, `(?:\s|b)c`: {0, 2}, "(?:ab|cde|f)g": {2, 2},
		"(?:abcd|ab|abc)[0-9]": {3, 3}, `\babc\b`: {3, 3}, ".": {0, 1},
		`[^x]`: {0, 1}, `[\t-a]`: {0, 1}, `[!-a]`: {1, 1}, `[\t-\n]`: {0, 1}, `(abc)(\s|$)`: {3, 3}, `ab(?:cd|\s)`: {2, 3}, `ab(?:cd|\s)ef`: {0, 5},
		"": {0, 0}, `a\.b`: {3, 3},
	} {
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if solid, shortest := solid(tree), shortest(tree); solid != want.solid || shortest != want.shortest {
			t.Errorf("%q: %d without a blank, %d in all", expression, solid, shortest)
		}
	}
}
