package knowledge

import (
	"strings"
	"unicode/utf8"

	"stead/internal/adapt/prefilter"
)

var (
	// telling are the lines of an output that say what is wrong, rather than that something is.
	telling = prefilter.Regexp(
		`(?i)^\s*(E\s{2,}|\w*(error|exception)\b.*:|error(\[\w+\])?:|.*: error|fatal:|panic:|ld:|.*\bnot found\b|.*no such file|.*cannot find|.*undefined|.*permission denied|.*is not recognized|.*\.\w+:\d+:|npm ERR! (?:code|missing))`)
	colours = prefilter.Regexp("\x1b\\[[0-9;?]*[A-Za-z]")
	folders = prefilter.Regexp(`(?:[A-Za-z]:)?(?:[\w.~@+-]*/)+([\w.@+-]+)`)
	hexes   = prefilter.Regexp(`\b(?:0x[0-9a-fA-F]+|[0-9a-f]{8,}(?:-[0-9a-f]{4,})*)\b`)
	digits  = prefilter.Regexp(`\d+`)
)

// mostSignature is how long a signature may be, in bytes.
const mostSignature = 200

// signature returns the line of an output that says what is wrong, without what differs from machine to machine and
// time to time: folders, numbers, addresses.
func signature(text string) string {
	line := tellingLine(plainText(text))
	line = folders().ReplaceAllString(line, "$1")
	line = hexes().ReplaceAllString(line, "#")
	line = digits().ReplaceAllString(line, "#")
	return cut(strings.Join(strings.Fields(line), " "), mostSignature)
}

// tellingLine returns the last line of a Python traceback, else the first telling one, else the first that isn't empty.
func tellingLine(text string) string {
	first := ""
	var last string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if first == "" && !told().MatchString(line) {
			first = line
		}
		last = line
		if telling().MatchString(line) && !strings.Contains(text, "Traceback (most recent") {
			return line
		}
	}
	if strings.Contains(text, "Traceback (most recent") {
		return last
	}
	return first
}

func plainText(text string) string { return colours().ReplaceAllString(text, "") }

// oneLine returns a text with one blank for every run of white space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cut shortens a text to as many bytes, at a character.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// ends shortens a text in its middle: its end often says why it failed.
func ends(text string, most int) string {
	if len(text) <= most {
		return text
	}
	tail := len(text) - most/2
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return cut(text[:most/2], most/2) + "\n…\n" + text[tail:]
}
