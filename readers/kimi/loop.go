package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// loop reads an event of a step: the model thinks, answers, calls a tool, or gets a result.
func (b *builder) loop(event jsonl.Value) {
	var kind, uuid, step, call, name, arguments, part, result jsonl.Value
	for key, value := range jsonl.Members(event) {
		switch string(key) {
		case "type":
			kind = value
		case "uuid":
			uuid = value
		case "stepUuid":
			step = value
		case "toolCallId":
			call = value
		case "name":
			name = value
		case "args":
			arguments = value
		case "part":
			part = value
		case "result":
			result = value
		}
	}
	switch kind.String() {
	case format.ContentPart:
		b.step = step.String()
		b.part(format.PeekPart(part), part)
	case format.ToolCall:
		b.inStep, b.decides = true, true
		b.call(call, name, arguments)
	case format.ToolResult:
		b.decides = true
		b.outcome(call, result)
	case format.StepBegin:
		b.begins, b.decides = true, true
	case format.StepEnd:
		b.step, b.decides = uuid.String(), true
		b.hide(timeline.Text{})
		b.entries[0].Usage = stepUsage(event)
	default:
		b.unknown("event", kind, event)
	}
}

func (b *builder) part(p format.Part, whole jsonl.Value) {
	b.inStep, b.isPart = true, true
	switch {
	case p.Type.Is("think"):
		if len(p.Think) > len(`""`) {
			b.add(timeline.Assistant, "").Thinking = format.Text(p.Think)
		}
	case p.IsText():
		b.add(timeline.Assistant, "").Content = format.Text(p.Text)
	default:
		b.otherPart(p, whole)
	}
}

func (b *builder) outcome(call, result jsonl.Value) {
	var output, failed, note, duration jsonl.Value // one pass: most results have no error, and all have an output
	for key, value := range jsonl.Members(result) {
		switch string(key) {
		case "output":
			output = value
		case "isError":
			failed = value
		case "note":
			note = value
		case "durationMs":
			duration = value
		}
	}
	b.note = format.Text(note)
	e := b.result(call, output, failed.Bool())
	if duration.IsNumber() {
		e.DurationMS = new(duration.Float())
	}
}
