package rules

import (
	"math"
	"regexp"
	"strings"

	"stead/inject/redaction/rules/gitleaks"
	"stead/internal/sys/lazy"
)

// rule is a rule of gitleaks. Its expression is compiled on first use, because most rules are never used.
type rule struct {
	gitleaks.Rule
	regexp  func() *regexp.Regexp
	allowed []allowlist
}

func newRule(r gitleaks.Rule) rule {
	return rule{Rule: r, regexp: lazy.Regexp(r.Expression), allowed: allowlists(r.Allowlists)}
}

// elsewhere lists the rules whose words occur next to a secret instead of in it: a key that begins with "pat" counts in
// a text about Airtable. Gitleaks accepts the word anywhere in a file. A conversation is long, and 40 hex digits are
// mostly the name of a commit, so here the word must be near.
var elsewhere = map[string]bool{"airtable-personnal-access-token": true, "facebook-access-token": true,
	"sourcegraph-access-token": true}

// The reach of an expression around its rule's word, in bytes, in addition to the run of characters that contains the
// word.
const (
	reachBefore = 96
	reachAfter  = 224
	longestRun  = 8 << 10
)

// mayStand reports whether a rule may find something around its word in a text, or in the JSON form of one.
func mayStand[T searched](r *rule, raw T, from, to int) bool {
	switch {
	case elsewhere[r.ID]:
		return true
	case r.IsPair:
		return assigns(raw, to)
	}
	return runs(raw, from, to, r.Run)
}

// around returns the secrets that the rule finds around its word in a text.
func (r *rule) around(text string, from, to int, allowed []allowlist) (all []span) {
	first, last := max(0, from-reachBefore), min(len(text), to+reachAfter)
	if r.Run > 0 { // the match contains no white space except after it
		first, last = runStart(text, from, first), to
	}
	for end := min(len(text), last+longestRun); last < end && (last == 0 || !blanks[text[last-1]]); {
		last++
	}
	part := text[first:last]
	for _, place := range r.regexp().FindAllStringIndex(part, -1) {
		match := strings.Trim(part[place[0]:place[1]], "\n")
		secret := r.secret(match)
		if secret == "" || r.Entropy != 0 && entropy(secret) <= r.Entropy {
			continue
		}
		line := lineAround(text, first+place[0], first+place[1])
		if !isAllowed(allowed, secret, match, line) && !isAllowed(r.allowed, secret, match, line) {
			at := first + place[0] + strings.Index(part[place[0]:place[1]], secret)
			all = append(all, span{r.ID, at, at + len(secret)})
		}
	}
	return all
}

// runStart returns the beginning of the run of characters that contains a position, including the character before it.
func runStart(text string, at, first int) int {
	for at > first && !blanks[text[at-1]] {
		at--
	}
	return max(first, at-1)
}

// secret returns the part of a match that is the secret: the group that the rule names, or otherwise the first nonempty
// group.
func (r *rule) secret(match string) string {
	groups := r.regexp().FindStringSubmatch(match)
	if r.Group > 0 && r.Group < len(groups) {
		return groups[r.Group]
	}
	for _, group := range groups[min(1, len(groups)):] {
		if group != "" {
			return group
		}
	}
	return match
}

// entropy returns the Shannon entropy of a text in bits per character.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	bits, parts := 0.0, parts{of: float64(len(text))}
	for _, n := range counts {
		if n > 0 {
			bits -= parts.part(n)
		}
	}
	return bits
}

// parts caches what characters add to the entropy of a text of some length, by their count. Nearly all counts are
// small, and a logarithm takes longer than everything else that is done for a character.
type parts struct {
	of    float64
	known [8]float64
}

func (p *parts) part(n int) float64 {
	if n < len(p.known) && p.known[n] != 0 {
		return p.known[n]
	}
	share := float64(n) / p.of
	part := share * math.Log2(share)
	if n < len(p.known) {
		p.known[n] = part
	}
	return part
}

// lineAround returns the lines of a text that contain a part of it.
func lineAround(text string, from, to int) string {
	from = strings.LastIndexByte(text[:from], '\n') + 1
	if end := strings.IndexByte(text[to:], '\n'); end >= 0 {
		return text[from : to+end]
	}
	return text[from:]
}
