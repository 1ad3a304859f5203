package rules

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// TestGuardsLetEveryMatchThrough makes texts that each expression matches, from the expression itself, and changes some
// of them.
func TestGuardsLetEveryMatchThrough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for name, g := range map[string]expression{"placeholder": placeholder, "marker": marker, "path": path,
		"constant": constant, "camel": camel, "fileName": fileName} {
		parsed, err := syntax.Parse(g.regexp().String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		matched := 0
		for range 20_000 {
			value := matchOf(parsed, random)
			if name == "marker" || name == "fileName" {
				value = strings.Repeat("q", random.IntN(4)) + value
			}
			if random.IntN(3) == 0 && value != "" {
				at := random.IntN(len(value))
				value = value[:at] + string(rune(32+random.IntN(95))) + value[at+1:]
			}
			if !g.regexp().MatchString(value) {
				continue
			}
			if matched++; g.isNone(value) {
				t.Fatalf("%s: %q matches, but is said to be none", name, value)
			}
		}
		if matched < 5_000 {
			t.Errorf("%s: only %d texts match", name, matched)
		}
	}
}

// TestGuardsTellRandomValues has values that are nothing an expression matches: a guard that lets everything through
// would cost nobody a test.
func TestGuardsTellRandomValues(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for name, g := range map[string]expression{"placeholder": placeholder, "marker": marker, "path": path,
		"constant": constant, "camel": camel, "fileName": fileName} {
		passed := 0
		for range 1000 {
			var b strings.Builder
			for range 24 {
				b.WriteByte((letters + digits)[random.IntN(62)])
			}
			if !g.isNone(b.String()) {
				passed++
			}
		}
		if passed > 50 {
			t.Errorf("%s: %d of 1,000 random values are held against the expression", name, passed)
		}
	}
}

// matchOf returns a text that an expression matches, but for what it says of its neighbours.
func matchOf(e *syntax.Regexp, random *rand.Rand) string {
	repeat := func(least, most int) string {
		var b strings.Builder
		for range least + random.IntN(max(1, most-least+1)) {
			b.WriteString(matchOf(e.Sub[0], random))
		}
		return b.String()
	}
	switch e.Op {
	case syntax.OpLiteral:
		text := string(e.Rune)
		if e.Flags&syntax.FoldCase != 0 && random.IntN(2) == 0 {
			return strings.ToLower(text)
		}
		return text
	case syntax.OpCharClass:
		at := 2 * random.IntN(len(e.Rune)/2)
		return string(e.Rune[at] + rune(random.IntN(int(min(e.Rune[at+1]-e.Rune[at], 200))+1)))
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return string(rune(32 + random.IntN(95)))
	case syntax.OpCapture:
		return matchOf(e.Sub[0], random)
	case syntax.OpStar:
		return repeat(0, 4)
	case syntax.OpPlus:
		return repeat(1, 4)
	case syntax.OpQuest:
		return repeat(0, 1)
	case syntax.OpRepeat:
		return repeat(e.Min, max(e.Min, e.Max))
	case syntax.OpAlternate:
		return matchOf(e.Sub[random.IntN(len(e.Sub))], random)
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(matchOf(sub, random))
		}
		return b.String()
	}
	return ""
}
