package rules

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed tokens.txt
var tokenTable string

// tokenRule is a kind of token that begins with what tells it.
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
			least, _ := strconv.Atoi(part[2]) // a test reads them
			all = append(all, tokenRule{part[0], part[1], least, members[part[3]]})
		}
	}
	return all
})

// mayStand reports whether a token may stand where its beginning does, in the JSON form of a text. Lines and codes of
// terminals may break it.
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

// begins reports whether no longer word ends where a token begins. One that begins with a sign is behind something.
func (r *tokenRule) begins(s []byte, from int) bool {
	if from == 0 || !isWordByte(r.prefix[0]) {
		return true
	}
	before := s[from-1]
	return !isWordByte(before) || from > 1 && s[from-2] == '\\' && escapedBlanks[before] || from > 2 && s[from-3] == '%'
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// find returns the token whose beginning stands at a place.
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
	// its beginning stands before what tells it
	for ; !isWordByte(r.prefix[0]) && from > 0 && r.members[text[from-1]]; from-- {
	}
	return span{r.name, from, end}, true
}

// runOf returns where a run of such characters ends.
func runOf(text string, at int, members *class) int {
	for at < len(text) && members[text[at]] {
		at++
	}
	return at
}

// isRandom reports whether nobody has made a value up from words.
func isRandom(value string) bool {
	l, d, _ := kinds(value)
	return l > 0 && d > 0 && !isWordy(value) && entropy(value) >= 3
}

// continuations may stand at the beginning of a line between the parts of a token: indentation, what a diff or a
// quotation has there.
var continuations = classOf(" \t+>|")

// goesOn reports whether a line ends at a place, and the next one has nothing but what looks like more of a token.
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

// joined returns the end of a token that is broken by the ends of lines.
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

// nextLine returns where what is in the next line begins, -1 if a line does not end at a place.
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
