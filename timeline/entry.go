package timeline

import "encoding/json"

// EntryType tells what an entry is. The five types are the contract of format version 1.0.
type EntryType string

// The entry types.
const (
	User       EntryType = "user"
	Assistant  EntryType = "assistant"
	ToolCall   EntryType = "tool_call"
	ToolResult EntryType = "tool_result"
	System     EntryType = "system"
)

// Entry is one step of a session. Which members are meaningful depends on Type; all others are empty.
//
// An entry may share memory with the buffer it was read from: use [Entry.Clone] to keep one beyond the range loop that
// yielded it without keeping that buffer.
type Entry struct {
	ID string
	// Timestamp is RFC 3339; it stays as its source wrote it.
	Timestamp string
	Type      EntryType
	// ParentID is the entry that this one follows in the conversation's tree. Empty at a root or where the source is
	// linear.
	ParentID string

	// Content is the text of user, assistant and system entries.
	Content Text
	// Thinking is the model's reasoning as far as it is readable (assistant).
	Thinking Text

	// Tool is the universal name of the tool, Input its universal arguments: a JSON object (tool_call).
	Tool  Tool
	Input json.RawMessage
	// OriginalTool is the tool's name in the CLI that made the call (tool_call).
	OriginalTool string

	// CallID is the id of the call that a tool_result answers.
	CallID  string
	Success bool
	Output  Text
	// Error says why a call failed, where the source tells it apart from the output.
	Error Text
	// DurationMS is how many milliseconds a call took, where the CLI tells its model (tool_result).
	DurationMS *float64

	// Model is the model that gave a response, StopReason why that ended, as far as the source tells (assistant,
	// tool_call).
	Model       string
	Usage       *Usage
	StopReason  string
	Attachments []Attachment
	// Origin is set on a user entry that nobody typed as it stands, and on a hidden entry whose text each CLI makes anew.
	// Nil says that what the entry holds was typed, or said by the model.
	Origin *Origin
	// Hidden marks what each CLI makes anew for its own model (Origin says what), records that are no part of the
	// conversation, and those that stead does not know (see [Entry.IsUnknown]): kept, never shown to people or delivered
	// to another CLI.
	Hidden bool
	// Branch is the abandoned branch to which the entry belongs; empty for the active conversation.
	Branch string
	// Compaction is set on the system entry that holds the summary which replaced the history before it.
	Compaction *Compaction
	// Native is the record from which the entry was read.
	Native *Record
	// Extra holds the members that stead does not know.
	Extra Extra
}

// Usage counts the tokens of one model response. Each response is counted on one of its entries only.
type Usage struct {
	// Input is without what the cache has or takes: what the model was given is the sum of Input, CacheRead and
	// CacheWrite.
	Input      int64 `json:"input"`
	Output     int64 `json:"output"`
	CacheRead  int64 `json:"cacheRead,omitempty"`
	CacheWrite int64 `json:"cacheWrite,omitempty"`
	// Reasoning is a part of Output.
	Reasoning int64 `json:"reasoning,omitempty"`
	// Cost is in US dollars, where the CLI tells.
	Cost  float64 `json:"cost,omitempty"`
	Extra Extra   `json:"-"`
}

// IsZero reports whether nothing was counted.
func (u Usage) IsZero() bool {
	return u.Input == 0 && u.Output == 0 && u.CacheRead == 0 && u.CacheWrite == 0 && u.Reasoning == 0 && u.Cost == 0
}

// Add returns the sum of both. Members that stead does not know cannot be added, and are left out.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, Output: u.Output + v.Output, CacheRead: u.CacheRead + v.CacheRead,
		CacheWrite: u.CacheWrite + v.CacheWrite, Reasoning: u.Reasoning + v.Reasoning,
		Cost: u.Cost + v.Cost,
	}
}

// Attachment is a picture or another file inside an entry.
type Attachment struct {
	MediaType string `json:"mediaType"`
	Name      string `json:"name,omitempty"`
	// SHA256 is the hexadecimal digest of the decoded bytes. It is set when the bytes lie in a blob store.
	SHA256 string `json:"sha256,omitempty"`
	// Bytes is the decoded size.
	Bytes int64 `json:"bytes,omitempty"`
	// Data is the content in base64, Path a file that holds it. One of the two is set.
	Data Text   `json:"data,omitzero"`
	Path string `json:"path,omitempty"`
	// Root is the folder that the file must lie in to be opened (see internal/adapt/attached). The reader that knows whose
	// file it is sets it. It is part of no encoding: a path that only the session itself names is not followed.
	Root string `json:"-"`
	// Leading tells that the attachment stands before the entry's text in the message, not after it.
	Leading bool  `json:"leading,omitempty"`
	Extra   Extra `json:"-"`
}

// Compaction says how a summary replaced the history before it.
type Compaction struct {
	// Trigger is manual or auto.
	Trigger string `json:"trigger,omitempty"`
	// Keeps lists the earlier entries that stay in the model's context beside the summary.
	Keeps []string `json:"keeps,omitempty"`
	// KeepsFirst says that the model gets those before the summary, which replaced only what came after them.
	KeepsFirst bool  `json:"keepsFirst,omitempty"`
	Extra      Extra `json:"-"`
}

// Active reports whether the entry belongs to the conversation that goes on: not hidden, and on no abandoned branch.
func (e *Entry) Active() bool { return !e.Hidden && e.Branch == "" }

// StartsTurn reports whether the entry is a request of the user, which begins a turn: a prompt, or the text of a
// command.
func (e *Entry) StartsTurn() bool { return e.Type == User && e.Active() && !e.IsContext() }
