package redact

import (
	"math"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/zricethezav/gitleaks/v8/config"

	"stead/inject"
)

// rule is a rule of gitleaks with what is known of its expression.
type rule struct {
	config.Rule
	reach reach
	// isAssignment tells that the secret stands behind the rule's word and an operator.
	isAssignment bool
	// isSaid tells that it is one of stead's own, of which the value may stand in prose.
	isSaid bool
	// run is how many characters without a blank each match has at least, the rule's word among them; 0 when they may hold some.
	run int
	// isCredible says of a find of stead's own rules whether it is a secret. Nil takes all.
	isCredible func(secret, match string) bool
}

func newRule(r config.Rule) rule {
	known := rule{Rule: r, isAssignment: isAssignment(r)}
	if r.RuleID == leastSpecific {
		known.isCredible = isNoFile
	}
	tree, err := syntax.Parse(r.Regex.String(), syntax.Perl)
	if err != nil {
		known.reach = reach{before: longestText, after: longestText} // it was compiled, so there is no error
		return known
	}
	known.reach = reachOf(tree)
	if elsewhere[r.RuleID] {
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
func isAssignment(rule config.Rule) bool {
	name, rest, ok := strings.Cut(rule.Regex.String(), nameEnd)
	if !ok || !strings.Contains(rest, operator) {
		return false
	}
	name = strings.ToLower(name)
	if strings.Contains(name, ",|") {
		return false // a name that ends with an operator, by mistake: "new-york-times,"
	}
	return rule.RuleID == leastSpecific || !slices.ContainsFunc(rule.Keywords, func(word string) bool { return !strings.Contains(name, word) })
}

// find appends the secrets that the rule finds in a part of a text.
func (r rule) find(found []inject.Secret, text string, w window, allowed []*config.Allowlist) []inject.Secret {
	part := text[w.from:w.to]
	for _, place := range r.Regex.FindAllStringIndex(part, -1) {
		match := strings.Trim(part[place[0]:place[1]], "\n")
		secret := r.secret(match)
		if r.isCredible != nil {
			secret = strings.TrimRight(secret, ".:?")
		}
		if secret == "" || r.isCredible != nil && !r.isCredible(secret, match) || r.Entropy != 0 && entropy(secret) <= r.Entropy {
			continue
		}
		line := lineAround(text, w.from+place[0], w.from+place[1])
		if !isAllowed(allowed, secret, match, line) && !isAllowed(r.Allowlists, secret, match, line) {
			found = append(found, inject.Secret{Rule: r.RuleID, Value: strings.Clone(secret)})
		}
	}
	return found
}

// secret returns the part of a match that is the secret: the group that the rule names, or otherwise the first that is not empty.
func (r rule) secret(match string) string {
	groups := r.Regex.FindStringSubmatch(match)
	if r.SecretGroup > 0 && r.SecretGroup < len(groups) {
		return groups[r.SecretGroup]
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

// isAllowed reports whether one of the lists says that a find is no secret.
func isAllowed(lists []*config.Allowlist, secret, match, line string) bool {
	for _, list := range lists {
		target := secret
		switch list.RegexTarget {
		case "match":
			target = match
		case "line":
			target = line
		}
		isListed := list.RegexAllowed(target)
		hasStopWord, _ := list.ContainsStopWord(secret)
		if list.MatchCondition == config.AllowlistMatchAnd {
			isListed = (isListed || len(list.Regexes) == 0) && (hasStopWord || len(list.StopWords) == 0) &&
				len(list.Paths) == 0 && len(list.Commits) == 0 // there is neither
			hasStopWord = false
		}
		if isListed || hasStopWord {
			return true
		}
	}
	return false
}

// lineAround returns the lines of a text in which a part of it stands.
func lineAround(text string, from, to int) string {
	from = strings.LastIndexByte(text[:from], '\n') + 1
	if end := strings.IndexByte(text[to:], '\n'); end >= 0 {
		return text[from : to+end]
	}
	return text[from:]
}
