package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// piece is a part of a record that becomes an entry: what the user said, or context for the model that accompanies it.
type piece struct {
	text        timeline.Text
	attachments []timeline.Attachment
	origin      *timeline.Origin // nil if the user typed it
	isHidden    bool
	announces   recordtree.Pair
	completes   recordtree.Pair
}

// The records that belong together: a command's line and its text, or a shell command and its output.
const (
	pairCommand recordtree.Pair = iota + 1
	pairShell
)

func typed(text timeline.Text, attachments ...timeline.Attachment) piece {
	return piece{text: text, attachments: attachments}
}

// delivered returns a piece that the model received, and that every model is to receive.
func delivered(kind timeline.OriginKind, name string, text timeline.Text, attachments ...timeline.Attachment) piece {
	return piece{text: text, attachments: attachments, origin: &timeline.Origin{Kind: kind, Name: name}}
}

// rebuilt returns a piece that the model received, and that each CLI regenerates.
func rebuilt(kind timeline.OriginKind, text timeline.Text) piece {
	return piece{text: text, origin: &timeline.Origin{Kind: kind}, isHidden: true}
}

func (p *piece) isEmpty() bool {
	// a command may print nothing
	return p.text.IsEmpty() && len(p.attachments) == 0 && p.announces == 0 && p.completes != pairShell
}

func (p *piece) isShown() bool { return !p.isHidden && !p.isEmpty() }

// pieces splits a record of kind told.
func pieces(r *claude.Record, m *claude.Message) []piece {
	switch {
	case r.Type.Is(claude.TypeAttachment):
		return attached(r)
	case r.Type.Is(claude.TypeSystem):
		return []piece{rebuilt(timeline.Trace, textOf(r.Content))}
	case r.Type.Is(claude.TypeAssistant):
		return []piece{rebuilt(timeline.Trace, textOf(m.Content))}
	case r.IsMeta:
		return append([]piece{meta(r, m)}, unclassedParts(m.Blocks)...)
	}
	return append(sayings(r, m), unclassedParts(m.Blocks)...)
}

// unclassedParts returns pieces for the parts of a message with unclassified types. A text in the usual member is
// included with the rest.
func unclassedParts(blocks []claude.Block) []piece {
	var all []piece
	for i := range blocks {
		block := &blocks[i]
		if _, isKnown := partText(block); isKnown || has(unsent, block.Type) {
			continue
		}
		named := unknown(partOf(block.Type), block.Raw)
		if block.Text.IsString() {
			named = named[:1]
		}
		all = append(all, named...)
	}
	return all
}

// parts returns the texts of a content, and its images and documents.
func parts(content jsonl.Value) (texts []timeline.Text, attachments []timeline.Attachment) {
	if content.IsString() {
		return []timeline.Text{timeline.RawText(content)}, nil
	}
	for block := range jsonl.Elements(content) {
		peeked := claude.PeekBlock(block)
		text, isKnown := partText(&peeked)
		switch {
		case isMedia(&peeked) && text.IsEmpty():
			a := attachmentOf(&peeked)
			a.Leading = len(texts) == 0
			attachments = append(attachments, a)
		case isKnown && !text.IsEmpty():
			texts = append(texts, text)
		case peeked.Text.IsString():
			texts = append(texts, timeline.RawText(peeked.Text))
		}
	}
	return texts, attachments
}

// weigh counts the visible entries of a record's pieces, and records which pairs the record belongs to.
func weigh(m *recordtree.Mark, all []piece) {
	for i := range all {
		p := &all[i]
		m.Shown += count(p.isShown())
		m.Announces = max(m.Announces, p.announces)
		m.Completes = max(m.Completes, p.completes)
	}
}
