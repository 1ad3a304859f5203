package rules

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// binding is the way in which a value is bound to its name.
type binding int

const (
	// unbound is a value that follows its name after nothing but white space.
	unbound binding = iota
	// told is a value after a verb: the password is ...
	told
	// set is a value after a sign.
	set
	// exported is a value directly after the equals sign of a shell setting. It may be any word.
	exported
)

// assignment is a name with its value.
type assignment struct {
	name     string
	sort     sort
	value    span
	how      binding
	isQuoted bool
}

// assignmentAt returns the assignment to the name that contains a word. Ok is false if there is none.
func assignmentAt(text string, from, to int) (a assignment, ok bool) {
	from, end := nameAround(text, from, to)
	a.name = text[from:end]
	a.sort = sortAt(text, from, a.name)
	if a.sort == harmless {
		return a, false
	}
	at := afterAny(text, end, 4, "'\"`*_])")
	var value int
	isOption := from > 0 && text[from-1] == '-'
	switch next, how := bound(text, at); {
	case pairedValue(text, at) > 0:
		value, a.how = pairedValue(text, at), set
		if a.name == strings.ToUpper(a.name) {
			a.how = exported
		}
	case column(text, from, end) > 0:
		value, a.how = column(text, from, end), set
	case how != unbound:
		value, a.how = next, how
		if at != end && how == exported {
			a.how = set
		}
	case isOption || followsLogin(text, from) || isSetting(text, from, end):
		value, a.how = afterAny(text, at, 8, " \t"), set
	case a.sort == guarded || a.sort == keyed:
		value = afterAny(text, at, 4, " \t")
	default:
		return a, false
	}
	if value == at && a.how == unbound {
		return a, false
	}
	value = afterScheme(text, value, a)
	a.value.from, a.value.to, a.isQuoted = valueAt(text, value)
	return a, a.value.to > a.value.from
}

// sortAt is like sortOf, for a name at a position: PWD is a shell's folder, except in a connection string.
func sortAt(text string, from int, name string) sort {
	if name == "PWD" && from > 0 && text[from-1] == ';' {
		return guarded
	}
	return sortOf(name)
}

// afterAny returns the position after at most the given number of the characters.
func afterAny(text string, at, most int, of string) int {
	for end := min(len(text), at+most); at < end && strings.IndexByte(of, text[at]) >= 0; at++ {
	}
	return at
}

// bound returns the position of the value that a sign or a verb binds to the name before it.
func bound(text string, at int) (int, binding) {
	if next := afterSign(text, at); next > at {
		if text[at] == '=' && next == at+1 {
			return next, exported
		}
		return next, set
	}
	if next := afterVerb(text, at); next > at {
		return next, told
	}
	return at, unbound
}

// afterSign returns the position after the sign of an assignment and whatever leads to its value, which may be in the
// next line.
func afterSign(text string, from int) int {
	at := afterAny(text, from, 8, " \t")
	sign := afterAny(text, at, 3, "=:>|,?")
	for _, wide := range []string{"：", "「", "は「", "是", "为", "は", "["} {
		if sign == at && strings.HasPrefix(text[at:], wide) {
			sign = at + len(wide)
		}
	}
	if sign == at || strings.HasPrefix(text[at:], "==") || text[at] == '?' {
		return from
	}
	if text[at] == ',' && (at == from || sign < len(text) && text[sign] == '\n') && (from == 0 || !quotes[text[from-1]]) {
		return from // the next item of several
	}
	at = afterAny(text, sign, 12, " \t*[")
	if line := nextLine(text, at); line > at && text[sign-1] == ':' {
		return line
	}
	return at
}

// verbs introduce the value of a name, in several languages.
var verbs = []string{" is now", " is", " was", " ist", " lautet", " est", " es", " é", " è", " är", " er", " to",
	" =", ":", "：", "是", " is:", " jest", " on", " je"}

// afterVerb returns the position after a verb and whatever leads to the value. Words that say what the value is for may
// precede the verb.
func afterVerb(text string, from int) int {
	at := from
	for words := 0; words <= 5; words++ {
		for _, verb := range verbs {
			if len(text) > at+len(verb) && (verb != ":" || words == 0 || isPreposition(text[from:at])) &&
				strings.EqualFold(text[at:at+len(verb)], verb) && endsVerb(text[at+len(verb):]) {
				return afterAny(text, at+len(verb), 8, " \t:*")
			}
		}
		if at >= len(text) || text[at] != ' ' {
			break
		}
		for at++; at < len(text) && at < from+90 && (isNameByte(text[at]) && text[at] != '.' || text[at] == '\''); at++ {
		}
	}
	return from
}

// isPreposition reports whether the text between a name and a colon says what the name is for.
func isPreposition(text string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return slices.Contains([]string{"for", "of", "to", "on", "at", "für", "zu", "pour", "para", "de", "del", "per", "do",
		"voor"}, strings.ToLower(first))
}

