package redact

import (
	"regexp/syntax"
	"strings"
)

// demand is what must stand around a word for one of its rules to match.
type demand struct {
	// isSaid, isSet and isAnySet tell of rules with a value behind the word: stead's own, gitleaks' for any value that is not all letters, and for any.
	isSaid, isSet, isAnySet bool
	// run is how many characters without a blank each match of another rule has at least. Negative when there is none.
	run int
}

// demand returns what the rule demands.
func (r *rule) demand() demand {
	switch {
	case r.isSaid:
		return demand{isSaid: true, run: -1}
	case r.isAssignment:
		return demand{isSet: r.id == leastSpecific, isAnySet: r.id != leastSpecific, run: -1}
	}
	return demand{run: r.run}
}

// or returns the demand of which one must be met.
func (d demand) or(other demand) demand {
	d.isSaid, d.isSet, d.isAnySet = d.isSaid || other.isSaid, d.isSet || other.isSet, d.isAnySet || other.isAnySet
	if d.run < 0 {
		d.run = other.run
	} else if other.run >= 0 {
		d.run = min(d.run, other.run)
	}
	return d
}

// meets reports whether a text meets a demand around a word. It may be escaped as JSON.
func meets[T searched](d demand, s T, from, to int, isEscaped bool) bool {
	return (d.isSet || d.isAnySet) && assigns(s, to, !d.isAnySet) || d.isSaid && tells(s, to) || d.run >= 0 && runs(s, from, to, d.run, isEscaped)
}

// mayBeBroken reports whether a line's end stands behind a word where the run is too short, in the JSON form of a text, and more of it behind that.
func mayBeBroken(d demand, raw []byte, from, to int) bool {
	if d.run <= 0 {
		return false
	}
	end := to
	for end < len(raw) && end < to+d.run && !endsRun(raw, end, true) {
		end++
	}
	next := end
	for next+1 < len(raw) && next < end+4 && raw[next] == '\\' && raw[next+1] == 'n' {
		next += 2
	}
	rest := next
	for rest < len(raw) && rest-next < d.run && !endsRun(raw, rest, true) {
		rest++
	}
	return next > end && end-from+rest-next >= d.run
}

// What stands between a name and its value in gitleaks' expressions for such pairs, which are all made of one pattern
// (cmd/generate/config/utils of its repository).
const (
	nameEnd  = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}`
	operator = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)`
)

const (
	// longestGap is how many characters may stand between the word that was found and the operator: the rest of a longer name in the rule, and
	// what nameEnd takes.
	longestGap = 32 + 20 + 3
	// longestLead is what may stand between the operator's beginning and the value, each character escaped: the operator, quotes and blanks.
	longestLead = 2 * (4 + 5 + 1)
	// shortestSet is the shortest value that a rule for pairs takes.
	shortestSet = 8
)

// assigns reports whether what follows a word can match [nameEnd], [operator] and a value. Of the words that such rules look for, "key" and
// "token" above all, most stand in prose, and most of the others in code: to try the expression on each of them would cost more than all
// the rest. The text may be escaped as JSON. Telling has only values taken that are not all letters.
func assigns[T searched](s T, at int, telling bool) bool {
	end := min(len(s), at+2*longestGap)
	for at < end && gaps[s[at]] {
		at++
	}
	if at == end || !operators[s[at]] {
		return false
	}
	at = afterOperators(s, at, min(len(s), at+longestLead))
	length, told := 0, !telling
	for ; at < len(s) && values[s[at]]; at++ {
		if length++; s[at] != '-' && !plains[s[at]] {
			told = true
		}
		if told && length >= shortestSet {
			return true
		}
	}
	return false
}

// longestSaid is how far behind a name its value begins in prose: "password for the database is".
const longestSaid = 160

// tells reports whether a value of what is named before may follow: behind an operator or a verb, and not all letters.
func tells[T searched](s T, at int) bool {
	end := min(len(s), at+longestSaid)
	if at < end && s[at] == '=' {
		return true // in a file of settings it may be any word
	}
	for ; at < end && !operators[s[at]]; at++ {
		if closers[s[at]] {
			return false
		}
		if s[at] != ' ' {
			continue
		}
		if length := verb(s, at+1); length > 0 {
			at += 1 + length
			break
		}
	}
	at = afterEmphasis(s, afterOperators(s, afterNow(s, at, end), end), end)
	return !isWord(s, at)
}

