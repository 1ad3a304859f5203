package rules

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed tokens.txt
var tokenTable string

// tokenRule describes a kind of token that its beginning identifies.
type tokenRule struct {
	name, prefix string
	least        int
	members      *class
}

var tokenRules = sync.OnceValue(func() (all []tokenRule) {
	members := map[string]*class{}
	for name, of := range map[string]string{
		"a": letters + digits, "h": digits + "abcdefABCDEF", "u": letters[26:] + digits, "b": letters + digits + "+/_-",
		"s": letters + digits + "_-", "d": letters + digits + "_-.",
	} {
		c := classOf(of)
		members[name] = &c
	}
	for line := range strings.Lines(tokenTable) {
		if part := strings.Fields(line); len(part) == 4 && part[0][0] != '#' {
			least, _ := strconv.Atoi(part[2]) // a test parses them
			all = append(all, tokenRule{part[0], part[1], least, members[part[3]]})
		}
	}
	return all
})

// mayStand reports whether a token may be at the position of its beginning, in the JSON form of a text. Line ends and
// terminal codes may interrupt it.
func (r *tokenRule) mayStand(raw []byte, from, to int) bool {
	if !r.begins(raw, from) {
		return false
	}
	end := to
	for end < len(raw) && end-to < r.least && r.members[raw[end]] {
		end++
	}
	return end-to >= r.least || end > to+1 && end+1 < len(raw) && (raw[end] == '\\' || raw[end] >= 0x80 || raw[end] == '%')
}

// begins reports whether a token's beginning is not the end of a longer word. A token that begins with a sign follows
// something.
func (r *tokenRule) begins(s []byte, from int) bool {
	if from == 0 || !isWordByte(r.prefix[0]) {
		return true
	}
	before := s[from-1]
	return !isWordByte(before) || from > 1 && s[from-2] == '\\' && escapedBlanks[before] || from > 2 && s[from-3] == '%'
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// find returns the token whose beginning is at a position.
func (r *tokenRule) find(text string, from, to int) (span, bool) {
	if from > 0 && isWordByte(r.prefix[0]) && isWordByte(text[from-1]) && !strings.HasPrefix(r.prefix, "eyJ") {
		return span{}, false
	}
	end := runOf(text, to, r.members)
	if end-to < r.least || goesOn(text, end) {
		end = joined(text, end, r.members)
	}
	value := text[to:end]
	if len(value) < r.least || !isRandom(value) || marker.matches(value) {
		return span{}, false
	}
	// its beginning precedes the identifying part
	for ; !isWordByte(r.prefix[0]) && from > 0 && r.members[text[from-1]]; from-- {
	}
	return span{r.name, from, end}, true
}

// runOf returns the end of a run of the given characters.
func runOf(text string, at int, members *class) int {
	for at < len(text) && members[text[at]] {
		at++
	}
	return at
}

// isRandom reports whether a value is not made up of words.
func isRandom(value string) bool {
	l, d, _ := kinds(value)
	return l > 0 && d > 0 && !isWordy(value) && entropy(value) >= 3
}

// continuations may occur at the beginning of a line between the parts of a token: indentation, or the marks of a diff
// or a quotation.
var continuations = classOf(" \t+>|")

// goesOn reports whether a line ends at a position, and the next one contains only what looks like more of a token.
func goesOn(text string, at int) bool {
	next := nextLine(text, at)
	if next < 0 {
		return false
	}
	end := runOf(text, next, &values)
	l, d, _ := kinds(text[next:end])
	if part := text[next:end]; marker.matches(part) || constant.matches(part) {
		return false
	}
	isCode := l > 0 && d > 0 || isMixedAnywhere(text[next:end])
	return end-next >= 6 && isCode && strings.IndexByte(strings.TrimRight(text[next:end], "="), '=') < 0 &&
		!isWordy(text[next:end])
}

// joined returns the end of a token that line ends interrupt.
func joined(text string, at int, members *class) int {
	for range 400 {
		next := nextLine(text, at)
		if next < 0 {
			break
		}
		end := runOf(text, next, members)
		if end == next {
			break
		}
		at = end
		if !goesOn(text, at) {
			break
		}
	}
	return at
}

// nextLine returns where the content of the next line begins, or -1 if no line ends at a position.
func nextLine(text string, at int) int {
	if at < len(text) && text[at] == '\\' {
		at++
	}
	begun := at
	for at < len(text) && at < begun+3 && (text[at] == '\n' || text[at] == '\r') {
		at++
	}
	if at == begun {
		return -1
	}
	for at < len(text) && continuations[text[at]] {
		at++
	}
	return at
}
