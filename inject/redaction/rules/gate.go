package rules

import (
	"bytes"
	"strings"
)

// The quick check of the text around a word, in its JSON form, because most words occur in prose and code. Anything
// that may contain a secret is decoded and examined closely.

// may reports whether there may be a secret around a word of this owner.
func (s *scanner) may(o owner, raw []byte, from, to int) bool {
	switch o.kind {
	case ofName:
		return mayFollow(raw, to, o.number)
	case ofToken:
		return s.tokens[o.number].mayStand(raw, from, to)
	case ofRule:
		return mayStand(&s.rules[o.number], raw, from, to)
	case ofStructure:
		return s.forms[o.number].mayStand(raw, to)
	case ofCommand:
		return mayHaveOption(raw, from, to)
	case ofBase64:
		return isLong(raw, from, to)
	case ofHidden:
		return hides(raw, from, to)
	}
	return true
}

// longestGap is the maximum distance between a name and its value.
const longestGap = 96

// mayFollow reports whether a value of the given length may follow a name: after an operator, or after a verb if it is
// not all letters. A value with the length of a word may be one in a settings file.
func mayFollow[T searched](raw T, at, least int) bool {
	end := min(len(raw), at+longestGap)
	at = afterName(raw, at, end)
	if least == ofWord && isExported(raw, at) {
		return true
	}
	at, isLine := afterClosers(raw, at, end)
	if at >= end {
		return false
	}
	c := raw[at]
	switch {
	case (isLine || c == ',' || c|0x20 == 'v') && isPaired(raw, at):
		return true
	case isLine || quotes[raw[at-1]] || signs[c] || c >= 0x80:
		return mayTell(raw, at, at+2*longestGap, least)
	}
	return least < ofAnyKey && raw[at-1] == ' ' && saysSomething(raw, at, least)
}

// longestJoined is the maximum distance between a name and its value if signs join the words.
const longestJoined = 64

// joinsWords reports whether signs join a name to words after it, as in a URL's query. One of those may be a secret.
func joinsWords(raw []byte, at int) bool {
	end := min(len(raw), at+longestJoined)
	at = afterName(raw, at, end)
	if at >= end || raw[at] != '+' {
		return false
	}
	letters, numbers, begin := 0, 0, at+1
	for at++; at < end && !parting[raw[at]] && raw[at] != '&'; at++ {
		switch c := raw[at]; {
		case c == '+':
			letters, numbers, begin = 0, 0, at+1
		case isLetter(c):
			letters++
		case isDigit(c):
			numbers++
		}
		if letters > 0 && numbers > 0 && at+1-begin >= ofKey {
			return true
		}
	}
	return false
}

// afterName returns the position after the name that contains the end of a word, or after the sign that the word
// includes.
func afterName[T searched](raw T, at, end int) int {
	for at > 0 && !isNameByte(raw[at-1]) {
		at--
	}
	for at < end && isNameByte(raw[at]) && raw[at] < wide {
		at++
	}
	return at
}

// isExported reports whether a value is set directly after a name, as in a shell.
func isExported[T searched](raw T, at int) bool {
	return at+1 < len(raw) && raw[at] == '=' && raw[at+1] != '=' && raw[at+1] != ' '
}

// afterClosers returns the position after the characters that close a name, and whether a line ends there.
func afterClosers[T searched](raw T, at, end int) (next int, isLine bool) {
	for at < end && closers[raw[at]] {
		if raw[at] == '\\' && at+1 < end && escapedBlanks[raw[at+1]] {
			isLine = isLine || raw[at+1] == 'n'
			at++
		}
		at++
	}
	return at, isLine
}

var (
	// closers may occur between a name and the sign after it. Signs begin what binds a value to it.
	closers = classOf("'\"`*]) \t\\")
	signs   = classOf("=:>|,{?\\\n")
	// enders end a statement about a name in prose.
	enders = classOf(";(){}[]<>\\")
)

