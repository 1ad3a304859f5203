package redact

import (
	"encoding/json"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// TestTheQuickLookMissesNoRule makes up texts that the expression of each rule matches. What the rule takes for a secret when its expression is tried
// on the whole text must be found by the quick search too, in plain text and in JSON.
func TestTheQuickLookMissesNoRule(t *testing.T) {
	d := New(nil)
	rules := defaultRules()
	var untried []string
	for _, r := range rules.rules {
		tree, err := syntax.Parse(r.expression, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		made := &example{random: rand.New(rand.NewPCG(1, 2))}
		tried := 0
		for range 60 {
			made.text.Reset()
			made.add(tree)
			text := "See \n" + made.text.String() + "\n and go on."
			if !holdsAny(text, r.keywords) {
				if !elsewhere[r.id] {
					t.Errorf("%s: %q has none of the words %q", r.id, text, r.keywords)
				}
				text = "Use " + r.keywords[0] + ": " + text
			}
			for _, secret := range r.find(nil, text, window{0, len(text)}, rules.allowed) {
				tried++
				checkQuickLook(t, d, r.id, text, secret.Value)
			}
		}
		if tried == 0 {
			untried = append(untried, r.id)
		}
	}
	if len(untried) > 0 {
		t.Errorf("%d of %d rules take none of the made texts for a secret: %v", len(untried), len(rules.rules), untried)
	}
}

func holdsAny(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, strings.ToLower(word)) })
}

func checkQuickLook(t *testing.T, d *Detector, rule, text, secret string) {
	t.Helper()
	encoded, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	if !d.MayHold(encoded) {
		t.Errorf("%s: the quick look passes over %s", rule, encoded)
	}
	for _, found := range d.Find(text) {
		if strings.Contains(found.Value, secret) {
			return
		}
	}
	t.Errorf("%s: %q is not found in %q", rule, secret, text)
}

// example makes up texts that an expression matches.
type example struct {
	random *rand.Rand
	text   strings.Builder
}

func (x *example) add(part *syntax.Regexp) {
	switch part.Op {
	case syntax.OpLiteral:
		x.text.WriteString(string(part.Rune))
	case syntax.OpCharClass:
		x.text.WriteRune(x.oneOf(part.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		x.text.WriteByte('.') // what the authors of "hooks.slack.com" mean
	case syntax.OpAlternate:
		x.add(part.Sub[x.random.IntN(len(part.Sub))])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		for range x.times(part) {
			x.add(part.Sub[0])
		}
	default:
		for _, sub := range part.Sub {
			x.add(sub)
		}
	}
}

// times is how often a part is repeated, of all possible numbers up to eight more than the fewest.
func (x *example) times(part *syntax.Regexp) int {
	least, most := part.Min, part.Max
	switch part.Op {
	case syntax.OpStar:
		least, most = 0, -1
	case syntax.OpPlus:
		least, most = 1, -1
	case syntax.OpQuest:
		least, most = 0, 1
	}
	if most < 0 || most > least+8 {
		most = least + 8
	}
	return least + x.random.IntN(most-least+1)
}

// oneOf returns a character of a class, one that is printed where there is one. No key has a backslash, which some classes take by mistake.
func (x *example) oneOf(class []rune) rune {
	var all []rune
	for i := 0; i < len(class); i += 2 {
		for c := max(class[i], ' '); c <= min(class[i+1], '~'); c++ {
			if c != '\\' {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		return class[0]
	}
	return all[x.random.IntN(len(all))]
}
