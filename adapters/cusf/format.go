package cusf

import (
	"time"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
)

// Name is the format's name in references, options and native records.
const Name = "cusf"

// Version is the version of the standard that the writer writes. The reader accepts any 1.x.
const Version = "1.0.0"

// Info returns the format's description.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "CODITECT Universal Session Format", Portable: true,
		Signature: "JSON lines, the first of type session_start with llm_source, or with _meta of format cusf"}
}

// The kinds of entries, which are the values of their member "type". The meta entry has no type; its only member
// identifies it.
const (
	Meta         = "_meta"
	SessionStart = "session_start"
	Message      = "message"
	ToolUse      = "tool_use"
	ToolResult   = "tool_result"
	SessionEnd   = "session_end"
)

// KindOf returns the kind of an entry. It returns the empty string for a value that is not an object or has no type,
// and an unknown type unchanged.
func KindOf(entry jsonl.Value) string {
	if kind := entry.Get("type"); kind != nil {
		return kind.String()
	}
	if entry.Get(Meta).IsObject() {
		return Meta
	}
	return ""
}

// IsForeign reports whether a line is a record of CODITECT's message store. ADR-020 calls that format by this one's
// name, although it is a different format: a record holds a message's hash and provenance.
func IsForeign(line jsonl.Value) bool {
	return line.Get("type") == nil && line.Get("hash").IsString() && line.Get("llm_source").IsString() &&
		line.Get("provenance").IsObject()
}

// FormatTime returns a time in the form that files use: UTC, with as many fractional digits as the time has.
func FormatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// timestamp matches the times that the schema accepts. The standard library accepts more: a one-digit hour, a decimal
// comma.
var timestamp = lazy.Regexp(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)

// ParseTime returns the instant of a timestamp. Ok is false if text is not an RFC 3339 time with a zone, which is how
// stead interprets the standard's "ISO 8601".
func ParseTime(text string) (t time.Time, ok bool) {
	if !timestamp().MatchString(text) {
		return t, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	isWritable := t.UTC().Year() > 0 && t.UTC().Year() <= 9999 // the year must also fit in UTC
	return t, err == nil && isWritable
}
