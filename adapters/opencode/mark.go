package opencode

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Written says, in the metadata of a session that stead has written, which of its records were there then: the CLI may
// delete some of them later (undo), and what it adds must not take their positions.
type Written struct {
	// Lines is the number of records, Last the newest message, Time its time in milliseconds.
	Lines int
	Last  string
	Time  int64
}

// IsBefore reports whether a message came after all that stead wrote.
func (w Written) IsBefore(message Row) bool {
	return w.Lines > 0 && position{w.Time, w.Last}.before(positionOf(message))
}

// WrittenOf reads the note from the row of a session. The zero value says that stead did not write it.
func WrittenOf(session Row) Written {
	note := session.Get("metadata", mark)
	return Written{Lines: int(note.Get("lines").Int()), Last: note.Get("last").String(), Time: note.Get("time").Int()}
}

// markFork is the member of a session's metadata that says of which session it is a fork. OpenCode itself notes nothing
// of that.
const markFork = "steadForkedFrom"

// ForkedFrom returns the metadata of a session that is a fork of another.
func ForkedFrom(session string) []byte {
	o := timeline.NewObject(nil)
	o.String(markFork, session)
	return o.End()
}

// withWritten returns a session's metadata with the note.
func withWritten(metadata jsonl.Value, w Written) []byte {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(metadata) {
		if string(key) != mark {
			o.Raw(string(key), value)
		}
	}
	o.Append(mark, func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.Int("lines", int64(w.Lines))
		m.String("last", w.Last)
		m.Int("time", w.Time)
		return m.End()
	})
	return o.End()
}
