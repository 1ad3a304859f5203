package pi

import (
	"bytes"
	"strings"

	"stead/adapters/pi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// format implements recordtree.Format and recordtree.Editor.
type format struct{}

// Mark implements recordtree.Format. Every record except the header is part of the tree, and any record may be the
// last. Records of version 1 have neither an id nor a parent: each follows the one before it.
func (format) Mark(line []byte, about *recordtree.About) recordtree.Mark {
	if bytes.IndexByte(line, '{') < 0 {
		return recordtree.Mark{}
	}
	r := pi.Peek(line)
	if !r.Type.IsString() {
		return recordtree.Mark{}
	}
	m := pi.PeekMessage(r.Message)
	note(&r, &m, about)
	if r.Type.Is(pi.TypeSession) || r.Message == nil && r.ID == nil && r.Timestamp == nil {
		return recordtree.Mark{}
	}
	mark := recordtree.Mark{Place: recordtree.Leaf, ID: r.ID, Parent: r.Parent, Edits: r.Target}
	if !r.Type.Is(pi.TypeContextEdit) {
		mark.Edits = nil
	}
	if r.Type.Is(pi.TypeCompaction) {
		mark.KeptFrom = r.FirstKept
		for id := range jsonl.Elements(r.Details.Get(pi.KeptDetail)) {
			mark.KeptBeside = append(mark.KeptBeside, id)
		}
		if r.FirstKeptIndex != nil {
			mark.KeptLine = int(r.FirstKeptIndex.Int()) + 1 // of version 1: an index among the records, from 0
		}
	}
	for _, i := range itemsOf(&r, &m) {
		if i.isShown {
			mark.Shown++
		}
	}
	return mark
}

func note(r *pi.Record, m *pi.Message, about *recordtree.About) {
	recordtree.KeepLast(&about.Modified, r.Timestamp)
	switch {
	case r.IsHeader():
		about.Records++
		recordtree.KeepFirst(&about.Session, r.ID)
		recordtree.KeepFirst(&about.CWD, r.CWD)
		recordtree.KeepFirst(&about.Created, r.Timestamp)
		recordtree.KeepFirst(&about.Parent, r.ParentSession)
	case r.Type.Is(pi.TypeModelChange):
		recordtree.KeepLast(&about.Provider, r.Provider)
		recordtree.KeepLast(&about.Model, r.Model)
	case r.Type.Is(pi.TypeSessionInfo):
		about.Name = strings.TrimSpace(r.Name.String())
	case m.Role.IsString():
		about.Records++
		noteMessage(r, m, about)
	}
}

// noteMessage records the model, the token usage of an answer, and the first prompt.
func noteMessage(r *pi.Record, m *pi.Message, about *recordtree.About) {
	if m.Role.Is(pi.RoleAssistant) {
		recordtree.KeepLast(&about.Provider, m.Provider)
		recordtree.KeepLast(&about.Model, m.Model)
	}
	if u := usageOf(m); u != nil {
		about.Input += u.Input + u.CacheRead + u.CacheWrite
		about.Output += u.Output
	}
	if about.Prompt != "" || !m.Role.Is(pi.RoleUser) {
		return
	}
	for _, i := range itemsOf(r, m) {
		if len(i.texts) > 0 && !i.isStrange {
			about.Prompt = recordtree.Beginning(i.texts[0].JSON())
		}
	}
}

// counts are the members of an answer's usage (Pi 0.87).
var counts = entry.Counts{Input: "input", Output: "output", CacheRead: "cacheRead", CacheWrite: "cacheWrite",
	Reasoning: "reasoning"}

// usageOf returns the token usage and the cost of an answer.
func usageOf(m *pi.Message) *timeline.Usage {
	if !m.Role.Is(pi.RoleAssistant) {
		return nil
	}
	u := counts.In(m.Usage)
	u.Cost = m.Usage.Get("cost", "total").Float()
	return entry.UsageOf(u)
}
