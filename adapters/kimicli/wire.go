package kimicli

import (
	"strconv"
	"time"

	"stead/internal/adapt/jsonl"
)

// The kinds of lines in a wire file.
const (
	TurnBegin       = "TurnBegin"
	SteerInput      = "SteerInput"
	TurnEnd         = "TurnEnd"
	StepBegin       = "StepBegin"
	StepInterrupted = "StepInterrupted"
	ContentPart     = "ContentPart"
	ToolCall        = "ToolCall"
	ToolResult      = "ToolResult"
	StatusUpdate    = "StatusUpdate"
	SubagentEvent   = "SubagentEvent"
	CompactionBegin = "CompactionBegin"
)

// ProtocolVersion is the protocol version of the wire files that stead writes.
const ProtocolVersion = "1.10"

// Seen is a line of a wire file, with the members that stead needs. Its values share the line's memory.
type Seen struct {
	Kind    string
	Time    time.Time
	Payload jsonl.Value
	// Protocol is set in the metadata that begins a wire file.
	Protocol jsonl.Value
}

// PeekSeen parses a line of a wire file, which must be valid JSON.
func PeekSeen(line []byte) Seen {
	var s Seen
	var message jsonl.Value
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "timestamp":
			s.Time = moment(value)
		case "message":
			message = value
		case "protocol_version":
			s.Protocol = value
		}
	}
	s.Kind, s.Payload = message.Get("type").String(), message.Get("payload")
	return s
}

// IsKnown reports whether the CLI writes lines of this form.
func (s Seen) IsKnown() bool { return s.Kind != "" && !s.Time.IsZero() && s.Payload.IsObject() }

// maxTime is the end of the year 9999, the last year that RFC 3339 can represent.
const maxTime = 253_402_300_799

// moment parses a time in seconds since 1970, with a fraction. It returns the zero time for any other value.
func moment(seconds jsonl.Value) time.Time {
	n, err := strconv.ParseFloat(string(seconds), 64)
	if err != nil || n <= 0 || n > maxTime {
		return time.Time{}
	}
	return time.UnixMicro(int64(n * 1e6)).UTC().Round(time.Millisecond)
}

// Timestamp returns a time as RFC 3339, or the empty string for the zero time.
func Timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// AppendSeconds appends a time in the form that wire files use.
func AppendSeconds(dst []byte, t time.Time) []byte {
	return strconv.AppendFloat(dst, float64(t.UnixMilli())/1000, 'f', 3, 64)
}
