package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"stead/timeline"
)

// ErrNoJournal: the file does not begin as a journal does.
var ErrNoJournal = errors.New("not a journal")

// Reopen opens a journal again, after a crash too: a last line that was cut is dropped, and the view is rebuilt from all
// entries. It returns how many bytes were dropped. Errors: ErrNoJournal, those of the file system, and a damaged line that is not the last.
func Reopen(path string) (j *Journal, dropped int64, err error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, 0, err
	}
	j = &Journal{file: file, view: newView()}
	total, err := j.rebuild()
	if err == nil && total > j.size {
		err = file.Truncate(j.size)
	}
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("reopen journal %s: %w", path, err), file.Close())
	}
	return j, total - j.size, nil
}

// batch is how many rows are committed at once.
const batch = 100

// rebuild reads the journal up to its last whole line and returns the size of the file.
func (j *Journal) rebuild() (total int64, err error) {
	lines := bufio.NewReaderSize(j.file, 1<<20)
	var rows []*Row
	for number := 0; ; number++ {
		line, err := lines.ReadBytes('\n')
		total += int64(len(line))
		if errors.Is(err, io.EOF) {
			return total, j.view.insert(rows) // what stands behind the last line feed was cut
		}
		if err != nil {
			return total, err
		}
		if number == 0 {
			err = header(line)
		} else {
			rows, err = j.restore(rows, line)
		}
		if err != nil {
			return total, fmt.Errorf("line %d: %w", number+1, err)
		}
		j.size = total
	}
}

func (j *Journal) restore(rows []*Row, line []byte) ([]*Row, error) {
	var e timeline.Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return rows, err
	}
	j.rows++
	rows = append(rows, rowOf(&e, j.rows, j.size, int64(len(line))))
	if len(rows) < batch {
		return rows, nil
	}
	return nil, j.view.insert(rows)
}

func header(line []byte) error {
	var h struct{ Format string }
	if err := json.Unmarshal(line, &h); err != nil || h.Format != timeline.LinesFormat {
		return ErrNoJournal
	}
	return nil
}
