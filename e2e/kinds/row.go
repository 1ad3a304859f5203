package kinds

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// row is one kind of record, and how it looks.
type row struct {
	// kind is the name that people read: "attachment fork_briefing".
	kind    string
	records []string
	// marks are the marked texts of the records, in order.
	marks []string
}

// readRows reads the kinds of a CLI, each with marks of its own.
func readRows(cli string) ([]row, error) {
	content, err := os.ReadFile(filepath.Join("testdata", "rows", cli+".txt"))
	if err != nil {
		return nil, err
	}
	var rows []row
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) < 2 {
			return nil, fmt.Errorf("the kind %q of %s has no record", line, cli)
		}
		r := row{kind: fields[0], records: fields[1:]}
		r.mark(len(rows))
		rows = append(rows, r)
	}
	return rows, nil
}

// mark puts texts into the records that stand nowhere else. They read like a sentence, so that no CLI takes them for a
// name.
func (r *row) mark(number int) {
	for i, record := range r.records {
		for strings.Contains(record, "MARK") {
			mark := fmt.Sprintf("kind%03dfield%d", number, len(r.marks)+1)
			record = strings.Replace(record, "MARK", mark, 1)
			r.marks = append(r.marks, mark)
		}
		r.records[i] = record
	}
}
