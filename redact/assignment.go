package redact

import "strings"

// What stands between a name and its value in gitleaks' expressions for such pairs, which are all made of one pattern
// (cmd/generate/config/utils of its repository).
const (
	nameEnd  = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}`
	operator = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)`
)

// longestGap is how many characters may stand between the word that was found and the operator: the rest of a longer name in the rule, and
// what nameEnd takes.
const longestGap = 32 + 20 + 3

// assigns reports whether what follows a word can match [nameEnd] and [operator]. Of the words that such rules look for, "key" and "token"
// above all, most stand in prose: to try the expression on each of them would cost more than all the rest.
func assigns(rest string) bool {
	rest = rest[:min(len(rest), longestGap+1)]
	end := strings.IndexFunc(rest, func(c rune) bool { return !isGap(c) })
	return end >= 0 && strings.IndexByte("=>:|?,", rest[end]) >= 0
}

func isGap(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_.- \t\r\n\f\v'\"", c)
}
