package cusf

import (
	"time"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
)

// Name is the format's name in references, options and native records.
const Name = "cusf"

// Version is the version of the standard that is written. Any 1.x is read.
const Version = "1.0.0"

// Info returns the format's description.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "CODITECT Universal Session Format", Portable: true,
		Signature: "JSON lines, the first of type session_start with llm_source, or with _meta of format cusf"}
}

// The kinds of entries, which are the values of their member "type". The meta entry has none and is known by its only
// member.
const (
	Meta         = "_meta"
	SessionStart = "session_start"
	Message      = "message"
	ToolUse      = "tool_use"
	ToolResult   = "tool_result"
	SessionEnd   = "session_end"
)

// KindOf returns the kind of an entry. It is empty for what is no object or has no type, and any text for an unknown
// type.
func KindOf(entry jsonl.Value) string {
	if kind := entry.Get("type"); kind != nil {
		return kind.String()
	}
	if entry.Get(Meta).IsObject() {
		return Meta
	}
	return ""
}

// IsForeign reports whether a line is a record of CODITECT's message store, which ADR-020 calls by this format's name
// although it is another: it has the hash of a message and where that came from.
func IsForeign(line jsonl.Value) bool {
	return line.Get("type") == nil && line.Get("hash").IsString() && line.Get("llm_source").IsString() &&
		line.Get("provenance").IsObject()
}

// FormatTime returns a time as files hold it: UTC, with as many digits as it has.
func FormatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// timestamp is what the schema takes for a time. The standard library takes more: an hour of one digit, a decimal
// comma.
var timestamp = lazy.Regexp(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)

// ParseTime returns the instant of a timestamp. Ok is false for what is no RFC 3339 time with a zone, which is what the
// standard's "ISO 8601" is taken for.
func ParseTime(text string) (t time.Time, ok bool) {
	if !timestamp().MatchString(text) {
		return t, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	isWritable := t.UTC().Year() > 0 && t.UTC().Year() <= 9999 // in UTC, too
	return t, err == nil && isWritable
}
