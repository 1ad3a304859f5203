package codex

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// AgentMessage is the item with a message from another agent to the session's own agent (0.171.0, with multi_agent_v2).
const AgentMessage = "agent_message"

// payloadMark ends the lines that name the sender and the recipient.
const payloadMark = "\nPayload:\n"

// AgentText returns the message of another agent, and its origin, as far as it is readable: the service encrypts a
// message that a model sends in a call.
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
