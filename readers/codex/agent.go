package codex

import (
	"strings"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// agentMessage reads what one agent of a session tells another one. It stands in the rollout of who is told.
func (r *record) agentMessage(p jsonl.Value) {
	r.messageID = p.Get("id").String()
	text, origin := format.AgentText(p)
	r.said(p, text, origin)
	for value := range jsonl.Elements(p.Get("content")) {
		if kind := value.Get("type"); !kind.Is("input_text") {
			other := unreadable(kind, value)
			r.unknown(other.kind, other.value)
		}
	}
}

// agentTalk reads the form that only tells what was said.
func (r *record) agentTalk(p jsonl.Value) {
	r.said(p, textOf(p.Get("content")), &timeline.Origin{Kind: timeline.Notification, Name: p.Get("author").String()})
	if sealed := p.Get("encrypted_content"); sealed.IsString() {
		r.unknown(encryptedPart, p)
	}
}

// said adds what an agent said. What its parent tells a sub-agent is what it is asked to do; all else is the answer of
// an agent that worked meanwhile.
func (r *record) said(p jsonl.Value, text timeline.Text, origin *timeline.Origin) {
	if text.IsBlank() {
		return
	}
	if strings.HasPrefix(p.Get("recipient").String(), origin.Name+"/") {
		origin = nil
	}
	r.prompt = text
	r.add(&timeline.Entry{ID: p.Get("id").String(), Type: timeline.User, Content: text, Origin: origin})
}

// part is a part of something, with how a report names its kind.
type part struct {
	kind  string
	value jsonl.Value
}

// encryptedPart is how reports name what only the vendor's model can read.
const encryptedPart = "encrypted part"

// unreadable names a part that the reader cannot tell.
func unreadable(kind, value jsonl.Value) part {
	if kind.Is("encrypted_content") {
		return part{encryptedPart, value}
	}
	return part{strings.TrimSpace("part " + kind.String()), value}
}
