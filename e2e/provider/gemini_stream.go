package provider

import (
	"encoding/json"
	"strings"
)

// render sends a reply as chunks of streamGenerateContent, or as one answer.
func (gemini) render(s *stream, request Request, reply Reply) {
	c := geminiAnswer{stream: s, model: request.Model, usage: geminiUsage(reply.Usage.orSmall())}
	if _, method := geminiMethod(request.Path); method == "generateContent" {
		reply.Hold.wait(s.done)
		s.whole(c.chunk(geminiParts(s, geminiErrand(request, reply)), "STOP"))
		return
	}
	if reply.Thinking != "" { // the CLI takes each chunk for a thought of its own
		s.data(c.chunk([]any{object{"text": reply.Thinking, "thought": true}}, ""))
	}
	for _, piece := range pieces(reply.Text) {
		s.data(c.chunk([]any{object{"text": piece}}, ""))
	}
	reply.Hold.wait(s.done)
	reply.Text = ""
	s.data(c.chunk(geminiParts(s, reply), "STOP"))
}

// geminiErrand answers a compaction in the form that its instructions demand,
// and a request that wants JSON with the members that the CLI's schemas have:
// which model is to answer, and that nothing goes on.
func geminiErrand(request Request, reply Reply) Reply {
	if request.Purpose == Compaction {
		return Say("<state_snapshot>" + summary + "</state_snapshot>")
	}
	var body geminiRequest
	// A body that cannot be read is a problem already.
	_ = json.Unmarshal(request.Body, &body)
	if body.schema() == nil {
		return reply
	}
	members := object{}
	for name := range body.schema().Properties {
		switch name {
		case "model_choice":
			members[name] = "flash"
		case "complexity_score", "unproductive_state_confidence":
			members[name] = 1
		case "next_speaker":
			members[name] = "user"
		default:
			members[name] = "scripted"
		}
	}
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return Say(string(text))
}

// geminiAnswer is one answer in the making.
type geminiAnswer struct {
	stream *stream
	model  string
	usage  object
}

func (a geminiAnswer) chunk(parts []any, finish string) object {
	candidate := object{"index": 0, "content": object{"role": "model", "parts": parts}}
	body := object{"candidates": []any{candidate}, "modelVersion": a.model, "responseId": a.stream.id("resp_", 0)}
	if finish != "" {
		candidate["finishReason"], body["usageMetadata"] = finish, a.usage
	}
	return body
}

func geminiParts(s *stream, reply Reply) []any {
	parts := []any{}
	if reply.Text != "" {
		parts = append(parts, object{"text": reply.Text})
	}
	for index, call := range reply.Calls {
		arguments := json.RawMessage(orID(strings.TrimSpace(call.Arguments), "{}"))
		parts = append(parts, object{"functionCall": object{
			"id": orID(call.ID, s.id("call_", index)), "name": call.Tool, "args": arguments,
		}})
	}
	return parts
}

func geminiUsage(u Usage) object {
	input := u.Input + u.CacheRead + u.CacheWrite
	return object{
		"promptTokenCount": input, "cachedContentTokenCount": u.CacheRead, "candidatesTokenCount": u.Output,
		"totalTokenCount": input + u.Output,
	}
}

func (gemini) failure(f Failure) any {
	return object{"error": f.with(object{"code": f.Status, "status": f.Type, "message": f.Message})}
}
