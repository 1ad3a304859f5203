package screen

import "bytes"

// The emulator moves every cell of the screen for a line that scrolls, which is 2 MB/s on 40 rows of 120 cells. Of a
// long output that only scrolls, the lines that are gone at its end need not be drawn.

// skip returns the part of output that must be drawn so that the screen and so many kept rows are as if all of it were,
// and what sets the style before it.
func skip(output []byte, rows int) (style, rest []byte) {
	rest = lastLines(output, rows)
	if skipped := len(output) - len(rest); skipped > 0 && onlyScrolls(output) {
		return lastStyle(output[:skipped]), rest
	}
	return nil, output
}

// lastLines returns the last lines of output, all of it when there are no more. The line before them ends with CR LF.
func lastLines(output []byte, lines int) []byte {
	at := len(output)
	for range lines + 1 {
		if at = bytes.LastIndexByte(output[:at], '\n'); at < 1 {
			return output
		}
	}
	if output[at-1] != '\r' {
		return output
	}
	return output[at+1:]
}

// onlyScrolls reports whether output is lines of text and styles. Output ends with no unfinished sequence.
func onlyScrolls(output []byte) bool {
	for at := 0; at < len(output); at++ {
		switch c := output[at]; {
		case c >= ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\a':
		case c == '\x1b' && isStyle(output[at:]):
		default:
			return false
		}
	}
	return true
}

func isStyle(s []byte) bool {
	length := sequenceLength(s)
	return length > 2 && s[1] == '[' && s[length-1] == 'm' && (s[2] < '<' || s[2] > '?')
}

// lastStyle returns the style sequences of output since the last that takes all styles away.
func lastStyle(output []byte) []byte {
	if at := bytes.LastIndex(output, []byte("\x1b[0m")); at >= 0 {
		output = output[at:]
	}
	var styles []byte
	for {
		at := bytes.IndexByte(output, '\x1b')
		if at < 0 {
			return styles
		}
		length := sequenceLength(output[at:])
		styles = append(styles, output[at:at+length]...)
		output = output[at+length:]
	}
}
