package redact

import (
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"stead/inject/redaction"
	"stead/internal/lazy"
	"stead/redact/gitleaks"
)

// rule is a rule with what is known of its expression, which is compiled when it is first tried: most never are.
type rule struct {
	id         string
	expression string
	regexp     func() *regexp.Regexp
	// group is the expression's group that is the secret. 0 stands for the first that is not empty.
	group int
	// entropy is what the secret must have more of.
	entropy  float64
	keywords []string
	allowed  []allowlist
	reach    reach
	// isAssignment tells that the secret stands behind the rule's word and an operator.
	isAssignment bool
	// isSaid tells that it is one of stead's own, of which the value may stand in prose.
	isSaid bool
	// run is how many characters without a blank each match has at least, the rule's word among them; 0 when they may hold some.
	run int
	// isCredible says of a find of stead's own rules whether it is a secret. Nil takes all.
	isCredible func(secret, match string) bool
}

func newRule(r gitleaks.Rule) rule {
	known := rule{
		id: r.ID, expression: r.Expression, regexp: lazy.Regexp(r.Expression), group: r.Group, entropy: r.Entropy, keywords: r.Keywords,
		allowed: allowlists(r.Allowlists), isAssignment: isAssignment(r),
	}
	if r.ID == leastSpecific {
		known.isCredible = isNoFile
	}
	tree, err := syntax.Parse(r.Expression, syntax.Perl)
	if err != nil {
		known.reach = reach{before: longestText, after: longestText} // a test compiles it, so there is no error
		return known
	}
	known.reach = reachOf(tree)
	if elsewhere[r.ID] {
		known.reach.before, known.reach.after = known.reach.before+longestContext, known.reach.after+longestContext
	} else if !known.isAssignment {
		known.run = solid(tree)
	}
	return known
}

// elsewhere are the rules whose words stand beside a secret and not in it: a key that begins with "pat" counts in a text about Airtable.
// gitleaks wants the word anywhere in a file. A conversation is long, and 40 hex digits are mostly a commit's name, so here it must be near.
var elsewhere = map[string]bool{"airtable-personnal-access-token": true, "facebook-access-token": true, "sourcegraph-access-token": true}

// longestContext is how many bytes such a word may be away.
const longestContext = 256

// isAssignment reports whether the rule's words stand in the name before an operator. Some rules have a word of the value: "tfp_".
func isAssignment(rule gitleaks.Rule) bool {
	name, rest, ok := strings.Cut(rule.Expression, nameEnd)
	if !ok || !strings.Contains(rest, operator) {
		return false
	}
	name = strings.ToLower(name)
	if strings.Contains(name, ",|") {
		return false // a name that ends with an operator, by mistake: "new-york-times,"
	}
	return rule.ID == leastSpecific || !slices.ContainsFunc(rule.Keywords, func(word string) bool { return !strings.Contains(name, word) })
}

// find appends the secrets that the rule finds in a part of a text.
func (r rule) find(found []redaction.Secret, text string, w window, allowed []allowlist) []redaction.Secret {
	part := text[w.from:w.to]
	for _, place := range r.regexp().FindAllStringIndex(part, -1) {
		match := strings.Trim(part[place[0]:place[1]], "\n")
		secret := r.secret(match)
		if r.isCredible != nil {
			secret = strings.TrimRight(secret, ".:?")
		}
		if secret == "" || r.isCredible != nil && !r.isCredible(secret, match) || r.entropy != 0 && entropy(secret) <= r.entropy {
			continue
		}
		line := lineAround(text, w.from+place[0], w.from+place[1])
		if !isAllowed(allowed, secret, match, line) && !isAllowed(r.allowed, secret, match, line) {
			found = append(found, redaction.Secret{Rule: r.id, Value: strings.Clone(secret)})
		}
	}
	return found
}

// secret returns the part of a match that is the secret: the group that the rule names, or otherwise the first that is not empty.
func (r rule) secret(match string) string {
	groups := r.regexp().FindStringSubmatch(match)
	if r.group > 0 && r.group < len(groups) {
		return groups[r.group]
	}
	for _, group := range groups[min(1, len(groups)):] {
		if group != "" {
			return group
		}
	}
	return match
}

// entropy returns Shannon's entropy of a text in bits per character, as gitleaks has it.
func entropy(text string) float64 {
	counts := map[rune]int{}
	for _, c := range text {
		counts[c]++
	}
	bits := 0.0
	for _, n := range counts {
		share := float64(n) / float64(len(text))
		bits -= share * math.Log2(share)
	}
	return bits
}

// lineAround returns the lines of a text in which a part of it stands.
func lineAround(text string, from, to int) string {
	from = strings.LastIndexByte(text[:from], '\n') + 1
	if end := strings.IndexByte(text[to:], '\n'); end >= 0 {
		return text[from : to+end]
	}
	return text[from:]
}
