package claude

import (
	"bytes"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// beginning is the beginning of each record of the conversation. Inside another record, its quotes would be escaped.
var beginning = []byte(`{"parentUuid":`)

var byteOrderMark = []byte("\uFEFF")

// glued splits a line on which a whole record follows something else: the stub of a record that was cut when the
// program was killed, or a record without its line feed. Claude Code 2.1.332 skips such a line.
func glued(line []byte) (before, record []byte, ok bool) {
	at := 0
	for next := bytes.Index(line[min(1, len(line)):], beginning); next >= 0; next = bytes.Index(line[at+1:], beginning) {
		at += 1 + next
	}
	if at == 0 {
		return nil, nil, false
	}
	if _, _, isSound := jsonl.Clean(line); isSound {
		return nil, nil, false
	}
	record, _, ok = jsonl.Clean(line[at:])
	return line[:at], record, ok
}

// whole returns the record on a line, without any text before it.
func whole(line []byte) []byte {
	if _, record, ok := glued(line); ok {
		return record
	}
	return bytes.TrimPrefix(bytes.TrimLeft(line, "\x00"), byteOrderMark)
}

// stub adds an entry for the text before a whole record on its line. It counts as lost.
func (b *builder) stub(before []byte) {
	e := b.made.Hide(timeline.Text{})
	e.Origin, e.Native.Damaged = entry.Unreadable(before).Origin, true
}
