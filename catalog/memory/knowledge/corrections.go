package knowledge

import (
	"strings"
	"unicode"

	"stead/catalog/memory"
)

// The rules by which corrections are found.
const (
	ruleOrdered  = "skill_learning: a rule, right after calls"
	ruleRebuked  = "skill_learning: a rebuke with a rule, right after calls"
	mostCorrects = 80
)

// corrections finds rules by which the user corrected what was done.
type corrections struct{ all []memory.Finding }

func (c *corrections) found() []memory.Finding { return c.all }

func (c *corrections) look(s *step) {
	if s.Kind != memory.KindPrompt || s.calls == 0 || len(strings.Fields(s.Text)) > mostCorrects {
		return
	}
	rule, text := corrected(sentences(s.Text))
	if rule == "" {
		return
	}
	f := finding(memory.SkillLearningKind, rule, s.evidence(memory.PartStatement))
	f.SkillLearning = &memory.SkillLearning{Rule: undress(text)}
	if f.Text() != "" {
		c.all = append(c.all, f)
	}
}

// corrected returns the rule by which a message corrects what was done, and the sentence that says what holds from now
// on.
func corrected(all []string) (rule, text string) {
	isRebuke := false
	for _, s := range all {
		isRebuke = isRebuke || rebuke().MatchString(s) && !harmless().MatchString(s)
	}
	for _, s := range all {
		if isPassing(s) {
			continue
		}
		if ruling().MatchString(s) && (isRebuke || !praise().MatchString(s)) {
			return ruleOrdered, s
		}
	}
	for _, s := range all {
		if !isRebuke || isPassing(s) || isBare(s) {
			continue
		}
		if lasting().MatchString(s) || rebuke().MatchString(s) && general().MatchString(s) {
			return ruleRebuked, s
		}
	}
	return "", ""
}

// isPassing reports whether a sentence holds for this moment only, or says nothing that could be a rule.
func isPassing(s string) bool {
	return isQuestion(s) || transient().MatchString(s) || harmless().MatchString(s) || adjectives().MatchString(s)
}

// fewest is how many words a rule has at least.
const fewest = 3

// isBare reports whether a sentence is too short for a rule: "no, wrong".
func isBare(s string) bool { return len(strings.Fields(undress(s))) < fewest && !hasHan(s) }

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// undress returns a rule without what stands before it.
func undress(s string) string {
	return cut(strings.Trim(dressing().ReplaceAllString(s, ""), " .!,;:。！"), mostChoice)
}
