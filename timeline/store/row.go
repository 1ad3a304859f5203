package store

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Line is an entry as a [Reader] passes it on.
type Line struct {
	// Row is the view's row of the entry. Its Sequence is 0 if the view no longer holds the entry.
	Row *Entry
	// text is the entry's line in the journal.
	text []byte
}

// Entry returns the whole entry. It fails if the line is not an entry.
func (l Line) Entry() (*timeline.Entry, error) {
	e, err := decode(l.text)
	if err != nil {
		return nil, err
	}
	e.Branch = l.Row.Branch
	return e, nil
}

func decode(line []byte) (*timeline.Entry, error) {
	var e timeline.Entry
	clean, _, _ := jsonl.Clean(line)
	if err := json.Unmarshal(clean, &e); err != nil {
		return nil, err
	}
	return &e, nil
}

// scanner classifies the lines of a journal: headers, entries of the session itself, and entries of its children.
type scanner struct {
	// session is the id in the first header. Child reports that the current lines belong to a child.
	session string
	child   bool
	// moves are those of the last line that had any. Such a line sets moved; every header sets header.
	moves         timeline.Moves
	moved, header bool
}

// scan returns the row of an entry of the session. It returns nil for a header, a child's entry, and any other line.
func (s *scanner) scan(line jsonl.Line) *Entry {
	clean, _, ok := jsonl.Clean(line.Bytes)
	if !ok {
		return nil
	}
	value := jsonl.Value(clean)
	if value.Get("format").Is(timeline.LinesFormat) {
		s.header = true
		id := value.Get("id").String()
		if s.session == "" {
			s.session = id
		}
		s.child = id != s.session
		if moves, ok := movesOf(clean); ok && !s.child {
			s.moves, s.moved = moves, true
		}
		return nil
	}
	if s.child {
		return nil
	}
	row := peekRow(value)
	row.Offset, row.Length = line.Offset, len(line.Bytes)
	return row
}

// peekRow returns the row of an entry's line. It copies what it keeps.
func peekRow(line jsonl.Value) *Entry {
	var e timeline.Entry
	row := &Entry{}
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "id":
			e.ID = value.String()
		case "type":
			e.Type = timeline.EntryType(value.String())
		case "callId":
			e.CallID = value.String()
		case "tool":
			e.Tool = timeline.Tool(value.String())
		case "timestamp":
			e.Timestamp = value.String()
		case "branch":
			e.Branch = value.String()
		case "hidden":
			e.Hidden = value.Bool()
		case "origin":
			e.Origin = &timeline.Origin{Kind: timeline.OriginKind(value.Get("kind").String())}
		case "native":
			row.Native = value.Get("session").String()
		}
	}
	row.learn(&e)
	return row
}

// rowOf returns the row of an entry whose line is at offset.
func rowOf(e *timeline.Entry, offset int64, length int) *Entry {
	row := &Entry{Offset: offset, Length: length}
	if e.Native != nil {
		row.Native = e.Native.Session
	}
	row.learn(e)
	return row
}

func (e *Entry) learn(from *timeline.Entry) {
	e.ID, e.CallID, e.Type, e.Tool, e.Timestamp = from.ID, from.CallID, from.Type, from.Tool, from.Timestamp
	e.Hidden, e.Branch, e.named, e.startsTurn = from.Hidden, from.Branch, from.Branch, from.StartsTurn()
}
