package knowledge_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/knowledge"
	"stead/internal/testkit"
)

// set is a set of conversations in which people have said what is to be found.
type set struct {
	name string
	all  []judged
	// kinds are those that it can be measured by.
	kinds []memory.FindingKind
	// tuned tells that the rules were made with an eye on it.
	tuned bool
}

// counts reports whether a set says how far a rule can be trusted. Wordings on which the rules were tuned do not.
func (s set) counts(rule string) bool {
	return !s.tuned || !strings.HasPrefix(rule, string(memory.DecisionKind)) &&
		!strings.HasPrefix(rule, string(memory.SkillLearningKind))
}

func sets(t *testing.T) []set {
	wordings := []memory.FindingKind{memory.DecisionKind, memory.SkillLearningKind}
	return []set{
		{"30 cases", cases(t), memory.FindingKinds, true},
		{"23 harder sentences", spoken(t, "sentences.jsonl"), wordings, true},
		{"82 sentences written before the rules", spoken(t, "own.jsonl"), wordings, false},
		{"50 sentences written against the rules", spoken(t, "adversarial.jsonl"), wordings, false},
		{"recorded sessions of all CLIs", recordings(t), memory.FindingKinds, false},
	}
}

// count says how often something was found and how often that was right; labelled is how often it was to be found.
type count struct{ labelled, found, right int }

// measure compares what is found with what people have said, by kind and by rule.
func measure(t *testing.T, s set) (byKind map[memory.FindingKind]count, byRule map[string]count) {
	byKind, byRule = map[memory.FindingKind]count{}, map[string]count{}
	for _, j := range s.all {
		open := slices.Clone(j.labels)
		for _, l := range open {
			c := byKind[memory.FindingKind(l.Type)]
			c.labelled++
			byKind[memory.FindingKind(l.Type)] = c
		}
		for _, f := range extract(t, j) {
			right := 0
			if at := slices.IndexFunc(open, func(l label) bool { return l.isIt(f) }); at >= 0 {
				right, open = 1, slices.Delete(open, at, at+1)
			} else {
				t.Logf("%s, %s: false: %s: %q", s.name, j.name, f.Rule, f.Text())
			}
			k, r := byKind[f.Kind], byRule[f.Rule]
			byKind[f.Kind] = count{k.labelled, k.found + 1, k.right + right}
			byRule[f.Rule] = count{0, r.found + 1, r.right + right}
		}
		for _, l := range open {
			t.Logf("%s, %s: missed: %s", s.name, j.name, l.Type)
		}
	}
	return byKind, byRule
}

// unseen is what plain rules scored in texts on which they were not tuned, as right of found: those of the kept-apart
// cases and sentences in the sheet of this project. They count as weight findings of each rule, since our own sentences
// come from those who wrote the rules.
var unseen = map[memory.FindingKind]float64{memory.ErrorSolutionKind: 16. / 17, memory.DecisionKind: 5. / 9,
	memory.SkillLearningKind: 4. / 7, memory.PatternKind: 4. / 5}

const weight = 30

// page is where the figures stand.
const page = "../../../docs/knowledge.md"

// TestRulesAreAsGoodAsTheyWere compares the figures with those in docs/knowledge.md: -update writes them there, where a
// change for the worse is seen.
func TestRulesAreAsGoodAsTheyWere(t *testing.T) {
	var b strings.Builder
	rules := map[string]count{}
	b.WriteString(
		"| measured on | kind | to be found | found | right | precision | recall |\n|---|---|---|---|---|---|---|\n")
	for _, s := range sets(t) {
		byKind, byRule := measure(t, s)
		for _, kind := range s.kinds {
			c := byKind[kind]
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %s | %s |\n", s.name, kind, c.labelled, c.found, c.right,
				share(c.right, c.found), share(c.right, c.labelled))
		}
		for rule, c := range byRule {
			if !s.counts(rule) {
				continue
			}
			rules[rule] = count{0, rules[rule].found + c.found, rules[rule].right + c.right}
		}
	}
	b.WriteString("\n| rule | found | right | confidence |\n|---|---|---|---|\n")
	for _, rule := range slices.Sorted(maps.Keys(knowledge.Confidence)) {
		c, kind := rules[rule], memory.FindingKind(rule[:strings.Index(rule, ":")])
		want := (float64(c.right) + weight*unseen[kind]) / float64(c.found+weight)
		if got := knowledge.Confidence[rule]; got-want > 0.005 || want-got > 0.005 {
			t.Errorf("the confidence of %q is %.2f, and %d right of %d give %.2f", rule, got, c.right, c.found, want)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %.2f |\n", rule, c.found, c.right, knowledge.Confidence[rule])
	}
	assertBlock(t, b.String())
}

func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(part)/float64(whole))
}

// assertBlock compares a text with the part of the page between the two comments.
func assertBlock(t *testing.T, block string) {
	t.Helper()
	const begin, end = "<!-- Made by `go test ./catalog/memory/knowledge -update`. -->\n", "<!-- end -->"
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(content), begin)
	_, after, isWhole := strings.Cut(rest, end)
	if !found || !isWhole {
		t.Fatalf("%s has no place for the figures", page)
	}
	testkit.Golden(t, page, []byte(before+begin+block+end+after))
}
