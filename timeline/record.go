package timeline

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Record is a native record: what the CLI wrote, byte for byte. The first entry that a record gave carries its bytes;
// further entries of the same record carry only its position.
type Record struct {
	// CLI is the adapter whose format the record is in.
	CLI string
	// Session is the native session that holds the record, where that is another than the header's: a session that was
	// forked by reference begins with its parent's records.
	Session string
	// Line is the record's position in that session: the line of a file (from 1), of its files one after the other, or its
	// rank in a store. It is 0 for a record that the CLI may put before all others later, so that theirs stay as they are.
	Line int
	// Offset is where the record begins in its file, or in all of the session's files one after the other, in bytes. It is
	// part of no encoding, and of no meaning in a store that has no lines.
	Offset int64
	// Raw is the record without its line end. Nil on further entries of the same record.
	Raw []byte
	// Damaged marks a record that could not be read, such as a cut line.
	Damaged bool
}

// AppendJSON appends the record's JSON form to dst. A sound record stands there as it is, so that other tools can look
// into it; one that is no JSON, or that not every program takes for it (see [HasHalf]), stands there as a string, or in
// base64 when it is no UTF-8 either.
func (r *Record) AppendJSON(dst []byte) []byte {
	o := NewObject(dst)
	o.String("cli", r.CLI)
	o.Optional("session", r.Session)
	o.Int("line", int64(r.Line))
	switch {
	case r.Raw == nil:
	case !r.Damaged && len(r.Raw) > 0 && !HasHalf(r.Raw):
		o.Raw("raw", r.Raw)
	case utf8.Valid(r.Raw):
		o.String("text", string(r.Raw))
	default:
		o.String("base64", base64.StdEncoding.EncodeToString(r.Raw))
	}
	return o.End()
}

// UnmarshalJSON decodes the form that [Record.AppendJSON] writes.
func (r *Record) UnmarshalJSON(data []byte) error {
	var form struct {
		CLI     string
		Session string
		Line    int
		Raw     json.RawMessage
		Text    *string
		Base64  *string
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	*r = Record{CLI: form.CLI, Session: form.Session, Line: form.Line, Raw: form.Raw}
	switch {
	case form.Text != nil:
		r.Raw, r.Damaged = []byte(*form.Text), !isWholeRecord(*form.Text)
	case form.Base64 != nil:
		raw, err := base64.StdEncoding.DecodeString(*form.Base64)
		if err != nil {
			return fmt.Errorf("native record of line %d: %w", form.Line, err)
		}
		r.Raw, r.Damaged = raw, true
	}
	return nil
}
