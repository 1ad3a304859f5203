package entry

import (
	"bytes"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Keep gives the entries of a line their records. The first entry holds the line itself. The others only name its
// position. Damaged has the meaning that it has in [timeline.Record].
func Keep(entries []*timeline.Entry, cli string, line jsonl.Line, damaged bool) {
	for i, e := range entries {
		e.Native = &timeline.Record{CLI: cli, Line: line.Number, Offset: line.Offset}
		if i == 0 {
			e.Native.Raw, e.Native.Damaged = line.Raw(), damaged
		}
	}
}

// titleLength is the maximum length of a title in bytes.
const titleLength = 200

// Title returns the beginning of the first line of a text that is not blank.
func Title(text timeline.Text) string {
	for line := range bytes.Lines([]byte(text.Head(4 * titleLength))) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return string(bytes.ToValidUTF8(line[:min(len(line), titleLength)], nil))
		}
	}
	return ""
}
