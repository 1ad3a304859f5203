package memory

import "stead/timeline"

// Event is one line of unified_events.jsonl: a session begins, or one of its entries follows. The events of a session
// stand in its order. Sessions that grow have further events later, with rising Seq; those of several sessions do not
// mix within one extraction of a session.
//
// What stead itself wrote into a session that it made is no event of that session: those entries are events of the
// session they came from.
type Event struct {
	// Session is the session's id, LLMSource its CLI. Both together identify it.
	Session   string    `json:"session_id"`
	LLMSource string    `json:"llm_source"`
	Type      EventType `json:"event"`
	// Seq counts the session's entries from 1, Turn its turns from 1; 0 before the first prompt.
	Seq  int `json:"seq,omitempty"`
	Turn int `json:"turn,omitempty"`
	// About is set on a session event: what is known of the session as a whole. A later one replaces an earlier one.
	About *About `json:"about,omitempty"`

	// Hash names the message that holds the text; empty for an event without text. Kind is the kind of that text here.
	Hash string `json:"hash,omitempty"`
	Kind Kind   `json:"kind,omitempty"`
	// Line is where the record stands in the session's file, from 1.
	Line     int    `json:"line,omitempty"`
	Occurred string `json:"occurred,omitempty"`
	Model    string `json:"model,omitempty"`
	// CallID joins a result with its call. Tool is the universal name, OriginalTool the CLI's own, on a call and on its
	// result.
	CallID       string `json:"call_id,omitempty"`
	Tool         string `json:"tool,omitempty"`
	OriginalTool string `json:"original_tool,omitempty"`
	// Path is the file that a call names.
	Path string `json:"path,omitempty"`
	// Success and ExitCode are set on a result, as far as the source tells.
	Success  *bool `json:"success,omitempty"`
	ExitCode *int  `json:"exit_code,omitempty"`
	// Bytes is the length of the text here.
	Bytes int `json:"bytes,omitempty"`
	// Usage is set on the entry that counts a response's tokens.
	Usage *timeline.Usage `json:"usage,omitempty"`
}

// EventType says what an event is.
type EventType string

// The types of events.
const (
	SessionEvent EventType = "session"
	EntryEvent   EventType = "entry"
)

// About is what is known of a session as a whole.
type About struct {
	Title   string `json:"title,omitempty"`
	Project string `json:"project,omitempty"`
	Branch  string `json:"branch,omitempty"`
	// Parent is the session that this one was made of or started by: its reference.
	Parent     string     `json:"parent,omitempty"`
	SourceType SourceType `json:"source_type"`
	SourceFile string     `json:"source_file"`
}
