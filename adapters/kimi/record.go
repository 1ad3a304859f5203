package kimi

import (
	"time"

	"stead/internal/adapt/jsonl"
)

// The record types that stead interprets.
const (
	Metadata        = "metadata"
	AppendMessage   = "context.append_message"
	AppendLoopEvent = "context.append_loop_event"
	ApplyCompaction = "context.apply_compaction"
	Clear           = "context.clear"
	Undo            = "context.undo"
	Switched        = "agent.switched"
	TurnPrompt      = "turn.prompt"
	TurnEnded       = "turn.ended"
	Retrying        = "turn.step.retrying"
	Request         = "llm.request"
	BeginCompaction = "full_compaction.begin"
	Spawned         = "subagent.spawned"
	ProfileBind     = "profile.bind"
	RuntimeBinding  = "runtime.set_binding"

	InteractionRequest  = "interaction.request"
	InteractionResolved = "interaction.resolved"
)

// The loop events. The CLI writes the model's output as it arrives, step by step.
const (
	StepBegin   = "step.begin"
	ContentPart = "content.part"
	ToolCall    = "tool.call"
	ToolResult  = "tool.result"
	StepEnd     = "step.end"
)

// ProtocolVersion is the protocol version of the records that stead writes. The CLI accepts older versions from 1.0 on,
// and rewrites their records when it opens them.
const ProtocolVersion = "1.5"

// Record is a line of a wire file, with the members that stead needs. Its values share the line's memory.
type Record struct {
	Type jsonl.Value `member:"type"`
	// Time is in milliseconds since 1970.
	Time jsonl.Value `member:"time"`
	// Kind is "event" in the records that repeat a turn for viewers.
	Kind jsonl.Value `member:"kind"`
	// Message belongs to an appended message, Event to a loop event.
	Message jsonl.Value `member:"message"`
	Event   jsonl.Value `member:"event"`
	// Protocol and Created belong to the metadata.
	Protocol jsonl.Value `member:"protocol_version"`
	Created  jsonl.Value `member:"created_at"`
	// Raw is the whole line.
	Raw jsonl.Value
}

var recordMembers jsonl.Table[Record]

// Peek parses a line, which must be valid JSON (see [jsonl.Clean]).
func Peek(line []byte) Record {
	r := recordMembers.Peek(line)
	r.Raw = line
	return r
}

// IsHeader reports whether the record is the metadata that begins a wire file. The wire files of Kimi CLI have
// metadata, too, but without a creation time.
func (r Record) IsHeader() bool {
	return r.Type.Is(Metadata) && r.Protocol.IsString() && r.Created != nil
}

// IsKnown reports whether the record is one that no other CLI writes.
func (r Record) IsKnown() bool {
	switch r.Type.String() {
	case AppendMessage:
		return r.Message.IsObject()
	case AppendLoopEvent:
		return r.Event.IsObject()
	case ApplyCompaction, Clear, Undo, Switched, TurnPrompt, TurnEnded, Request, BeginCompaction, ProfileBind,
		RuntimeBinding:
		return true
	}
	return r.IsHeader()
}

// Timestamp returns a time in milliseconds as RFC 3339, or the empty string for any other value.
func Timestamp(milliseconds jsonl.Value) string {
	n := milliseconds.Int()
	if n <= 0 || n > maxTime {
		return ""
	}
	return time.UnixMilli(n).UTC().Format("2006-01-02T15:04:05.000Z")
}

// maxTime is the end of the year 9999, the last year that RFC 3339 can represent.
const maxTime = 253_402_300_799_999
