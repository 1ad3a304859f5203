package gemini

import (
	"stead/internal/adapt/jsonl"
)

// Kind is the kind of a session's line.
type Kind string

// The kinds, in the order in which the CLI checks for them. It silently skips a line of any other kind.
const (
	// Rewind drops a message and everything after it.
	Rewind Kind = "rewind"
	// Message adds a message, or replaces the message with the same id in place.
	Message Kind = "message"
	// Update sets members of the header. A member called messages replaces all messages.
	Update Kind = "update"
	// Header begins a session. A session can repeat it.
	Header Kind = "header"
)

// Line is a session's line with the members that stead needs. Its values share the line's memory.
type Line struct {
	Kind Kind
	// Value is the message, or the object of the header or of an update.
	Value jsonl.Value
	// Messages are the messages in a header or an update, or nil if it has none.
	Messages jsonl.Value
	// RewindTo is the id of the first message that a rewind drops.
	RewindTo string
}

// Peek parses a line, which must be valid JSON (see [jsonl.Clean]).
func Peek(line []byte) Line {
	var id, set, rewind, session, hash, messages jsonl.Value
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "$rewindTo":
			rewind = value
		case "id":
			id = value
		case "$set":
			set = value
		case "sessionId":
			session = value
		case "projectHash":
			hash = value
		case "messages":
			messages = value
		}
	}
	switch {
	case rewind.IsString():
		return Line{Kind: Rewind, RewindTo: rewind.String()}
	case id.IsString():
		return Line{Kind: Message, Value: line}
	case set.IsObject():
		return Line{Kind: Update, Value: set, Messages: arrayOf(set.Get("messages"))}
	case session.IsString() && hash.IsString():
		return Line{Kind: Header, Value: line, Messages: arrayOf(messages)}
	}
	return Line{}
}

func arrayOf(v jsonl.Value) jsonl.Value {
	if v.IsArray() {
		return v
	}
	return nil
}

// The types of messages. The CLI displays messages of all types except the first two, but never sends them to a model.
const (
	User      = "user"
	Model     = "gemini"
	InfoLine  = "info"
	ErrorLine = "error"
)

// Statuses of a tool call.
const (
	Success   = "success"
	Failed    = "error"
	Cancelled = "cancelled"
)

// IsFailure reports whether a tool call with that status failed.
func IsFailure(status string) bool { return status == Failed || status == Cancelled }
