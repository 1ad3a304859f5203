package codex

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// AgentMessage is the item that holds what another agent has said to the session's own (0.171.0, with multi_agent_v2).
const AgentMessage = "agent_message"

// payloadMark ends the lines that say who says it to whom.
const payloadMark = "\nPayload:\n"

// AgentText returns what another agent has said, and its origin, as far as it can be read: the service encrypts what a
// model says in a call.
func AgentText(item jsonl.Value) (timeline.Text, *timeline.Origin) {
	var said []timeline.Text
	for part := range jsonl.Elements(item.Get("content")) {
		if text := part.Get("text"); part.Get("type").Is("input_text") && text.IsString() {
			said = append(said, timeline.RawText(text))
		}
	}
	text := timeline.Join(said, "")
	if _, payload, found := cut(text, payloadMark); found {
		text = payload
	}
	return text, &timeline.Origin{Kind: timeline.Notification, Name: item.Get("author").String()}
}
