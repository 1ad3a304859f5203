package kinds

import (
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"stead/e2e/harness"
)

// putOpencode puts messages and their parts into the tables of OpenCode, with the driver of the harness. A record with
// a role is a message, and the others are parts of it.
func putOpencode(s harness.Session, records []string) error {
	database, err := sql.Open("sqlite", "file:"+s.Path)
	if err != nil {
		return err
	}
	var last int64
	err = database.QueryRow("SELECT max(time_created) FROM message WHERE session_id = ?", s.ID).Scan(&last)
	message := ""
	for i, record := range records {
		if err != nil {
			break
		}
		record = encoded.ReplaceAllStringFunc(record, func(text string) string {
			return base64.StdEncoding.EncodeToString([]byte(encoded.FindStringSubmatch(text)[1]))
		})
		if strings.HasPrefix(record, `{"role":`) {
			last++
			message = fmt.Sprintf("msg_zz%06d", i)
			_, err = database.Exec(
				"INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)", message, s.ID, last, last, record)
			continue
		}
		_, err = database.Exec(
			"INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)",
			fmt.Sprintf("prt_zz%06d", i), message, s.ID, last, last, record)
	}
	return errors.Join(err, database.Close())
}

// encoded is a text that stands in base64 in a record.
var encoded = regexp.MustCompile(`BASE64\((\w+)\)`)
