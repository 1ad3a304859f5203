package opencode

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Written records, in the metadata of a session that stead wrote, which records the session had at that time: the CLI
// may delete some of them later (undo), and records that it adds must not take their positions.
type Written struct {
	// Lines is the number of records. Last is the id of the newest message, and Time is its time in milliseconds.
	Lines int
	Last  string
	Time  int64
}

// IsBefore reports whether a message is newer than everything that stead wrote.
func (w Written) IsBefore(message Row) bool {
	return w.Lines > 0 && position{w.Time, w.Last}.before(positionOf(message))
}

// WrittenOf parses the note in the row of a session. The zero value means that stead did not write the session.
func WrittenOf(session Row) Written {
	note := session.Get("metadata", mark)
	return Written{Lines: int(note.Get("lines").Int()), Last: note.Get("last").String(), Time: note.Get("time").Int()}
}

// markFork is the member of a session's metadata that names the session it was forked from. OpenCode itself does not
// record that.
const markFork = "steadForkedFrom"

// ForkedFrom returns the metadata of a session that is a fork of another.
func ForkedFrom(session string) []byte {
	o := timeline.NewObject(nil)
	o.String(markFork, session)
	return o.End()
}

// withWritten returns a session's metadata with the note added or replaced.
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
