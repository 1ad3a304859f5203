package opencode

import "fmt"

// rowidColumn is the name that the statements give to the column rowid.
const rowidColumn = "stead rowid"

// selectRow begins a statement that reads whole rows with their keys.
const selectRow = `SELECT rowid AS "` + rowidColumn + `", * FROM `

// key is a row's place in a database. It holds the exact values of the database: a text that is not UTF-8 differs in
// JSON, so a page that starts after the JSON form would begin before the row, in an endless loop.
type key struct {
	rowid    int64
	time, id any
}

// set stores a column of the row. It reports whether the column belongs to the key only.
func (k *key) set(column string, value any) bool {
	switch column {
	case rowidColumn:
		k.rowid, _ = value.(int64)
		return true
	case "id":
		k.id = value
	case "time_created":
		k.time = value
	}
	return false
}

// name returns the id in the database, byte for byte.
func (k key) name() string {
	switch id := k.id.(type) {
	case string:
		return id
	case []byte:
		return string(id)
	}
	return fmt.Sprint(k.id)
}

// follows reports whether the row can be the successor of another: it is not the same row, and its values are of types
// that the database can compare with its own. The driver returns a column that is declared as a time as time.Time,
// which the database cannot compare.
func (k key) follows(before key) bool {
	for _, value := range []any{k.time, k.id} {
		switch value.(type) {
		case int64, float64, string, []byte:
		default:
			return false
		}
	}
	return k.rowid != before.rowid || k.name() != before.name()
}
