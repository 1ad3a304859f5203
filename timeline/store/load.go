package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/timeline"
)

// Load puts a session into the store under a key, a run's id, from its journal as it is now. A session of that key is replaced. The entries
// of its children are left out. A line that was cut at the journal's end is, too.
func (s *Store) Load(ctx context.Context, key, path string) error {
	_, err := s.load(ctx, key, path)
	return err
}

func (s *Store) load(ctx context.Context, key, path string) (Session, error) {
	if err := s.Remove(key); err != nil {
		return Session{}, err
	}
	session := Session{Key: key, Journal: path}
	if err := s.fill(ctx, &session); err != nil {
		return session, fmt.Errorf("load the journal %s: %w", path, err)
	}
	return session, nil
}

func (s *Store) fill(ctx context.Context, session *Session) error {
	file, err := regular.Open(session.Journal)
	if err != nil {
		return err
	}
	defer file.Close()
	own := false // whether the entries belong to the session itself, not to a child
	for records, err := range jsonl.Map(ctx, file, peek) {
		if err != nil {
			return err
		}
		var rows []*Entry
		for _, record := range records {
			if record.header != nil {
				own = record.header.ID == session.Header.ID || session.Header.ID == ""
				if session.Header.ID == "" {
					session.Header = *record.header
				}
			} else if own {
				rows = append(rows, record.row)
			}
		}
		if err := s.add(session, rows); err != nil {
			return err
		}
	}
	if session.Header.ID == "" {
		return ErrNoJournal
	}
	return s.commit(*session, nil)
}

// record is a line of a journal: a header or an entry.
type record struct {
	header *timeline.Header
	row    *Entry
}

// peek tells the records of a chunk of lines. Lines that are neither are skipped: a cut one at the end is not whole yet.
func peek(lines []jsonl.Line) []record {
	records := make([]record, 0, len(lines))
	for _, line := range lines {
		clean, _, ok := jsonl.Clean(line.Bytes)
		if !ok {
			continue
		}
		if bytes.HasPrefix(clean, []byte(`{"format"`)) {
			var header timeline.Header
			if json.Unmarshal(clean, &header) == nil {
				records = append(records, record{header: &header})
			}
		} else if row := peekRow(clean); row != nil {
			row.Offset, row.Length = line.Offset, len(line.Bytes)
			records = append(records, record{row: row})
		}
	}
	return records
}

// peekRow returns the row of an entry's line, or nil. It copies what it keeps.
func peekRow(line jsonl.Value) *Entry {
	row := &Entry{}
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "id":
			row.ID = value.String()
		case "type":
			row.Type = timeline.EntryType(value.String())
		case "callId":
			row.CallID = value.String()
		case "tool":
			row.Tool = timeline.Tool(value.String())
		case "timestamp":
			row.Timestamp = value.String()
		case "branch":
			row.Branch = value.String()
		case "hidden":
			row.Hidden = value.Bool()
		case "success":
			row.Success = value.Bool()
		}
	}
	if row.ID == "" {
		return nil
	}
	if row.Type == timeline.ToolCall {
		row.CallID = row.ID
	}
	return row
}

// rowOf returns the row of an entry whose line lies at offset.
func rowOf(e *timeline.Entry, offset int64, length int) *Entry {
	row := &Entry{
		ID: e.ID, CallID: e.CallID, Type: e.Type, Tool: e.Tool, Timestamp: e.Timestamp,
		Hidden: e.Hidden, Branch: e.Branch, Success: e.Success,
		Offset: offset, Length: length,
	}
	if e.Type == timeline.ToolCall {
		row.CallID = e.ID
	}
	return row
}
