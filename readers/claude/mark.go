package claude

import (
	"bytes"

	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
)

// format implements recordtree.Format. Its zero value reads a session's own file. Agent selects the file of a
// sub-agent, in which every record is marked as part of a side chain. Aside selects the side chains in a session's own
// file.
type format struct {
	agent, aside bool
}

// isBeside reports whether a record is outside what the format reads.
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
		m.Place = recordtree.Beside // older versions gave the chunks of a stream no id: they are outside the tree
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

// parentOf returns the record's parent. A boundary without any link follows the records before it. Its link is the last
// record that the summary covers. If some records are kept, the conversation continued after that link: up to the last
// kept record, or if a later part was summarized, up to the record before the boundary (2.1.332: "Summarize up to
// here", "Summarize from here").
func parentOf(r *claude.Record) jsonl.Value {
	if r.IsBoundary() && !isID(r.Parent) && len(keptBeside(r)) > 0 {
		if keepsFirst(r) {
			return nil
		}
		// Only the CLI itself counts the summarized messages, and in that case it keeps only the end. A boundary from
		// another writer may keep records from far back.
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

// keepsFirst reports whether the model receives the kept records before the summary. They are then attached to the
// boundary, and otherwise to the summary.
func keepsFirst(r *claude.Record) bool {
	anchor := preservedSegment(r).Get("anchorUuid")
	return isID(anchor) && anchor.String() == r.UUID.String()
}

// keptBeside returns the uuids of the records that stay in the model's context alongside the summary.
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
