package screen

import "bytes"

// The emulator moves every cell of the screen for each line that scrolls, which limits it to 2 MB/s with 40 rows of 120
// cells. In a long output that only scrolls, the lines that are gone at the end need not be drawn.

// skip returns the part of output that must be drawn so that the screen and the given number of kept rows are as if all
// of it were drawn. It also returns the sequences that set the style before that part.
func skip(output []byte, rows int) (style, rest []byte) {
	rest = lastLines(output, rows)
	if skipped := len(output) - len(rest); skipped > 0 && onlyScrolls(output) {
		return lastStyle(output[:skipped]), rest
	}
	return nil, output
}

// lastLines returns the last lines of output, or all of it if there are no more lines. The line before them ends with
// CR LF.
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

// onlyScrolls reports whether output consists only of lines of text and styles. Output must not end with an incomplete
// sequence.
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

// lastStyle returns the style sequences of output from the last one that resets all styles.
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
