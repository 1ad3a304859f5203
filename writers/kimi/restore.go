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

// restorer restores native records.
type restorer struct {
	out          *output
	conversation *conversation
	dir          string
	isCut        bool
	// isSame reports that the session keeps its id. In this case, its records stay unchanged.
	isSame bool
	// line is the last native line that was restored.
	line int
	// shift is the number of lines by which restored records are behind their old position.
	shift int
	// blobs are the pictures to which records refer, by file name.
	blobs map[string]timeline.Attachment
}

// takes reports whether an entry is restored from its own record. A session with omitted parts is converted as a whole,
// because its records refer to each other by number.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	if native == nil || native.CLI != format.Name || r.isCut {
		return false
	}
	return native.Raw != nil || r.line == native.Line // for further entries of a record, the first one decided
}

// write writes an entry's record byte for byte, except for references to a folder or to other lines.
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
		r.out.start() // otherwise the CLI would insert it, and every line would move
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

// follow stores the facts about a restored entry that converted entries depend on. Line is the line of its record.
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

// moved returns a record with the key of the new working folder, if the session continues in another one, and with the
// new numbers of the lines to which it refers.
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

// replaced returns a line with the value at a path of keys replaced. It returns a line without that path unchanged.
func replaced(line jsonl.Value, value []byte, path ...string) jsonl.Value {
	present := line.Get(path...)
	if present == nil {
		return line
	}
	at := cap(line) - cap(present) // the beginning of the value, which shares the line's memory
	return bytes.Join([][]byte{line[:at], value, line[at+len(present):]}, nil)
}

// keepBlobs stores the pictures to which a record refers, so that their files are copied. It goes by their order if the
// universal format has renamed them. The writer cannot restore a missing picture.
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
