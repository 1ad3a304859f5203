package screen

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// terminator is the byte with which the emulator's parser ends a control string (x/ansi 0.11.8), even within a
// character. The star in the title of Claude Code contains it, so the rest of the title was drawn at the cursor
// (github.com/charmbracelet/x/issues/848). Terminals for UTF-8 do not treat this byte as a terminator.
const terminator = 0x9c

// withoutTerminators replaces the characters in control strings that contain the terminator. Output contains only
// complete sequences. The last title with such a character is returned unchanged. isTitled is set if no other title
// follows it.
func withoutTerminators(output []byte) (clean []byte, title string, isTitled bool) {
	if bytes.IndexByte(output, terminator) < 0 {
		return output, "", false
	}
	clean = output
	isOwn := false
	for at := bytes.IndexByte(output, '\x1b'); at >= 0 && at < len(output); {
		length := max(1, sequenceLength(output[at:]))
		sequence := output[at : at+length]
		isTitle, text := titleOf(sequence)
		if isTitle {
			title, isTitled = text, bytes.IndexByte(sequence, terminator) >= 0
		}
		if isString(sequence) && bytes.IndexByte(sequence, terminator) >= 0 {
			if !isOwn {
				clean, isOwn = slices.Clone(output), true
			}
			blank(clean[at : at+length])
		}
		at += length
		next := bytes.IndexByte(output[at:], '\x1b')
		if next < 0 {
			break
		}
		at += next
	}
	return clean, title, isTitled
}

func isString(sequence []byte) bool {
	return len(sequence) > 2 && bytes.IndexByte([]byte("]PX^_"), sequence[1]) >= 0
}

// titleOf returns the title that a sequence sets.
func titleOf(sequence []byte) (isTitle bool, title string) {
	for _, begin := range []string{"\x1b]0;", "\x1b]2;"} {
		if text, ok := bytes.CutPrefix(sequence, []byte(begin)); ok {
			return true, string(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\x1b\\")), []byte("\a")))
		}
	}
	return false, ""
}

// blank puts question marks in place of the characters that contain the terminator.
func blank(text []byte) {
	for at := bytes.IndexByte(text, terminator); at >= 0; at = bytes.IndexByte(text, terminator) {
		first := at
		for first > 0 && at-first < utf8.UTFMax-1 && !utf8.RuneStart(text[first]) {
			first--
		}
		_, size := utf8.DecodeRune(text[first:])
		for i := range text[first:max(first+size, at+1)] {
			text[first+i] = '?'
		}
	}
}
