package claude

import "stead/internal/adapt/jsonl"

// The types of records that have a meaning beyond being kept.
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

// Record is a line, peeked into. The values share the line's memory; an absent member is nil.
type Record struct {
	Type    jsonl.Value `member:"type"`
	Subtype jsonl.Value `member:"subtype"`
	UUID    jsonl.Value `member:"uuid"`
	Parent  jsonl.Value `member:"parentUuid"`
	// LogicalParent is what a compact boundary follows: its Parent is null.
	LogicalParent jsonl.Value `member:"logicalParentUuid"`
	// Session is the session's id, by the record: a sub-agent's record names its parent's.
	Session jsonl.Value `member:"sessionId"`
	// Prompt is the id of the prompt to which the record belongs.
	Prompt     jsonl.Value `member:"promptId"`
	Timestamp  jsonl.Value `member:"timestamp"`
	CWD        jsonl.Value `member:"cwd"`
	GitBranch  jsonl.Value `member:"gitBranch"`
	Version    jsonl.Value `member:"version"`
	Message    jsonl.Value `member:"message"`
	Attachment jsonl.Value `member:"attachment"`
	// Rendered is the text that the model was told of an attachment, as the CLI has stored it since 2.1.329. The model is
	// told it again on a resume, whatever the attachment's kind is (2.1.332).
	Rendered        jsonl.Value `member:"rendered"`
	CompactMetadata jsonl.Value `member:"compactMetadata"`
	// Leaf is the active leaf, by a last-prompt record. IsExplicit says that the user went back to it: what follows it is
	// abandoned, or all if Leaf is null.
	Leaf        jsonl.Value `member:"leafUuid"`
	IsExplicit  bool        `member:"explicit"`
	CustomTitle jsonl.Value `member:"customTitle"`
	AITitle     jsonl.Value `member:"aiTitle"`
	// Summary is the text of a summary record of older versions, Content that of a system or queue record.
	Summary jsonl.Value `member:"summary"`
	Content jsonl.Value `member:"content"`
	// ForkedFrom names the session and the record from which this one was copied, where the CLI says so.
	ForkedFrom jsonl.Value `member:"forkedFrom"`
	// Origin and PromptSource say who made a user's record, SourceCall which call made the CLI put in a text.
	Origin       jsonl.Value `member:"origin"`
	PromptSource jsonl.Value `member:"promptSource"`
	SourceCall   jsonl.Value `member:"sourceToolUseID"`
	// TurnOrigin is who began the turn of a prompt, in versions that write a last-prompt record within turns, too, and at
	// a session's end a cost-state record (2.1.332). 2.1.197 writes neither.
	TurnOrigin jsonl.Value `member:"turnOrigin"`
	// IsMeta marks text that the CLI put in; IsCompactSummary the summary that replaced the history; IsAPIError a failure
	// shown as an answer; IsSidechain the record of a sub-agent; IsVirtual what is shown and not sent (2.1.332).
	IsMeta           bool `member:"isMeta"`
	IsCompactSummary bool `member:"isCompactSummary"`
	IsAPIError       bool `member:"isApiErrorMessage"`
	IsSidechain      bool `member:"isSidechain"`
	IsVirtual        bool `member:"isVirtual"`
}

var recordMembers jsonl.Table[Record]

// Peek returns a line's record. What is no JSON object has none of the members.
func Peek(line []byte) Record { return recordMembers.Peek(line) }

// PeekTree is [Peek] for those who need a record's place in the tree and its message. It stops at the tool's result in
// its form for drawing: that doubles the output, is half of many files, and follows all that counts.
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

// InTree reports whether the record is of a type that forms the conversation's tree.
func (r *Record) InTree() bool {
	return r.Type.Is(TypeUser) || r.Type.Is(TypeAssistant) || r.Type.Is(TypeSystem) || r.Type.Is(TypeAttachment)
}

// IsTyped reports whether the record itself says that a person, or a program in a person's place, wrote its text.
func (r *Record) IsTyped() bool {
	if kind := r.Origin.Get("kind"); kind.IsString() {
		return kind.Is(OriginHuman)
	}
	return !r.IsMeta && len(r.PromptSource) > len(`""`) && !r.PromptSource.Is(PromptSourceSystem)
}

// Follows returns the uuid of the record that this one follows: a boundary begins a new root, and names apart from it
// what it replaced.
func (r *Record) Follows() jsonl.Value {
	if r.IsBoundary() && r.Parent.IsNull() {
		return r.LogicalParent
	}
	return r.Parent
}

// IsBoundary reports whether the record says that the history before it was replaced by a summary.
func (r *Record) IsBoundary() bool {
	return r.Type.Is(TypeSystem) && r.Subtype.Is(SubtypeCompactBoundary)
}
