package opencode

import "fmt"

// rowidColumn is how the statements name the number of a row.
const rowidColumn = "stead rowid"

// selectRow begins a statement that reads whole rows with their keys.
const selectRow = `SELECT rowid AS "` + rowidColumn + `", * FROM `

// key is a row's place in a database, in the very values that the database holds: a text that is no UTF-8 is another
// one in JSON, so that a page after it would begin before it, without an end.
type key struct {
	rowid    int64
	time, id any
}

// set notes a column of the row. It reports whether the column is a part of the key alone.
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

// name returns the id as it stands in the database, byte by byte.
func (k key) name() string {
	switch id := k.id.(type) {
	case string:
		return id
	case []byte:
		return string(id)
	}
	return fmt.Sprint(k.id)
}

// follows reports whether the row can be the one after another: not the same again, and with values that the database
// compares with its own. A column that is declared as a time comes as one, which it does not.
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
