package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"stead/timeline"
)

// Journal is a run's timeline on disk, open for appending. It is safe for use by several goroutines.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	size int64
	rows uint64
	view *View
}

// Create begins a journal with the session that the run continues. The file must not exist; when the session cannot be
// copied, none stays. The view of a new journal is empty: it shows what the run adds.
func Create(path string, history timeline.Stream) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	history.Children = nil // sub-agents of the past stay with the session that they belong to
	if _, err := timeline.WriteLines(file, history); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return &Journal{file: file, size: info.Size(), view: newView()}, nil
}

// View returns the live view.
func (j *Journal) View() *View { return j.view }

// Append writes entries, with one write for all, and shows them. When the write fails, the journal is as it was before.
func (j *Journal) Append(entries ...*timeline.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var lines []byte
	rows := make([]*Row, len(entries))
	for i, e := range entries {
		from := len(lines)
		lines = append(e.AppendJSON(lines), '\n')
		rows[i] = rowOf(e, j.rows+uint64(i)+1, j.size+int64(from), int64(len(lines)-from))
	}
	if _, err := j.file.WriteAt(lines, j.size); err != nil {
		return errors.Join(fmt.Errorf("append to the journal: %w", err), j.file.Truncate(j.size))
	}
	j.size += int64(len(lines))
	j.rows += uint64(len(rows))
	return j.view.insert(rows)
}

func rowOf(e *timeline.Entry, sequence uint64, offset, length int64) *Row {
	return &Row{Sequence: sequence, ID: e.ID, CallID: e.CallID, Type: e.Type, Hidden: e.Hidden, Offset: offset, Length: length}
}

// Read returns the entry of a row, its body included.
func (j *Journal) Read(row Row) (*timeline.Entry, error) {
	line := make([]byte, row.Length)
	if _, err := j.file.ReadAt(line, row.Offset); err != nil {
		return nil, fmt.Errorf("read entry %s of the journal: %w", row.ID, err)
	}
	e := new(timeline.Entry)
	if err := json.Unmarshal(bytes.TrimSpace(line), e); err != nil {
		return nil, fmt.Errorf("read entry %s of the journal: %w", row.ID, err)
	}
	return e, nil
}

// Close closes the file. What was appended is in it already.
func (j *Journal) Close() error { return j.file.Close() }