// longestScheme is the maximum length of a word before a key: value, Bearer, GenieKey.
const longestScheme = 10

// mayTell reports whether a part contains a value that is not all letters. A key has letters and digits.
func mayTell[T searched](raw T, at, end, least int) bool {
	end = min(len(raw), end)
	if least > ofWord && !hasDigit(raw, at, end) {
		return false
	}
	for parts := 0; at < end; at++ {
		if parting[raw[at]] {
			if raw[at] == '\\' {
				at++
			}
			continue
		}
		length, isTelling := part(raw, at, end, least)
		if isTelling {
			return true
		}
		isWord := isLetter(raw[at]) || signs[raw[at]]
		if parts++; parts > mostParts || least > ofWord && (parts > 2 || length > longestScheme || !isWord) {
			return false
		}
		at += length - 1
	}
	return false
}

// mostParts is how many parts of a text after a sign are checked for a password. MostWords is how many words of prose
// are.
const (
	mostParts = 4
	mostWords = 6
)

// part returns the length of the part of a text up to a separator, and whether its content suggests a value, given the
// minimum length.
func part[T searched](raw T, from, end, least int) (length int, isTelling bool) {
	l, told := least == ofWord, false
	at := from
	for ; at < end && !parting[raw[at]]; at++ {
		c := raw[at]
		l = l || isLetter(c)
		told = told || isDigit(c) || least == ofWord && (isMixed(raw, at) || !plains[c] && !signs[c] && c < 0x80)
		if l && told && at+1-from >= least {
			return at + 1 - from, true
		}
	}
	return at - from, false
}

// hasDigit reports whether there is a digit between two positions. It examines eight bytes at a time: with the first
// digit subtracted, the bytes of digits are below ten, and only those have no top bit, before and after 0x76 is added.
func hasDigit[T searched](raw T, at, end int) bool {
	for ; at+8 <= end; at += 8 {
		eight := eightBytes(raw, at) ^ 0x3030303030303030
		low := eight & 0x7F7F7F7F7F7F7F7F
		if (eight|(low+0x7676767676767676))&0x8080808080808080 != 0x8080808080808080 {
			return true
		}
	}
	for ; at < end; at++ {
		if isDigit(raw[at]) {
			return true
		}
	}
	return false
}

// isMixed reports whether the character at a position is upper case, follows a lower-case character and precedes an
// upper-case one.
func isMixed[T searched](raw T, at int) bool {
	isLarge := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	return at > 0 && at+1 < len(raw) && isLarge(raw[at]) && isLarge(raw[at+1]) && raw[at-1] >= 'a' && raw[at-1] <= 'z'
}

// isPaired reports whether the member with the value follows the one with the name.
func isPaired[T searched](raw T, at int) bool {
	end := min(len(raw)-4, at+24)
	for ; at < end; at++ {
		if raw[at] == 'a' && raw[at+1] == 'l' && raw[at+2] == 'u' && raw[at+3] == 'e' {
			return true
		}
	}
	return false
}

// afterQuote returns the position after a quote, however often it is escaped.
func afterQuote[T searched](raw T, at, end int) int {
	for next := at; next < end; next++ {
		if quotes[raw[next]] {
			return next + 1
		}
		if raw[next] != '\\' {
			break
		}
	}
	return at
}

// saysSomething reports whether prose continues with something that is not a word of any language.
func saysSomething[T searched](raw T, at, least int) bool {
	end := min(len(raw), at+longestGap)
	if least > ofWord && !hasDigit(raw, at, end) {
		return false
	}
	for parts := 0; parts <= mostWords; parts++ {
		at = afterQuote(raw, at, end)
		if at == end || enders[raw[at]] {
			break
		}
		length, isTelling := part(raw, at, end, least)
		if isTelling {
			return true
		}
		at += length
		for at < end && (raw[at] == ' ' || quotes[raw[at]]) {
			at++
		}
		if length == 0 && at < end && parting[raw[at]] {
			at++
		}
	}
	return false
}

