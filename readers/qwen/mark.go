package qwen

import (
	"bytes"

	"stead/adapters/qwen"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// format implements recordtree.Format.
type format struct{}

// Mark implements recordtree.Format. The CLI merges records of one uuid into one message.
func (format) Mark(line []byte, about *recordtree.About) recordtree.Mark {
	if bytes.IndexByte(line, '{') < 0 {
		return recordtree.Mark{}
	}
	r := qwen.Peek(line)
	note(&r, about)
	if !r.InTree() {
		return recordtree.Mark{Shown: shown(&r)}
	}
	m := recordtree.Mark{Place: placeOf(&r), ID: r.UUID, Parent: r.Parent, IsFragment: true, Shown: shown(&r),
		EndsAtGap: true}
	if kindOf(&r) == retold {
		m.Parent = jsonl.Value("null") // the model gets nothing from before
	}
	for _, kept := range keptBy(&r) {
		m.Kept = append(m.Kept, kept.Key)
	}
	if r.IsAnswer() {
		m.Edits = r.Parent
	}
	if kindOf(&r) == typed {
		m.Announces = pairCommand
	}
	if completes(&r) {
		m.Completes = pairCommand
	}
	noteConversation(&r, about)
	return m
}

func shown(r *qwen.Record) int {
	n := 0
	for _, i := range itemsOf(r) {
		if i.isShown {
			n++
		}
	}
	return n
}

// pairCommand pairs a slash command with its text.
const pairCommand recordtree.Pair = 1

// placeOf reports whether the conversation can continue from a record. The CLI accepts any record, but its telemetry
// may come from a process that another process has replaced (0.15.10). In this case, the telemetry is on the abandoned
// branch.
func placeOf(r *qwen.Record) recordtree.Place {
	if r.Type.Is(qwen.TypeSystem) && r.Subtype.Is(qwen.Telemetry) &&
		!r.Payload.Get("uiEvent", "event.name").Is(qwen.LeafEvent) {
		return recordtree.Within
	}
	return recordtree.Leaf
}

func note(r *qwen.Record, about *recordtree.About) {
	if r.IsKnown() {
		about.Records++
	}
	recordtree.KeepFirst(&about.Session, r.Session)
	recordtree.KeepFirst(&about.CWD, r.CWD)
	recordtree.KeepFirst(&about.Created, r.Timestamp)
	recordtree.KeepFirst(&about.Parent, r.ForkedFrom.Get("sessionId"))
	recordtree.KeepLast(&about.Modified, r.Timestamp)
	recordtree.KeepLast(&about.Version, r.Version)
	recordtree.KeepLast(&about.GitBranch, r.GitBranch)
	if r.Type.Is(qwen.TypeAssistant) {
		recordtree.KeepLast(&about.Model, r.Model)
	}
	if r.Subtype.Is(qwen.Title) {
		recordtree.KeepLast(&about.Name, r.Payload.Get("customTitle"))
	}
}

// noteConversation records the first prompt, and the token usage of a response.
func noteConversation(r *qwen.Record, about *recordtree.About) {
	if usage := usageOf(r); usage != nil {
		about.Input += usage.Input + usage.CacheRead
		about.Output += usage.Output
	}
	if about.Prompt != "" {
		return
	}
	for _, i := range itemsOf(r) {
		if i.isPrompt() && len(i.texts) > 0 {
			about.Prompt = recordtree.Beginning(i.texts[0])
			return
		}
	}
}

// counts are the members of usageMetadata, which are those of the Gemini API.
var counts = entry.Counts{
	Input: "promptTokenCount", Output: "candidatesTokenCount", CacheRead: "cachedContentTokenCount",
	Reasoning: "thoughtsTokenCount",
}

// usageOf returns the token usage of a response. The CLI counts cached tokens as part of the prompt.
func usageOf(r *qwen.Record) *timeline.Usage {
	if !r.Usage.IsObject() || kindOf(r) != response {
		return nil
	}
	u := counts.In(r.Usage)
	u.Input = max(0, u.Input-u.CacheRead)
	return entry.UsageOf(u)
}
