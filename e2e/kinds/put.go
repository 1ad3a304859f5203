package kinds

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"stead/e2e/harness"
)

// subject is what the experiment knows of a CLI.
type subject struct {
	cli string
	// session is the recorded session that the records are added to.
	session string
	// id is the member by which a record of a tree names itself. Empty for formats that are no trees.
	id string
	// sources tell which kinds the installed CLI knows.
	sources []source
	// put adds records to the session. Nil appends them to its file, a line each.
	put func(s harness.Session, records []string) error
}

// add puts the records of rows into a session.
func (s subject) add(session harness.Session, folder string, rows []row) error {
	content, err := os.ReadFile(session.Path)
	if err != nil {
		return err
	}
	parent, number, last := s.lastID(content), 0, lastOrdinal(content)
	var records []string
	for _, r := range rows {
		for _, record := range r.records {
			number++
			id := fmt.Sprintf("00000000-0000-4000-8000-%012d", number)
			filled := strings.NewReplacer(`"PARENT"`, `"`+parent+`"`, "SESSION", session.ID, "FOLDER", folder, "TIME",
				"2026-11-27T12:00:00.000Z",
				"ORDINAL", strconv.Itoa(last+number)).Replace(record)
			if strings.Contains(filled, `"ID"`) {
				filled, parent = strings.ReplaceAll(filled, `"ID"`, `"`+id+`"`), id
			}
			records = append(records, filled)
		}
	}
	if s.put != nil {
		return s.put(session, records)
	}
	whole := append(bytes.TrimRight(content, "\n"), "\n"+strings.Join(records, "\n")+"\n"...)
	return os.WriteFile(session.Path, whole, 0o600)
}

var ordinals = regexp.MustCompile(`"ordinal":(\d+)`)

// lastOrdinal is the number of the last record, in formats that count them.
func lastOrdinal(content []byte) int {
	all := ordinals.FindAllSubmatch(content, -1)
	if len(all) == 0 {
		return 0
	}
	last, _ := strconv.Atoi(string(all[len(all)-1][1]))
	return last
}

// lastID is the id of the last record that has one.
func (s subject) lastID(content []byte) string {
	at := bytes.LastIndex(content, []byte(`"`+s.id+`":"`))
	if s.id == "" || at < 0 {
		return ""
	}
	id, _, _ := bytes.Cut(content[at+len(s.id)+4:], []byte{'"'})
	return string(id)
}
