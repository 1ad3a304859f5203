package rules

import (
	"regexp"
	"slices"
	"strings"

	"stead/inject/redaction/rules/gitleaks"
	"stead/internal/sys/lazy"
)

// allowlist describes what is not a secret.
type allowlist struct {
	list   gitleaks.Allowlist
	regexp func() *regexp.Regexp
}

func allowlists(lists []gitleaks.Allowlist) []allowlist {
	var all []allowlist
	for _, list := range lists {
		all = append(all, allowlist{list, lazy.Regexp(list.Expression)})
	}
	return all
}

// isAllowed reports whether one of the lists says that a find is not a secret.
func isAllowed(lists []allowlist, secret, match, line string) bool {
	return slices.ContainsFunc(lists, func(a allowlist) bool { return a.allows(secret, match, line) })
}

func (a allowlist) allows(secret, match, line string) bool {
	target := secret
	switch a.list.Target {
	case "match":
		target = match
	case "line":
		target = line
	}
	isListed := a.list.Expression != "" && target != "" && a.regexp().MatchString(target)
	hasStopWord := a.stops(secret)
	if !a.list.All {
		return isListed || hasStopWord
	}
	// there are no places
	return (isListed || a.list.Expression == "") && (hasStopWord || len(a.list.StopWords) == 0) && !a.list.NamesPlaces
}

func (a allowlist) stops(secret string) bool {
	secret = strings.ToLower(secret)
	return slices.ContainsFunc(a.list.StopWords, func(word string) bool { return strings.Contains(secret, word) })
}
