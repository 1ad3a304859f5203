package kimi

import (
	"bytes"
	"path/filepath"
	"strconv"

	"stead/internal/attached"
	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restorer remembers what restored records say about those that are converted after them.
type restorer struct {
	// line is the native line that was restored last.
	line int
	// shift is by how much restored records stand behind their old place.
	shift int
}

// restores reports whether the entry is written from its own record. A session of which parts were left out is converted as a whole: its
// records count each other.
func (n *encoder) restores(e *timeline.Entry) bool {
	r := e.Native
	if r == nil || r.CLI != format.Name || n.stream.Cut {
		return false
	}
	return r.Raw != nil || n.restorer.line == r.Line // of further entries of a record, the first one decided
}

// restore writes an entry's record: byte for byte, but for what names another folder or another line.
func (n *encoder) restore(e *timeline.Entry) error {
	r := e.Native
	if r.Raw == nil {
		n.follow(e, n.out.Lines)
		return nil
	}
	if err := n.endConverted(); err != nil {
		return err
	}
	n.follow(e, n.out.Lines+1)
	n.restorer.line = r.Line
	if r.Damaged {
		n.out.raw(r.Raw)
		n.keepBlobs(e)
		return nil
	}
	record := format.Peek(r.Raw)
	if n.isSame {
		n.noteTurn(record)
		n.out.raw(r.Raw)
		n.keepBlobs(e)
		return nil
	}
	if n.out.Lines == 0 && !record.Type.Is(format.Metadata) {
		n.start() // else the CLI puts it there, and every line moves
	}
	if n.out.Lines > 0 && record.Type.Is(format.Metadata) {
		return nil
	}
	n.restorer.shift = n.out.Lines + 1 - r.Line
	n.noteTurn(record)
	n.out.raw(n.moved(record))
	n.keepBlobs(e)
	return nil
}

// follow remembers what converted entries must know of a restored one, whose record stands on the line.
func (n *encoder) follow(e *timeline.Entry, line int) {
	n.note(e)
	if e.Type == timeline.ToolCall {
		n.taken.Take(e.ID)
	}
	if at, ok := milliseconds(e.Timestamp); ok {
		n.last = at
	}
	if e.Active() && e.Compaction == nil {
		n.marks.add(e, line)
	}
}

// noteTurn follows the turns of restored records, so that converted ones are counted on.
func (n *encoder) noteTurn(r format.Record) {
	switch r.Type.String() {
	case format.TurnPrompt:
		if id := r.Raw.Get("turnId"); id != nil {
			n.turn.number = id.Int() + 1
		}
	case format.TurnEnded:
		n.turn.number = r.Raw.Get("turnId").Int() + 1
	}
}

// moved returns a record with the key of another working folder, where the session goes on in one, and with the lines that it names where
// it stands now.
func (n *encoder) moved(r format.Record) []byte {
	line := r.Raw
	switch r.Type.String() {
	case format.RuntimeBinding:
		if n.plan.Dir != "" {
			line = replaced(line, timeline.AppendString(nil, format.WorkDirKey(n.plan.Dir)), "workspaceId")
		}
	case format.Switched:
		if n.restorer.shift != 0 {
			line = n.shifted(line, "base", "line")
			line = n.shifted(line, "legacyUndoLine")
		}
	}
	return line
}

func (n *encoder) shifted(line jsonl.Value, path ...string) jsonl.Value {
	return replaced(line, strconv.AppendInt(nil, line.Get(path...).Int()+int64(n.restorer.shift), 10), path...)
}

// replaced returns a line with the value under a path of keys replaced. A line without it is returned as it is.
func replaced(line jsonl.Value, value []byte, path ...string) jsonl.Value {
	present := line.Get(path...)
	if present == nil {
		return line
	}
	at := cap(line) - cap(present) // the value shares the line's memory: this is where it begins
	return bytes.Join([][]byte{line[:at], value, line[at+len(present):]}, nil)
}

// keepBlobs notes the pictures that a record names, so that their files come along: by their order, where the universal format has given them
// other names. One that is gone is not for the writer to repair.
func (n *encoder) keepBlobs(e *timeline.Entry) {
	names := format.BlobNames(e.Native.Raw)
	for i, name := range names {
		for j, a := range e.Attachments {
			isIt := filepath.Base(a.Path) == name || len(names) == len(e.Attachments) && i == j
			if isIt && attached.Check(&a) == nil {
				n.blobs[name] = a
			}
		}
	}
}