// assigns reports whether an operator and a value of eight characters may follow a name.
func assigns[T searched](raw T, at int) bool {
	end := min(len(raw), at+longestGap)
	for at < end && (isNameByte(raw[at]) || closers[raw[at]]) {
		at++
	}
	if at == end || !signs[raw[at]] {
		return false
	}
	for at < end && (signs[raw[at]] || closers[raw[at]]) {
		at++
	}
	length := 0
	for at+length < len(raw) && length < 8 && values[raw[at+length]] {
		length++
	}
	return length == 8
}

// runs reports whether a word is in a run of token characters of at least the given length.
func runs[T searched](s T, from, to, length int) bool {
	for to < len(s) && to-from < length && !parting[s[to]] {
		to++
	}
	for from > 0 && to-from < length && !parting[s[from-1]] {
		from--
	}
	return to-from >= length
}

func endsRun(raw []byte, at int) bool {
	return blanks[raw[at]] || raw[at] == '\\' && at+1 < len(raw) && escapedBlanks[raw[at+1]]
}

// mayHaveUser reports whether a user name may follow the beginning of a URL.
func mayHaveUser(raw []byte, at int) bool {
	end := min(len(raw), at+256)
	for ; at < end && !blanks[raw[at]]; at++ {
		if raw[at] == '@' {
			return true
		}
	}
	return false
}

// mayHaveOption reports whether a word is a program that is called with an option.
func mayHaveOption(raw []byte, from, to int) bool {
	if from > 0 && isWordByte(raw[from-1]) && (from < 2 || raw[from-2] != '\\') || to >= len(raw) || isLetter(raw[to]) &&
		to+1 < len(raw) && !isLetter(raw[to+1]) {
		return false
	}
	rest := raw[to:min(len(raw), to+longestCommand)]
	if end := lineEnd(rest, `\n`, `\\`); end >= 0 {
		rest = rest[:end]
	}
	return bytes.Contains(rest, []byte(" -")) || bytes.Contains(rest, []byte(" /")) || bytes.IndexByte(rest, '@') >= 0 ||
		raw[to-1] == 'n' || raw[to-1] == 'P'
}

// lineEnd returns the position where a command ends, including lines that continue it, or -1. Feed ends a line. A mark
// before the feed continues it.
func lineEnd[T searched](rest T, feed, mark string) int {
	text := string(rest)
	for from := 0; ; {
		next := strings.Index(text[from:], feed)
		if next < 0 {
			return -1
		}
		if from += next; !strings.HasSuffix(text[:from], mark) {
			return from
		}
		from += len(feed)
	}
}

// shortestEncoded is the minimum length of base64 that is decoded.
const shortestEncoded = 16

// isLong reports whether a word is inside base64 that is worth decoding.
func isLong[T searched](raw T, from, to int) bool {
	for ; from > 0 && to-from < shortestEncoded && encodedDigits[raw[from-1]]; from-- {
	}
	for ; to < len(raw) && to-from < shortestEncoded && encodedDigits[raw[to]]; to++ {
	}
	return to-from >= shortestEncoded
}

var encodedDigits = classOf(letters + digits + "+/-_")

// hides reports whether an invisible character or an unnecessary escape is inside a word.
func hides(raw []byte, from, to int) bool {
	if raw[from] != '\\' {
		return true
	}
	for back := from; back > 0 && raw[back-1] == '\\'; back-- {
		if back == 1 || raw[back-2] != '\\' {
			return false // the backslash itself is escaped
		}
		back--
	}
	if bytes.HasPrefix(raw[from:], []byte(`\u001b`)) {
		end := from + 6
		for end < len(raw) && end < from+40 && !isLetter(raw[end]) {
			end++
		}
		return from > 0 && end+1 < len(raw) && !parting[raw[from-1]] && !parting[raw[end+1]]
	}
	return true
}
