package opencode

import (
	"bytes"
	"slices"
	"strconv"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The tables of a session.
const (
	SessionTable = "session"
	MessageTable = "message"
	PartTable    = "part"
)

// Row is a row of one of the session's tables: the native record. Its JSON names the table and holds the columns that
// are not null. The column data is the object that the CLI wrote, unchanged. The row of a session also holds its todo
// list.
type Row struct {
	Table, ID string
	Raw       []byte
	// key is the row's place in a database. It is the zero value for a row that does not come from a database.
	key key
}

// ParseRow parses a row's JSON. Ok is false for any other text.
func ParseRow(raw []byte) (Row, bool) {
	r := Row{Raw: raw}
	r.Table, r.ID = r.Get("table").String(), r.Get("id").String()
	return r, r.ID != "" && (r.Table == SessionTable || r.Table == MessageTable || r.Table == PartTable)
}

// Get returns the value at a path of members. The first member is a column.
func (r Row) Get(path ...string) jsonl.Value { return jsonl.Value(r.Raw).Get(path...) }

// Data returns the message or part itself.
func (r Row) Data() jsonl.Value { return r.Get("data") }

// Message is the row of a message with the rows of its parts, in order.
type Message struct {
	Row   Row
	Parts []Row
}

// jsonColumns hold JSON. A row's JSON contains them unchanged.
var jsonColumns = []string{"data", "metadata", "revert", "permission", "model", "summary_diffs"}

// appendColumn adds a column with a value from the database.
func appendColumn(o *timeline.Object, name string, value any) {
	switch v := value.(type) {
	case int64:
		o.Int(name, v)
	case float64:
		o.Raw(name, strconv.AppendFloat(nil, v, 'g', -1, 64))
	case string:
		if slices.Contains(jsonColumns, name) && isNested([]byte(v)) {
			o.Raw(name, []byte(v))
		} else {
			o.String(name, v)
		}
	case []byte:
		o.String(name, string(v))
	}
}

// isNested reports whether a text is an object or array on one line. Only then does a row's JSON preserve it byte for
// byte.
func isNested(text []byte) bool {
	_, changed, ok := jsonl.Clean(text)
	return ok && !changed && (text[0] == '{' || text[0] == '[') && !bytes.ContainsAny(text, "\r\n")
}

// columnValue is the reverse of appendColumn.
func columnValue(v jsonl.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.IsString():
		return v.String()
	case v.IsObject(), v.IsArray():
		return string(v)
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n
	}
	f, _ := strconv.ParseFloat(string(v), 64)
	return f
}

// infoColumns pairs the columns of a session with the members of its JSON form. Members with the same parent are
// consecutive, and parents precede their children.
var infoColumns = []struct {
	column string
	path   []string
}{
	{"id", []string{"id"}}, {"slug", []string{"slug"}}, {"project_id", []string{"projectID"}},
	{"workspace_id", []string{"workspaceID"}},
	{"directory", []string{"directory"}}, {"path", []string{"path"}}, {"parent_id", []string{"parentID"}},
	{"title", []string{"title"}},
	{"agent", []string{"agent"}}, {"model", []string{"model"}}, {"version", []string{"version"}},
	{"metadata", []string{"metadata"}},
	{"summary_additions", []string{"summary", "additions"}}, {"summary_deletions", []string{"summary", "deletions"}},
	{"summary_files", []string{"summary", "files"}}, {"summary_diffs", []string{"summary", "diffs"}},
	{"cost", []string{"cost"}},
	{"tokens_input", []string{"tokens", "input"}}, {"tokens_output", []string{"tokens", "output"}},
	{"tokens_reasoning", []string{"tokens", "reasoning"}},
	{"tokens_cache_read", []string{"tokens", "cache", "read"}},
	{"tokens_cache_write", []string{"tokens", "cache", "write"}},
	{"share_url", []string{"share", "url"}}, {"revert", []string{"revert"}}, {"permission", []string{"permission"}},
	{"time_created", []string{"time", "created"}}, {"time_updated", []string{"time", "updated"}},
	{"time_compacting", []string{"time", "compacting"}}, {"time_archived", []string{"time", "archived"}},
}

// sessionFromInfo returns the row of a session, given its JSON form.
func sessionFromInfo(info jsonl.Value) Row {
	o := newRow(SessionTable)
	for _, c := range infoColumns {
		if v := info.Get(c.path...); !v.IsNull() {
			o.Raw(c.column, oneLine(v))
		}
	}
	return Row{Table: SessionTable, ID: info.Get("id").String(), Raw: o.End()}
}

// AppendInfo appends a session's row in its JSON form.
func AppendInfo(dst []byte, row Row) []byte {
	dst, _ = appendInfo(dst, row, 0, 0)
	return dst
}

// appendInfo appends the members that share the first depth elements of the path of the column at index at. It returns
// the index after them.
func appendInfo(dst []byte, row Row, at, depth int) ([]byte, int) {
	o := timeline.NewObject(dst)
	prefix := infoColumns[at].path[:depth]
	for at < len(infoColumns) && len(infoColumns[at].path) > depth && slices.Equal(infoColumns[at].path[:depth], prefix) {
		c := infoColumns[at]
		if len(c.path) == depth+1 {
			if v := row.Get(c.column); !v.IsNull() {
				o.Raw(c.path[depth], v)
			}
			at++
			continue
		}
		nested, next := appendInfo(nil, row, at, depth+1)
		if len(nested) > 2 {
			o.Raw(c.path[depth], nested)
		}
		at = next
	}
	return o.End(), at
}

// rowFromInfo returns the row of a message or part, given its JSON form, which has the ids among its members.
func rowFromInfo(table string, info jsonl.Value) Row {
	o := newRow(table)
	data := timeline.NewObject(nil)
	for key, value := range jsonl.Members(info) {
		switch name := string(key); name {
		case "id":
			o.Raw("id", value)
		case "messageID":
			o.Raw("message_id", value)
		case "sessionID":
			o.Raw("session_id", value)
		default:
			data.Raw(name, oneLine(value))
		}
	}
	if created := info.Get("time", "created"); table == MessageTable && created != nil {
		o.Raw("time_created", created)
	}
	o.Raw("data", data.End())
	return Row{Table: table, ID: info.Get("id").String(), Raw: o.End()}
}

// AppendMember appends a message's or part's row in its JSON form.
func AppendMember(dst []byte, row Row) []byte {
	o := timeline.NewObject(dst)
	for _, c := range []struct{ name, column string }{{"id", "id"}, {"sessionID", "session_id"},
		{"messageID", "message_id"}} {
		if v := row.Get(c.column); v != nil {
			o.Raw(c.name, v)
		}
	}
	for key, value := range jsonl.Members(row.Data()) {
		if name := string(key); name != "id" && name != "sessionID" && name != "messageID" {
			o.Raw(name, value)
		}
	}
	return o.End()
}

func newRow(table string) timeline.Object {
	o := timeline.NewObject(nil)
	o.String("table", table)
	return o
}

// oneLine returns a value without the line breaks between its tokens. JSON allows none inside a string.
func oneLine(v jsonl.Value) []byte {
	if !bytes.ContainsAny(v, "\r\n") {
		return v
	}
	return bytes.Join(bytes.FieldsFunc(v, func(r rune) bool { return r == '\r' || r == '\n' }), nil)
}
