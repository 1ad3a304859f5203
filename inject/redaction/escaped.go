package redaction

import "strings"

// mayBePartOf reports whether the output around a needle may be the rest of its secret, at any level of escaping. The
// needle alone may be an ordinary word.
func mayBePartOf(secret string, n needle, part []byte, from, to int) bool {
	return goesOn(secret[n.at+n.size:], part[to:]) && goesBack(secret[:n.at], part[:from])
}

// goesOn reports whether the output may begin with a text. It stops comparing at a character that may be written in
// several ways.
func goesOn(text string, written []byte) bool {
	at := 0
	for i := range len(text) {
		escape := at
		for at < len(written) && written[at] == '\\' {
			at++
		}
		letter, isCertain := letterOf(text[i])
		if at == len(written) || !isCertain || text[i] < ' ' && written[at] == 'u' {
			return true
		}
		if text[i] == '\\' {
			if at == escape && (i == 0 || text[i-1] != '\\') {
				return false
			}
			continue
		}
		if written[at] != letter {
			return false
		}
		at++
	}
	return true
}

// goesBack is like goesOn, for the end of the output.
func goesBack(text string, written []byte) bool {
	at := len(written)
	for i := len(text) - 1; i >= 0; i-- {
		escape := at
		for at > 0 && written[at-1] == '\\' {
			at--
		}
		letter, isCertain := letterOf(text[i])
		if at == 0 || !isCertain {
			return true
		}
		if text[i] == '\\' {
			if at == escape && (i+1 == len(text) || text[i+1] != '\\') {
				return false
			}
			continue
		}
		if written[at-1] != letter {
			return text[i] < ' ' && at > 5 && written[at-5] == 'u'
		}
		at--
	}
	return true
}

// letterOf returns the character that represents a character in JSON, after a backslash for white space. IsCertain is
// false for a character that may have a numeric escape.
func letterOf(c byte) (letter byte, isCertain bool) {
	if at := strings.IndexByte("\n\t\r", c); at >= 0 {
		return "ntr"[at], true
	}
	return c, c >= ' ' && c < 0x7f && strings.IndexByte(`/<>&'`, c) < 0
}
