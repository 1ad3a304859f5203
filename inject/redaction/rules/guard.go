package rules

import (
	"regexp"
	"strings"

	"stead/internal/sys/lazy"
)

// expression is a regular expression with a quick check that excludes nearly all values that do not match. An
// expression without a fixed first letter takes some microseconds per value, and a session with secrets has thousands
// of values.
type expression struct {
	isNone func(value string) bool
	regexp func() *regexp.Regexp
}

func unless(isNone func(value string) bool, text string) expression {
	return expression{isNone, lazy.Regexp(text)}
}

func (g expression) matches(value string) bool {
	return !g.isNone(value) && g.regexp().MatchString(value)
}

// beginnings are the first letters of words that are placeholders.
var beginnings = []string{
	"my", "you", "the", "new", "old", "som", "use", "db", "tes", "roo", "adm", "def", "sup", "top", "dum", "fak", "sam",
	"pas", "pwd", "sec",
	"tok", "key", "pos", "mys", "gue", "rab", "min", "cha", "sa", "nul", "nil", "non", "tru", "fal", "und", "str", "boo",
	"int", "uin", "sha", "md", "bcr", "arg", "scr", "pbk", "utf", "bas", "hs", "rs", "es", "ps", "aes", "rsa", "oau",
	"x50", "ed2", "p25",
}

// isNoPlaceholder reports that a value is not a placeholder, judging by its first letters, or by what follows the
// number that it begins with.
func isNoPlaceholder(value string) bool {
	if value == "" {
		return true
	}
	if c := value[0]; isDigit(c) || c|0x20 == 'v' && len(value) > 1 && isDigit(value[1]) {
		return isNoNumber(value[1:])
	}
	if c := value[0]; c|0x20 == 'x' && (len(value) == 1 || fillers[value[1]]) || !isLetter(c) && c < 0x80 {
		return !openers[value[0]]
	}
	if value[0] == '_' || value[0] == '-' {
		return false
	}
	for _, word := range beginnings {
		if len(value) >= len(word) && strings.EqualFold(value[:len(word)], word) {
			return false
		}
	}
	return value[0] < 0x80 && !hasWide(value)
}

var (
	// openers begin placeholders. Fillers continue one.
	openers = classOf("$<{%[@xX*.\xe2_#-!")
	fillers = classOf("xX*.\xe2_#-:")
)

// isNoNumber reports whether more than two letters follow a number, or something that versions do not contain.
func isNoNumber(rest string) bool {
	at, hasDot := 0, false
	for at < len(rest) && (isDigit(rest[at]) || strings.IndexByte("-.,/:", rest[at]) >= 0) {
		hasDot = hasDot || rest[at] == '.'
		at++
	}
	return !hasDot && len(rest)-at > 2 && !hasWide(rest)
}

// markers are the first characters of what a person is to replace.
var markers = classOf("epcydrxtgEPCYDRXTG*.:_-")

// markerWord returns the word of a marker with the given beginning.
func markerWord(begun string) string {
	for _, word := range []string{"example", "placeholder", "change", "your", "dummy", "redacted", "todo", "getenv",
		"process", "environ"} {
		if word[:3] == begun {
			return word
		}
	}
	return begun
}

// hasNoMarker reports whether a value contains none of the words of a marker, judging by their beginnings, and no time
// stamp.
func hasNoMarker(value string) bool {
	for at := 0; at+2 < len(value); at++ {
		if !markers[value[at]] {
			if isDigit(value[at]) && at+10 < len(value) && value[at+4] == '-' && value[at+7] == '-' {
				return false
			}
			continue
		}
		switch begun := string([]byte{value[at] | 0x20, value[at+1] | 0x20, value[at+2] | 0x20}); begun {
		case "xxx", "***", "...", "://", "-he", "\x7fhe":
			return false
		case "exa", "pla", "cha", "you", "dum", "red", "tod", "get", "pro", "env":
			if word := markerWord(begun); len(value)-at >= len(word) && strings.EqualFold(value[at:at+len(word)], word) {
				return false
			}
		}
	}
	return !hasWide(value)
}

// hasWide reports whether a value contains characters that equal an ASCII letter apart from case: the long s and the
// Kelvin sign.
func hasWide(value string) bool {
	return strings.Contains(value, "\u017f") || strings.Contains(value, "\u212a")
}

// isNoPath reports whether a value neither begins like a path nor ends with a dot and some letters.
func isNoPath(value string) bool {
	if len(value) == 0 || strings.IndexByte("~./", value[0]) >= 0 || len(value) > 1 && value[1] == ':' {
		return len(value) == 0
	}
	return strings.IndexByte(value[max(0, len(value)-6):], '.') < 0
}

// isNoConstant reports whether a value contains characters other than those of an upper-case name.
func isNoConstant(value string) bool {
	for at := range len(value) {
		if c := value[at]; (c < 'A' || c > 'Z') && c != '_' && !isDigit(c) {
			return true
		}
	}
	return value == ""
}

// isNoCamel reports whether a value contains characters other than letters, except for two digits at its end.
func isNoCamel(value string) bool {
	for at := range len(value) {
		if !isLetter(value[at]) && (!isDigit(value[at]) || at+2 < len(value)) {
			return true
		}
	}
	return value == ""
}
