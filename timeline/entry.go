package timeline

import "encoding/json"

// EntryType is the type of an entry. The five types are the contract of format version 1.0.
type EntryType string

// The entry types.
const (
	User       EntryType = "user"
	Assistant  EntryType = "assistant"
	ToolCall   EntryType = "tool_call"
	ToolResult EntryType = "tool_result"
	System     EntryType = "system"
)

// Entry is one step of a session. Type determines which members are meaningful; all others are empty.
//
// An entry may share memory with the buffer that it was read from. Use [Entry.Clone] to keep an entry beyond the range
// loop that yielded it, without also keeping that buffer.
type Entry struct {
	ID string
	// Timestamp is in RFC 3339, exactly as the source wrote it.
	Timestamp string
	Type      EntryType
	// ParentID is the entry that this one follows in the conversation's tree. It is empty at a root, and in linear
	// sources.
	ParentID string

	// Content is the text of user, assistant and system entries.
	Content Text
	// Thinking is the readable part of the model's reasoning (assistant).
	Thinking Text

	// Tool is the universal name of the tool. Input holds its universal arguments, a JSON object (tool_call).
	Tool  Tool
	Input json.RawMessage
	// OriginalTool is the tool's name in the CLI that made the call (tool_call).
	OriginalTool string

	// CallID is the id of the call that a tool_result answers.
	CallID  string
	Success bool
	Output  Text
	// Error says why a call failed, for sources that keep the reason apart from the output.
	Error Text
	// DurationMS is how long a call took, in milliseconds, if the CLI reports it to its model (tool_result).
	DurationMS *float64

	// Model is the model that gave the response. StopReason says why the response ended. Both are empty if the source
	// does not say (assistant, tool_call).
	Model       string
	Usage       *Usage
	StopReason  string
	Attachments []Attachment
	// Origin is set on a user entry whose text the user did not type in this form, and on a hidden entry whose text
	// each CLI regenerates. Nil means that the user typed the content or the model said it.
	Origin *Origin
	// Hidden marks context that each CLI regenerates for its own model (Origin says which), records that are not part
	// of the conversation, and records that stead does not know (see [Entry.IsUnknown]). Hidden entries are kept, but
	// never shown to people or delivered to another CLI.
	Hidden bool
	// Branch is the abandoned branch that the entry belongs to. It is empty in the active conversation.
	Branch string
	// Compaction is set on the system entry whose summary replaced the history before it.
	Compaction *Compaction
	// Native is the record from which the entry was read.
	Native *Record
	// Extra holds the members that stead does not know.
	Extra Extra
}

// Usage counts the tokens of one model response. Each response is counted on one of its entries only.
type Usage struct {
	// Input excludes the tokens read from or written to the cache. The total input of the model is the sum of Input,
	// CacheRead and CacheWrite.
	Input      int64 `json:"input"`
	Output     int64 `json:"output"`
	CacheRead  int64 `json:"cacheRead,omitempty"`
	CacheWrite int64 `json:"cacheWrite,omitempty"`
	// Reasoning is included in Output.
	Reasoning int64 `json:"reasoning,omitempty"`
	// Cost is in US dollars, if the CLI reports it.
	Cost  float64 `json:"cost,omitempty"`
	Extra Extra   `json:"-"`
}

// IsZero reports whether all counts are zero.
func (u Usage) IsZero() bool {
	return u.Input == 0 && u.Output == 0 && u.CacheRead == 0 && u.CacheWrite == 0 && u.Reasoning == 0 && u.Cost == 0
}

// Add returns the sum of both. It omits members that stead does not know, because it cannot add them.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, Output: u.Output + v.Output, CacheRead: u.CacheRead + v.CacheRead,
		CacheWrite: u.CacheWrite + v.CacheWrite, Reasoning: u.Reasoning + v.Reasoning,
		Cost: u.Cost + v.Cost,
	}
}

// Attachment is an image or another file inside an entry.
type Attachment struct {
	MediaType string `json:"mediaType"`
	Name      string `json:"name,omitempty"`
	// SHA256 is the hexadecimal digest of the decoded bytes. It is set when the bytes are in a blob store.
	SHA256 string `json:"sha256,omitempty"`
	// Bytes is the size of the decoded content.
	Bytes int64 `json:"bytes,omitempty"`
	// Data is the content in base64. Path is a file that holds the content. Exactly one of the two is set.
	Data Text   `json:"data,omitzero"`
	Path string `json:"path,omitempty"`
	// Root is the folder that must contain the file for stead to open it (see internal/adapt/attached). The reader that
	// knows whose file it is sets Root. No encoding includes it: stead does not follow a path that only the session
	// itself names.
	Root string `json:"-"`
	// Leading reports that the attachment precedes the entry's text in the message, instead of following it.
	Leading bool  `json:"leading,omitempty"`
	Extra   Extra `json:"-"`
}

// Compaction says how a summary replaced the history before it.
type Compaction struct {
	// Trigger is "manual" or "auto".
	Trigger string `json:"trigger,omitempty"`
	// Keeps lists the earlier entries that stay in the model's context alongside the summary.
	Keeps []string `json:"keeps,omitempty"`
	// KeepsFirst reports that the model sees those entries before the summary, which replaced only what came after
	// them.
	KeepsFirst bool  `json:"keepsFirst,omitempty"`
	Extra      Extra `json:"-"`
}

// Active reports whether the entry belongs to the active conversation: it is not hidden and not on an abandoned branch.
func (e *Entry) Active() bool { return !e.Hidden && e.Branch == "" }

// StartsTurn reports whether the entry is a request by the user, which begins a turn: a prompt, or the text of a
// command.
func (e *Entry) StartsTurn() bool { return e.Type == User && e.Active() && !e.IsContext() }
