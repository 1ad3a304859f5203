package qwen

import (
	"cmp"

	"stead/internal/format/qwen"
	"stead/timeline"
)

// Response implements dialogue.Sink.
func (e *encoder) Response(response []*timeline.Entry) error {
	if err := e.flushSaid(); err != nil {
		return err
	}
	var parts [][]byte
	model := e.plan.Model
	for _, entry := range response {
		model = cmp.Or(entry.Model, model)
		own := e.responseParts(entry)
		parts = append(parts, own...)
		e.remember(remembered{entry: entry.ID, call: callOf(entry), role: "model", parts: own})
	}
	if len(parts) == 0 {
		return nil
	}
	return e.record(response[0], qwen.TypeAssistant, "assistant_output", func(o *timeline.Object) {
		o.Optional("model", model)
		message(o, "model", parts)
	})
}

// callOf returns the entry of a call that an entry is or answers, or the empty string.
func callOf(entry *timeline.Entry) string {
	if entry.Type == timeline.ToolCall {
		return entry.ID
	}
	return entry.CallID
}

// Result implements dialogue.Sink.
func (e *encoder) Result(call, result *timeline.Entry) error {
	if err := e.flushSaid(); err != nil {
		return err
	}
	part := e.resultPart(call, result)
	e.remember(remembered{entry: result.ID, call: call.ID, role: "user", parts: [][]byte{part}})
	return e.record(result, qwen.TypeToolResult, qwen.TypeToolResult, func(o *timeline.Object) {
		message(o, "user", [][]byte{part})
		o.Append("toolCallResult", func(dst []byte) []byte {
			drawn := timeline.NewObject(dst)
			drawn.String("callId", e.ids[call.ID].id)
			drawn.String("status", status(result))
			drawn.Text("resultDisplay", drawing(result))
			return drawn.End()
		})
	})
}

func status(result *timeline.Entry) string {
	if result.Success {
		return "success"
	}
	return "error"
}

// maxDrawn is how much of an output is repeated for the terminal, which shows less.
const maxDrawn = 4 << 10

func drawing(result *timeline.Entry) timeline.Text {
	output := outputOf(result)
	if output.Len() <= maxDrawn {
		return output
	}
	return timeline.NewText(output.Head(maxDrawn) + "…")
}
