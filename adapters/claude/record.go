package claude

import "stead/internal/adapt/jsonl"

// The types of records that stead interprets.
const (
	TypeUser       = "user"
	TypeAssistant  = "assistant"
	TypeSystem     = "system"
	TypeAttachment = "attachment"
	TypeLastPrompt = "last-prompt"
	TypeCost       = "cost-state"
	TypeSnapshot   = "file-history-snapshot"

	SubtypeCompactBoundary = "compact_boundary"
	SubtypeTurnDuration    = "turn_duration"
)

// Record is a line with its members extracted. The values share the line's memory. An absent member is nil.
type Record struct {
	Type    jsonl.Value `member:"type"`
	Subtype jsonl.Value `member:"subtype"`
	UUID    jsonl.Value `member:"uuid"`
	Parent  jsonl.Value `member:"parentUuid"`
	// LogicalParent is the predecessor of a compact boundary, whose Parent is null.
	LogicalParent jsonl.Value `member:"logicalParentUuid"`
	// Session is the session's id according to the record. A sub-agent's record names its parent's id.
	Session jsonl.Value `member:"sessionId"`
	// Prompt is the id of the prompt that the record belongs to.
	Prompt     jsonl.Value `member:"promptId"`
	Timestamp  jsonl.Value `member:"timestamp"`
	CWD        jsonl.Value `member:"cwd"`
	GitBranch  jsonl.Value `member:"gitBranch"`
	Version    jsonl.Value `member:"version"`
	Message    jsonl.Value `member:"message"`
	Attachment jsonl.Value `member:"attachment"`
	// Rendered is the text that the model received for an attachment. The CLI has stored it since 2.1.329, and sends it
	// to the model again on a resume, whatever the attachment's kind (2.1.332).
	Rendered        jsonl.Value `member:"rendered"`
	CompactMetadata jsonl.Value `member:"compactMetadata"`
	// Leaf is the active leaf according to a last-prompt record. IsExplicit reports that the user went back to it. The
	// records after it are abandoned, or all records if Leaf is null.
	Leaf        jsonl.Value `member:"leafUuid"`
	IsExplicit  bool        `member:"explicit"`
	CustomTitle jsonl.Value `member:"customTitle"`
	AITitle     jsonl.Value `member:"aiTitle"`
	// Summary is the text of a summary record of older versions. Content is that of a system or queue record.
	Summary jsonl.Value `member:"summary"`
	Content jsonl.Value `member:"content"`
	// ForkedFrom names the session and the record that this one was copied from, if the CLI records it.
	ForkedFrom jsonl.Value `member:"forkedFrom"`
	// Origin and PromptSource say who made a user's record. SourceCall is the call that made the CLI add a text.
	Origin       jsonl.Value `member:"origin"`
	PromptSource jsonl.Value `member:"promptSource"`
	SourceCall   jsonl.Value `member:"sourceToolUseID"`
	// TurnOrigin says who began the turn of a prompt. It exists in versions that also write last-prompt records within
	// turns, and a cost-state record at the end of a session (2.1.332). 2.1.197 does neither.
	TurnOrigin jsonl.Value `member:"turnOrigin"`
	// IsMeta marks a text that the CLI added, and IsCompactSummary the summary that replaced the history. IsAPIError
	// marks a failure shown as an answer, IsSidechain the record of a sub-agent, and IsVirtual a text that is shown but
	// not sent (2.1.332).
	IsMeta           bool `member:"isMeta"`
	IsCompactSummary bool `member:"isCompactSummary"`
	IsAPIError       bool `member:"isApiErrorMessage"`
	IsSidechain      bool `member:"isSidechain"`
	IsVirtual        bool `member:"isVirtual"`
}

var recordMembers jsonl.Table[Record]

// Peek extracts the members of a line. The result is empty for a line that is not a JSON object.
func Peek(line []byte) Record { return recordMembers.Peek(line) }

// PeekTree is like [Peek], for callers that need only a record's place in the tree and its message. It stops at the
// tool result in its form for drawing. That member repeats the output, takes half of many files, and follows all
// relevant members.
func PeekTree(line []byte) Record {
	var r Record
	for key, value := range jsonl.Members(line) {
		if string(key) == "toolUseResult" && r.Message != nil && r.UUID != nil {
			break
		}
		recordMembers.Set(&r, key, value)
	}
	return r
}

// InTree reports whether the record is of a type that is part of the conversation's tree.
func (r *Record) InTree() bool {
	return r.Type.Is(TypeUser) || r.Type.Is(TypeAssistant) || r.Type.Is(TypeSystem) || r.Type.Is(TypeAttachment)
}

// IsTyped reports whether the record itself says that a person, or a program acting as one, wrote its text.
func (r *Record) IsTyped() bool {
	if kind := r.Origin.Get("kind"); kind.IsString() {
		return kind.Is(OriginHuman)
	}
	return !r.IsMeta && len(r.PromptSource) > len(`""`) && !r.PromptSource.Is(PromptSourceSystem)
}

// Follows returns the uuid of the record that this one follows. A boundary begins a new root, and names what it
// replaced in a separate member.
func (r *Record) Follows() jsonl.Value {
	if r.IsBoundary() && r.Parent.IsNull() {
		return r.LogicalParent
	}
	return r.Parent
}

// IsBoundary reports whether the record says that a summary replaced the history before it.
func (r *Record) IsBoundary() bool {
	return r.Type.Is(TypeSystem) && r.Subtype.Is(SubtypeCompactBoundary)
}