func endsVerb(rest string) bool {
	c, _ := utf8.DecodeRuneInString(rest)
	return c == ' ' || c == ':' || c == '"' || c == '`' || c == '\''
}

// pairedValue returns the position of the value in a pair of members, the first of which contains the name: {"name":
// "DB_PASSWORD", "value": "..."}. It also accepts a block after the name: variable "db_password" { default = "..." }.
// It returns 0 if there is none.
func pairedValue(text string, from int) int {
	at := afterAny(text, from, 64, " \t\r\n,;{\"'")
	if at == from {
		return 0
	}
	for _, member := range []string{"value", "default", "val", "content"} {
		if len(text) > at+len(member) && strings.EqualFold(text[at:at+len(member)], member) {
			next := afterAny(text, at+len(member), 4, "'\" \t")
			if next < len(text) && (text[next] == ':' || text[next] == '=') {
				return afterAny(text, next+1, 4, " \t")
			}
		}
	}
	return 0
}

// followsLogin reports whether a name is in a line of a netrc file, after the user's name, or belongs to a statement.
func followsLogin(text string, from int) bool {
	line := text[strings.LastIndexByte(text[:from], '\n')+1 : from]
	before := strings.TrimRight(text[max(0, from-100):from], " \t\r\n")
	fields := strings.Fields(before)
	n := len(fields)
	return n >= 2 && (fields[n-2] == "login" || fields[n-2] == "user") || strings.HasSuffix(line, "WITH ") ||
		strings.HasSuffix(line, "require") ||
		n > 0 && strings.EqualFold(fields[n-1], "alter") || strings.Contains(line, " ROLE ") ||
		strings.Contains(line, " USER ")
}

// isSetting reports whether a name in upper case is set by a command, or is a setting of redis. The value then follows
// white space.
func isSetting(text string, from, to int) bool {
	name := text[from:to]
	if strings.EqualFold(name, "requirepass") {
		return true
	}
	line := text[strings.LastIndexByte(text[:from], '\n')+1 : from]
	return strings.HasPrefix(line, "set") || strings.Contains(line, "config")
}

// schemes may precede the value of a header.
var schemes = []string{"bearer ", "basic ", "token ", "apikey ", "digest ", "bot ", "key "}

func afterScheme(text string, at int, a assignment) int {
	if a.sort != keyed || at >= len(text) {
		return at
	}
	rest := at + afterAny(text[at:], 0, 1, "'\"`")
	for _, scheme := range schemes {
		if len(text) > rest+len(scheme) && strings.EqualFold(text[rest:rest+len(scheme)], scheme) {
			return afterAny(text, rest+len(scheme), 4, " ")
		}
	}
	word := runOf(text, rest, &schemeLetters)
	isScheme := word-rest >= 3 && word < len(text)-1 && text[word] == ' ' && strings.EqualFold(a.name, "authorization")
	if isScheme && runOf(text, word+1, &values)-word > ofAnyKey {
		return word + 1 // a vendor's own scheme
	}
	return at
}

// schemeLetters are the characters of unknown schemes.
var schemeLetters = classOf(letters + "-")

const longestValue = 4 << 10

// valueAt returns the range of the value that begins at a position: in quotes, or up to a character that cannot be in a
// value.
func valueAt(text string, at int) (from, to int, isQuoted bool) {
	if at >= len(text) {
		return at, at, false
	}
	for _, mark := range []string{"b\"", "b'", "f\"", "\\\"", "「", "\"", "'", "`"} {
		if !strings.HasPrefix(text[at:], mark) {
			continue
		}
		at += len(mark)
		closing := strings.Replace(strings.TrimLeft(mark, "bf"), "「", "」", 1)
		rest := text[at:min(len(text), at+longestValue)]
		if end := strings.Index(rest, closing); end >= 0 && !strings.ContainsAny(rest[:end], "\n") {
			return at, at + end, true
		}
		break
	}
	end := at
	for end < len(text) && end < at+longestValue && !endsValue(text, end) {
		end++
	}
	for end > at && strings.IndexByte(".,:?)]}", text[end-1]) >= 0 {
		end--
	}
	return at, end, false
}

// endsValue reports whether an unquoted value ends at a position.
func endsValue(text string, at int) bool {
	switch c := text[at]; c {
	case ' ', '\t', '\n', '\r', '"', '\'', '`', '<', '>', ';', ',', '|', 0:
		return true
	case '&':
		for next := at + 1; next < len(text) && next < at+40; next++ {
			if text[next] == '=' {
				return next > at+1
			}
			if !isNameByte(text[next]) {
				return text[next] == '&'
			}
		}
	case '\\':
		return at+1 < len(text) && (quotes[text[at+1]] || escapedBlanks[text[at+1]] &&
			!isWordy(text[at+1:min(len(text), at+5)]))
	case 0xe2, 0xe3:
		return strings.HasPrefix(text[at:], "」") || strings.HasPrefix(text[at:], "。") || strings.HasPrefix(text[at:], "”")
	}
	return false
}
