package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

var _ recordtree.Editor = format{}

// noteEdits records how an attachment changes earlier input of the model. Observed with Claude Code 2.1.332:
// tool_results_cut replaces results with a short text. Whole_texts_withdrawn removes the contents of the files that the
// last prompt named, because they were too long for the model.
func noteEdits(m *recordtree.Mark, a jsonl.Value) {
	switch kind := a.Get("type"); {
	case kind.Is(claude.AttachmentCut):
		for call := range jsonl.Elements(a.Get("callIds")) {
			m.EditsResults = append(m.EditsResults, call)
		}
	case kind.Is(claude.AttachmentWithdrawn):
		m.EditsRecent = true
	}
}

// Edit implements recordtree.Editor.
func (f format) Edit(line jsonl.Line, edit []byte) recordtree.Record {
	r := f.Parse(line)
	by := claude.Peek(edit).Attachment
	if by.Get("type").Is(claude.AttachmentWithdrawn) {
		withdraw(&r)
		return r
	}
	calls := map[string]bool{}
	for call := range jsonl.Elements(by.Get("callIds")) {
		calls[call.String()] = true
	}
	for _, e := range r.Entries {
		if calls[e.CallID] && e.Type == timeline.ToolResult {
			cut(e, textAt(by, "standIn"))
		}
	}
	return r
}

// cut replaces a result with the text. It keeps failures, and results that are no longer than the text (2.1.332).
func cut(e *timeline.Entry, standIn timeline.Text) {
	if e.Success && !standIn.IsEmpty() && (len(e.Attachments) > 0 || e.Output.Len() > standIn.Len()) {
		e.Output, e.Attachments = standIn, nil
	}
}

// withdraw reduces a file that was too long to its name.
func withdraw(r *recordtree.Record) {
	a := claude.Peek(r.Entries[0].Native.Raw).Attachment
	if !a.Get("overTokenLimit").Bool() {
		return
	}
	for _, e := range r.Entries {
		if e.Origin != nil && e.Origin.Kind == timeline.Mention {
			e.Content, e.Origin = tooLarge(timeline.NewText(e.Origin.Name)), &timeline.Origin{Kind: timeline.Reminder}
		}
	}
}