// isWord reports whether the value at a place, behind a name, is all letters. In quotes of one kind there may be those of another.
func isWord[T searched](s T, at int) bool {
	quote := byte(' ')
	if quotes[s[at-1]] {
		quote = s[at-1]
	}
	for from := at; at < len(s) && at < from+longestSaid && s[at] != quote && !blanks[s[at]]; at++ {
		switch {
		case quote == ' ' && leads[s[at]]:
			return true
		case !plains[s[at]] && s[at] != ',' && s[at] != ')' && s[at] != '\\':
			return false
		}
	}
	return true
}

// afterOperators returns the place behind operators and what leads to a value.
func afterOperators[T searched](s T, at, end int) int {
	for at < end && (operators[s[at]] || leads[s[at]]) {
		if s[at] == '\\' {
			at++ // with what is escaped
		}
		at++
	}
	return at
}

// afterNow returns the place behind "now" where that stands behind a verb.
func afterNow[T searched](s T, at, end int) int {
	for at < end && s[at] == ' ' {
		at++
	}
	if at+3 < end && fold(s[at]) == 'n' && fold(s[at+1]) == 'o' && fold(s[at+2]) == 'w' {
		return at + len("now")
	}
	return at
}

// afterEmphasis returns the place behind the end of Markdown's emphasis and what leads to a value.
func afterEmphasis[T searched](s T, at, end int) int {
	for at < end && (s[at] == '*' || s[at] == '_' || leads[s[at]]) {
		at++
	}
	return at
}

// verb returns the length of "is" or "was" at a place, with a blank or a colon behind it; 0 where there is none.
func verb[T searched](s T, at int) int {
	switch {
	case at+3 < len(s) && fold(s[at]) == 'i' && fold(s[at+1]) == 's' && isBlankOrColon(s[at+2]):
		return len("is")
	case at+4 < len(s) && fold(s[at]) == 'w' && fold(s[at+1]) == 'a' && fold(s[at+2]) == 's' && isBlankOrColon(s[at+3]):
		return len("was")
	}
	return 0
}

func isBlankOrColon(c byte) bool { return c == ' ' || c == ':' }

// runs reports whether so many characters without a blank stand around a word. Where the text is escaped as JSON, an escaped blank is one.
func runs[T searched](s T, from, to, length int, isEscaped bool) bool {
	for ; to < len(s) && to-from < length && !endsRun(s, to, isEscaped); to++ {
	}
	for ; from > 0 && to-from < length && !endsRun(s, from-1, isEscaped); from-- {
		if isEscaped && from > 1 && endsRun(s, from-2, true) {
			break // the letter of an escaped blank
		}
	}
	return to-from >= length
}

func endsRun[T searched](s T, at int, isEscaped bool) bool {
	return blanks[s[at]] || isEscaped && s[at] == '\\' && at+1 < len(s) && escapedBlanks[s[at+1]]
}

// solid returns how many characters without a blank follow each other in each match of an expression at least, when these are all of it but for
// what ends it; otherwise 0.
func solid(tree *syntax.Regexp) int {
	length, ended := lead(tree)
	if ended && shortest(tree) > length+1 {
		return 0
	}
	return length
}

// lead returns how many characters a match begins with at least in which there is no blank, and whether a blank may follow there.
func lead(part *syntax.Regexp) (length int, ended bool) {
	switch part.Op {
	case syntax.OpLiteral:
		if at := strings.IndexAny(string(part.Rune), " \t\r\n"); at >= 0 {
			return at, true
		}
		return len(part.Rune), false
	case syntax.OpCapture, syntax.OpPlus:
		return lead(part.Sub[0])
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			more, ended := lead(sub)
			if length += more; ended {
				return length, true
			}
		}
		return length, false
	case syntax.OpAlternate:
		length, ended = lead(part.Sub[0])
		for _, sub := range part.Sub[1:] {
			other, ends := lead(sub)
			length, ended = min(length, other), ended || ends
		}
		return length, ended
	case syntax.OpRepeat:
		if length, ended = lead(part.Sub[0]); ended {
			return length * min(part.Min, 1), true
		}
		return length * part.Min, false
	case syntax.OpStar, syntax.OpQuest:
		_, ended = lead(part.Sub[0])
		return 0, ended
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		if takesBlanks(part) {
			return 0, true
		}
		return 1, false
	}
	return 0, false // an assertion takes nothing
}

// shortest returns the length of a part's shortest match.
func shortest(part *syntax.Regexp) (length int) {
	switch part.Op {
	case syntax.OpLiteral:
		return len(part.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpRepeat:
		return part.Min * shortest(part.Sub[0])
	case syntax.OpPlus, syntax.OpCapture:
		return shortest(part.Sub[0])
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			length += shortest(sub)
		}
	case syntax.OpAlternate:
		length = shortest(part.Sub[0])
		for _, sub := range part.Sub[1:] {
			length = min(length, shortest(sub))
		}
	}
	return length
}
