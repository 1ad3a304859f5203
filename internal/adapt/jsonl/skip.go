package jsonl

import "bytes"

// The functions below move over valid JSON. On invalid JSON they still end, inside the slice, at a meaningless offset.

func skipSpace(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

func skipSeparator(b []byte, at int) int {
	at = skipSpace(b, at)
	if at < len(b) && b[at] == ',' {
		at = skipSpace(b, at+1)
	}
	return at
}

// skipString returns the offset after the string that begins at b[at].
func skipString(b []byte, at int) int {
	for from := at + 1; ; {
		quote := bytes.IndexByte(b[from:], '"')
		if quote < 0 {
			return len(b)
		}
		from += quote + 1
		if !escaped(b, at+1, from-1) {
			return from
		}
	}
}

// escaped reports whether an odd number of backslashes precedes b[at], not looking before begin.
func escaped(b []byte, begin, at int) bool {
	n := 0
	for at-1-n >= begin && b[at-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// skipValue returns the offset after the value that begins at b[at].
func skipValue(b []byte, at int) int {
	if at >= len(b) {
		return len(b)
	}
	switch b[at] {
	case '"':
		return skipString(b, at)
	case '{', '[':
		return skipNested(b, at)
	}
	for at < len(b) && bytes.IndexByte([]byte(",]} \t\r\n"), b[at]) < 0 {
		at++
	}
	return at
}

func skipNested(b []byte, at int) int {
	depth := 0
	for at < len(b) {
		switch b[at] {
		case '"':
			at = skipString(b, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		at++
		if depth == 0 {
			return at
		}
	}
	return len(b)
}
