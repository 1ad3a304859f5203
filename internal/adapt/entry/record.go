package entry

import (
	"bytes"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Keep gives the entries of a line their records: the first one holds the line itself, the others only say where they
// came from. Damaged is as [timeline.Record] has it.
func Keep(entries []*timeline.Entry, cli string, line jsonl.Line, damaged bool) {
	for i, e := range entries {
		e.Native = &timeline.Record{CLI: cli, Line: line.Number, Offset: line.Offset}
		if i == 0 {
			e.Native.Raw, e.Native.Damaged = line.Raw(), damaged
		}
	}
}

// titleLength is the longest title in bytes.
const titleLength = 200

// Title returns the beginning of a text's first line that is not blank.
func Title(text timeline.Text) string {
	for line := range bytes.Lines([]byte(text.Head(4 * titleLength))) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return string(bytes.ToValidUTF8(line[:min(len(line), titleLength)], nil))
		}
	}
	return ""
}
