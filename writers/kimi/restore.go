package kimi

import (
	"bytes"
	"path/filepath"
	"strconv"

	format "stead/adapters/kimi"
	"stead/internal/adapt/attached"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer writes native records again.
type restorer struct {
	out          *output
	conversation *conversation
	dir          string
	isCut        bool
	// isSame is set when the session keeps its id: nothing is to be changed then.
	isSame bool
	// line is the native line that was restored last.
	line int
	// shift is by how much restored records stand behind their old place.
	shift int
	// blobs are the pictures that records name, by the name of their file.
	blobs map[string]timeline.Attachment
}

// takes reports whether the entry is written from its own record. A session of which parts were left out is converted
// as a whole: its records count each other.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	if native == nil || native.CLI != format.Name || r.isCut {
		return false
	}
	return native.Raw != nil || r.line == native.Line // of further entries of a record, the first one decided
}

// write writes an entry's record: byte for byte, but for what names another folder or another line.
func (r *restorer) write(e *timeline.Entry) error {
	native := e.Native
	if native.Raw == nil {
		r.follow(e, r.out.Lines)
		return nil
	}
	if err := r.conversation.finish(); err != nil {
		return err
	}
	r.follow(e, r.out.Lines+1)
	r.line = native.Line
	if native.Damaged {
		r.out.raw(native.Raw)
		r.keepBlobs(e)
		return nil
	}
	record := format.Peek(native.Raw)
	if r.isSame {
		r.conversation.turns.follow(record)
		r.out.raw(native.Raw)
		r.keepBlobs(e)
		return nil
	}
	if r.out.Lines == 0 && !record.Type.Is(format.Metadata) {
		r.out.start() // else the CLI puts it there, and every line moves
	}
	if r.out.Lines > 0 && record.Type.Is(format.Metadata) {
		return nil
	}
	r.shift = r.out.Lines + 1 - native.Line
	r.conversation.turns.follow(record)
	r.out.raw(r.moved(record))
	r.keepBlobs(e)
	return nil
}

// follow remembers what converted entries must know of a restored one, whose record stands on the line.
func (r *restorer) follow(e *timeline.Entry, line int) {
	r.conversation.prompts.note(e)
	if e.Type == timeline.ToolCall {
		r.conversation.calls.ids.Take(e.ID)
	}
	if at, ok := milliseconds(e.Timestamp); ok {
		r.out.last = at
	}
	if e.Active() && e.Compaction == nil {
		r.conversation.marks.add(e, line)
	}
}

// moved returns a record with the key of another working folder, where the session goes on in one, and with the lines
// that it names where it stands now.
func (r *restorer) moved(record format.Record) []byte {
	line := record.Raw
	switch record.Type.String() {
	case format.RuntimeBinding:
		if r.dir != "" {
			line = replaced(line, timeline.AppendString(nil, format.WorkDirKey(r.dir)), "workspaceId")
		}
	case format.Switched:
		if r.shift != 0 {
			line = r.shifted(line, "base", "line")
			line = r.shifted(line, "legacyUndoLine")
		}
	}
	return line
}

func (r *restorer) shifted(line jsonl.Value, path ...string) jsonl.Value {
	return replaced(line, strconv.AppendInt(nil, line.Get(path...).Int()+int64(r.shift), 10), path...)
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

// keepBlobs notes the pictures that a record names, so that their files come along: by their order, where the universal
// format has given them other names. One that is gone is not for the writer to repair.
func (r *restorer) keepBlobs(e *timeline.Entry) {
	names := format.BlobNames(e.Native.Raw)
	for i, name := range names {
		for j, a := range e.Attachments {
			isIt := filepath.Base(a.Path) == name || len(names) == len(e.Attachments) && i == j
			if isIt && attached.Check(&a) == nil {
				r.blobs[name] = a
			}
		}
	}
}
