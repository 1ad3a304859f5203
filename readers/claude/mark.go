package claude

import (
	"bytes"

	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
)

// format implements recordtree.Format. Its zero value reads a session's own file; agent is set for the file of a
// sub-agent, whose records all say that they are a side chain, and aside for the side chains in a session's own file.
type format struct {
	agent, aside bool
}

// isBeside reports whether a record is no part of what the format reads.
func (f format) isBeside(r *claude.Record) bool { return !f.agent && r.IsSidechain != f.aside }

// null is the parent of a root.
var null = jsonl.Value("null")

// Mark implements recordtree.Format.
func (f format) Mark(line []byte, about *recordtree.About) recordtree.Mark {
	if bytes.IndexByte(line, '{') < 0 {
		return recordtree.Mark{}
	}
	line = whole(line)
	r := claude.PeekTree(line)
	if r.IsSidechain && !f.agent {
		about.Asides++
	}
	r.IsSidechain = f.isBeside(&r)
	message := claude.PeekMessage(r.Message)
	note(about, &r, &message)
	if r.Type.Is(claude.TypeLastPrompt) {
		return recordtree.Mark{Goes: r.Leaf, GoesBack: r.IsExplicit}
	}
	k := kindOf(&r, &message)
	if !r.InTree() || r.IsSidechain {
		return recordtree.Mark{ID: r.UUID, Shown: count(k == unclassed && entry.HasText(line))}
	}
	m := recordtree.Mark{Place: recordtree.Leaf, ID: r.UUID, Parent: parentOf(&r), Shown: shown(&message, k),
		MayBeGone: f.agent || f.aside || r.IsBoundary()}
	if !isID(r.UUID) {
		m.Place = recordtree.Beside // older versions wrote the chunks of a stream without one: they are no part of the tree
	}
	if r.Attachment != nil {
		noteEdits(&m, r.Attachment)
	}
	switch {
	case k == told:
		weigh(&m, pieces(&r, &message))
	case k == response:
		m.Message = messageOf(&message)
	case k == results:
		m.Answers = answersOf(&message)
	case k == unclassed:
		m.Shown = count(entry.HasText(line))
	case r.IsBoundary():
		m.KeptBeside = keptBeside(&r)
	}
	return m
}

// parentOf returns what the record follows. A boundary without any link follows what stands before it. Its link is the
// last record that the summary tells of; where others stay, the conversation went on behind it: up to the last of them,
// or to what stands before the boundary when a part from the middle on was summarized (2.1.332: "Summarize up to here",
// "Summarize from here").
func parentOf(r *claude.Record) jsonl.Value {
	if r.IsBoundary() && !isID(r.Parent) && len(keptBeside(r)) > 0 {
		if keepsFirst(r) {
			return nil
		}
		// Only the CLI itself counts those, and only it keeps nothing but the end then: a boundary of another writer may keep
		// what lies far back.
		if tail := preservedSegment(r).Get("tailUuid"); isID(tail) && !r.CompactMetadata.Get("messagesSummarized").IsNull() {
			return tail
		}
	}
	switch parent := r.Follows(); {
	case isID(parent):
		return parent
	case r.IsBoundary():
		return nil
	}
	return null
}

func isID(value jsonl.Value) bool { return len(value) > len(`""`) && value[0] == '"' }

func messageOf(message *claude.Message) recordtree.Message {
	m := recordtree.Message{ID: message.ID, IsPart: true, IsFinal: !message.StopReason.IsNull()}
	for i := range message.Blocks {
		b := &message.Blocks[i]
		switch {
		case b.IsCall():
			m.Calls = append(m.Calls, b.ID)
		case b.Type.Is("text") && m.Text == nil:
			m.Text = b.Text
		}
	}
	if u := usageOf(response, message); u != nil {
		m.Input, m.Output = u.Input+u.CacheRead+u.CacheWrite, u.Output
	}
	return m
}

func answersOf(message *claude.Message) []jsonl.Value {
	var calls []jsonl.Value
	for i := range message.Blocks {
		if b := &message.Blocks[i]; b.IsResult() {
			calls = append(calls, b.CallID)
		}
	}
	return calls
}

func preservedSegment(r *claude.Record) jsonl.Value { return r.CompactMetadata.Get("preservedSegment") }

// keepsFirst reports whether the model gets the records that stay before the summary: they hang on the boundary then,
// and else on the summary.
func keepsFirst(r *claude.Record) bool {
	anchor := preservedSegment(r).Get("anchorUuid")
	return isID(anchor) && anchor.String() == r.UUID.String()
}

// keptBeside returns the uuids of the records that stay in the model's context beside the summary.
func keptBeside(r *claude.Record) []jsonl.Value {
	preserved := r.CompactMetadata.Get("preservedMessages")
	kept := preserved.Get("allUuids") // the CLI prefers it to uuids
	if !kept.IsArray() {
		kept = preserved.Get("uuids")
	}
	var uuids []jsonl.Value
	for uuid := range jsonl.Elements(kept) {
		uuids = append(uuids, uuid)
	}
	return uuids
}
