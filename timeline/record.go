package timeline

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Record is a native record: the bytes exactly as the CLI wrote them. The first entry that a record produced carries
// its bytes. Further entries of the same record carry only its position.
type Record struct {
	// CLI is the adapter whose format the record is in.
	CLI string
	// Session is the native session that holds the record, if it differs from the header's session: a session that was
	// forked by reference begins with its parent's records.
	Session string
	// Line is the record's position in that session: the line number in its file (from 1), counted across all files if
	// there are several, or its rank in a store. It is 0 for a record that the CLI may later insert before all others,
	// so that the positions of the others do not change.
	Line int
	// Offset is the byte offset of the record in its file, or in the concatenation of the session's files. No encoding
	// includes it, and it has no meaning in a store without lines.
	Offset int64
	// Raw is the record without its line end. It is nil on further entries of the same record.
	Raw []byte
	// Damaged marks a record that could not be read, such as a truncated line.
	Damaged bool
}

// AppendJSON appends the record's JSON form to dst. A sound record is embedded unchanged, so that other tools can look
// into it. A record that is not JSON, or that some programs reject as JSON (see [HasHalf]), becomes a string, or base64
// if it is not UTF-8 either.
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
