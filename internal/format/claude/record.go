package claude

import "stead/internal/jsonl"

// The types of records that have a meaning beyond being kept.
const (
	TypeUser       = "user"
	TypeAssistant  = "assistant"
	TypeSystem     = "system"
	TypeAttachment = "attachment"
	TypeLastPrompt = "last-prompt"
	TypeSnapshot   = "file-history-snapshot"

	SubtypeCompactBoundary = "compact_boundary"
	SubtypeTurnDuration    = "turn_duration"
)

// Record is a line, peeked into. The values share the line's memory; an absent member is nil.
type Record struct {
	Type, Subtype, UUID, Parent jsonl.Value
	// LogicalParent is what a compact boundary follows: its Parent is null.
	LogicalParent jsonl.Value
	// Session is the session's id, by the record: a sub-agent's record names its parent's.
	Session, Timestamp      jsonl.Value
	CWD, GitBranch, Version jsonl.Value
	Message, Attachment     jsonl.Value
	CompactMetadata         jsonl.Value
	// Leaf is the active leaf, by a last-prompt record.
	Leaf                 jsonl.Value
	CustomTitle, AITitle jsonl.Value
	// Summary is the text of a summary record of older versions, Content that of a system or queue record.
	Summary, Content jsonl.Value
	// ForkedFrom names the session and the record from which this one was copied, where the CLI says so.
	ForkedFrom jsonl.Value
	// Origin and PromptSource say who made a user's record, SourceCall which call made the CLI put in a text.
	Origin, PromptSource, SourceCall jsonl.Value
	// IsMeta marks text that the CLI put in; IsCompactSummary the summary that replaced the history; IsAPIError a failure shown
	// as an answer; IsSidechain the record of a sub-agent.
	IsMeta, IsCompactSummary, IsAPIError, IsSidechain bool
}

// Peek returns a line's record. What is no JSON object has none of the members.
func Peek(line []byte) Record {
	var r Record
	for key, value := range jsonl.Members(line) {
		r.set(key, value)
	}
	return r
}

// PeekTree is [Peek] for those who need a record's place in the tree and its message. It stops at the tool's result in its form
// for drawing: that doubles the output, is half of many files, and follows all that counts.
func PeekTree(line []byte) Record {
	var r Record
	for key, value := range jsonl.Members(line) {
		if string(key) == "toolUseResult" && r.Message != nil && r.UUID != nil {
			break
		}
		r.set(key, value)
	}
	return r
}

func (r *Record) set(key []byte, value jsonl.Value) {
	switch string(key) {
	case "type":
		r.Type = value
	case "subtype":
		r.Subtype = value
	case "uuid":
		r.UUID = value
	case "parentUuid":
		r.Parent = value
	case "logicalParentUuid":
		r.LogicalParent = value
	case "sessionId":
		r.Session = value
	case "timestamp":
		r.Timestamp = value
	case "message":
		r.Message = value
	default:
		r.setRare(key, value)
	}
}

func (r *Record) setRare(key []byte, value jsonl.Value) {
	switch string(key) {
	case "cwd":
		r.CWD = value
	case "gitBranch":
		r.GitBranch = value
	case "version":
		r.Version = value
	case "attachment":
		r.Attachment = value
	case "compactMetadata":
		r.CompactMetadata = value
	case "leafUuid":
		r.Leaf = value
	case "customTitle":
		r.CustomTitle = value
	case "aiTitle":
		r.AITitle = value
	case "summary":
		r.Summary = value
	case "content":
		r.Content = value
	case "forkedFrom":
		r.ForkedFrom = value
	case "origin":
		r.Origin = value
	case "promptSource":
		r.PromptSource = value
	case "sourceToolUseID":
		r.SourceCall = value
	default:
		r.setMark(key, value)
	}
}

func (r *Record) setMark(key []byte, value jsonl.Value) {
	switch string(key) {
	case "isMeta":
		r.IsMeta = value.Bool()
	case "isCompactSummary":
		r.IsCompactSummary = value.Bool()
	case "isApiErrorMessage":
		r.IsAPIError = value.Bool()
	case "isSidechain":
		r.IsSidechain = value.Bool()
	}
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

// Follows returns the uuid of the record that this one follows: a boundary begins a new root, and names apart from it what it
// replaced.
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
