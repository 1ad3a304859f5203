package knowledge

import (
	"slices"
	"strings"

	"stead/catalog/memory"
	"stead/internal/adapt/prefilter"
	"stead/timeline"
)

// The rules by which decisions are found.
const (
	ruleSettled  = "decision: settled in words"
	ruleAnswered = "decision: an answer to a question for a choice"
	ruleDocument = "decision: a decision record was written"
)

// mostReply is how many words the answer to a question for a choice may have that names no verb.
const mostReply = 16

// decisions finds choices that somebody in the conversation settled.
type decisions struct{ all []memory.Finding }

func (d *decisions) found() []memory.Finding { return d.all }

func (d *decisions) look(s *step) {
	switch s.Kind {
	case memory.KindCall:
		d.document(s)
	case memory.KindPrompt, memory.KindAnswer:
		d.message(s)
	}
}

// message keeps the first decision of a message: what follows usually explains it.
func (d *decisions) message(s *step) {
	all := sentences(s.Text)
	for i, text := range all {
		rule, choice := decided(s, text, i == 0, len(all))
		if rule == "" {
			continue
		}
		f := finding(memory.DecisionKind, rule, s.evidence(memory.PartStatement))
		f.Decision = newDecision(choice, s.Role)
		if f.Text() != "" {
			d.all = append(d.all, f)
			return
		}
	}
}

// decided returns the rule by which a sentence settles a choice, and the choice. The rule is empty for a sentence that
// settles none.
func decided(s *step, text string, isFirst bool, of int) (rule, choice string) {
	if rule, choice = settles(s, text, isFirst, of); rule == "" || isOpen(text) || isErrand(s.Role, text) {
		return "", ""
	}
	return rule, choice
}

// settles returns the rule by whose words a sentence settles a choice, and the choice. Few sentences have such words,
// and only those are looked at further.
func settles(s *step, text string, isFirst bool, of int) (rule, choice string) {
	if choice := group(settled(), text); choice != "" {
		return ruleSettled, choice
	}
	if choice := group(itIs(), text); choice != "" && s.Role == memory.RoleUser && !asking().MatchString(choice) {
		return ruleSettled, choice
	}
	if s.question == "" {
		return "", ""
	}
	if choice := group(chosen(), text); choice != "" && (s.Role == memory.RoleUser || binding().MatchString(text)) {
		return ruleAnswered, choice
	}
	if isFirst && of <= 3 && s.Role == memory.RoleUser && isReply(text) {
		return ruleAnswered, text
	}
	return "", ""
}

// isOpen reports whether a sentence settles nothing of this conversation: a question, a condition, what others decided,
// or for this once.
func isOpen(text string) bool {
	return isQuestion(text) || hedged().MatchString(text) || others().MatchString(text) || transient().MatchString(text)
}

// isErrand reports whether a sentence is about the next step of the work. A user may still name one of the offered ways
// in it.
func isErrand(by memory.Role, text string) bool {
	return errands().MatchString(text) && (by == memory.RoleAssistant || !ordinal().MatchString(text))
}

// asking are words of "say what it is", which no choice has.
var asking = prefilter.Regexp(`(?i)\b(?:what|how|where|which|who|why|that|as)\b`)

// binding are the words with which a model settles a choice rather than its next step: "we will use", not "I'll use
// grep".
var binding = prefilter.Regexp(
	`(?i)\b(we('ll| will| are)?|let's) (use|using|keep|stay|stick|adopt|drop|switch|move)\b|\b(wir|我们)`)

// isReply reports whether a text takes one of the ways that a question offered.
func isReply(text string) bool {
	words := len(strings.Fields(text))
	if words > mostReply || agreeing().MatchString(text) {
		return false
	}
	return ordinal().MatchString(text) || !evading().MatchString(text)
}

// group returns what the expression's group "choice" matches.
func group(r *prefilter.Expression, text string) string {
	m := r.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[r.SubexpIndex("choice")]
}

// mostChoice is how long a choice may be, in bytes.
const mostChoice = 200

// newDecision tells choice, what was rejected and reason apart.
func newDecision(choice string, by memory.Role) *memory.Decision {
	d := &memory.Decision{By: by}
	if m := reasons().FindStringSubmatchIndex(choice); m != nil {
		d.Reason = cut(strings.TrimSpace(choice[m[2]:m[3]]), mostChoice)
		choice = choice[:m[0]]
	}
	if m := overs().FindStringSubmatchIndex(choice); m != nil {
		rest := choice[m[0]:m[1]]
		for _, sub := range [][2]int{{m[2], m[3]}, {m[4], m[5]}} {
			if sub[0] >= 0 {
				d.Rejected = []string{strings.Trim(choice[sub[0]:sub[1]], " .!")}
			}
		}
		choice = strings.Replace(choice, rest, "", 1)
	}
	d.Choice = cut(strings.Trim(strings.TrimSpace(choice), " .!。！,;:"), mostChoice)
	return d
}

var (
	records = prefilter.Regexp(
		`(?i)(^|/)(adrs?|decisions?|rfcs?)/[^/]*\.(md|adoc|rst|txt)$|(^|/)adr[-_]?\d+[^/]*\.md$|(^|/)DECISIONS?\.md$`)
	decision = prefilter.Regexp(
		`(?im)^#{1,6}\s*(?:\d+[.)]\s*)?(?:decision|decision outcome|entscheidung|决定|决策)\s*:?\s*$\n+([^#\n][^\n]*)`)
)

// document finds the decision in a decision record that a call writes.
func (d *decisions) document(s *step) {
	c := s.call
	if c.Tool != string(timeline.Write) && c.Tool != string(timeline.Edit) ||
		!slices.ContainsFunc(c.files(), records().MatchString) {
		return
	}
	body := c.Input.Content + c.Input.New
	if c.Input.Patch != "" {
		body = strings.ReplaceAll(c.Input.Patch, "\n+", "\n")
	}
	m := decision().FindStringSubmatch(body)
	if m == nil {
		return
	}
	f := finding(memory.DecisionKind, ruleDocument, s.evidence(memory.PartStatement))
	text := splitSentences(m[1])[0]
	if choice := group(settled(), text); choice != "" {
		text = choice
	} else if choice := group(chosen(), text); choice != "" {
		text = choice
	}
	f.Decision = newDecision(text, s.Role)
	d.all = append(d.all, f)
}

// supersede marks decisions that a later one rejects.
func supersede(all []memory.Finding) {
	for i := range all {
		if all[i].Decision == nil {
			continue
		}
		for j := i + 1; j < len(all); j++ {
			if all[j].Decision != nil && rejects(all[j].Decision, all[i].Decision.Choice) {
				all[i].Decision.SupersededBy = all[j].Text()
			}
		}
	}
}

// rejects reports whether a decision says that a choice isn't to be.
func rejects(d *memory.Decision, choice string) bool {
	words := wordsOf(choice)
	for _, rejected := range d.Rejected {
		if len(words) > 0 && slices.Equal(wordsOf(rejected), words) {
			return true
		}
	}
	return false
}
