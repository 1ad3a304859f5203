package kimicli

import (
	"time"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// screen writes a wire file: the events that the terminal displays, with times.
type screen struct {
	output
	inTurn bool
	// step counts the steps of the turn.
	step    int64
	spawned map[string][]timeline.Header
}

// see writes an event with its time.
func (s *screen) see(at time.Time, kind string, payload func(*timeline.Object)) {
	if s.Lines == 0 {
		s.raw([]byte(`{"type": "metadata", "protocol_version": "` + format.ProtocolVersion + `"}`))
	}
	s.line(func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.Raw("timestamp", format.AppendSeconds(nil, at))
			o.Append("message", func(dst []byte) []byte { return message(dst, kind, payload) })
		})
	})
}

func message(dst []byte, kind string, payload func(*timeline.Object)) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("type", kind)
		o.Append("payload", func(dst []byte) []byte { return timeline.AppendObject(dst, payload) })
	})
}

func nothing(*timeline.Object) {}

func (s *screen) beginTurn(at time.Time, content []byte) {
	s.endTurn(at)
	s.inTurn, s.step = true, 0
	s.see(at, format.TurnBegin, func(o *timeline.Object) { o.Raw("user_input", content) })
}

func (s *screen) endTurn(at time.Time) {
	if s.inTurn {
		s.see(at, format.TurnEnd, nothing)
	}
	s.inTurn = false
}

func (s *screen) beginStep(at time.Time) {
	s.step++
	s.see(at, format.StepBegin, func(o *timeline.Object) { o.Int("n", s.step) })
}

func (s *screen) part(at time.Time, p part) {
	s.see(at, format.ContentPart, func(o *timeline.Object) {
		o.String("type", p.kind)
		o.Text(p.kind, p.text)
		if p.kind == "think" {
			o.Raw("encrypted", []byte("null"))
		}
	})
}

func (s *screen) call(at time.Time, call []byte) {
	s.see(at, format.ToolCall, func(o *timeline.Object) {
		for key, value := range jsonl.Members(call) {
			o.Raw(string(key), value)
		}
		o.Raw("extras", []byte("null"))
	})
}

// spawn records which sub-agent a call started. As in the CLI's own files, an event of the agent names the call.
func (s *screen) spawn(at time.Time, call *timeline.Entry, id string) {
	for _, agent := range s.spawned[call.ID] {
		s.see(at, format.SubagentEvent, func(o *timeline.Object) {
			o.String("parent_tool_call_id", id)
			o.String("agent_id", agent.ID)
			o.String("subagent_type", "coder")
			o.Append("event", func(dst []byte) []byte {
				return message(dst, format.TurnBegin, func(o *timeline.Object) {
					o.Text("user_input", format.TextOf(jsonl.Value(call.Input).Get("prompt")))
				})
			})
		})
	}
}

// result writes a tool's result. The CLI keeps its own note separate from the tool's output.
func (s *screen) result(at time.Time, id string, outcome format.Outcome, content parts) {
	note, output := "", content
	if first, ok := content.note(); ok {
		note, output = first, content[1:]
	}
	s.see(at, format.ToolResult, func(o *timeline.Object) {
		o.String("tool_call_id", id)
		o.Append("return_value", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Bool("is_error", outcome.Failed)
				if len(output) == 0 {
					o.String("output", "")
				} else {
					o.Raw("output", output.content())
				}
				o.String("message", note)
				o.Raw("display", []byte("[]"))
				o.Raw("extras", []byte("null"))
			})
		})
	})
}

// compacted records that the context was compacted.
func (s *screen) compacted(at time.Time) {
	s.see(at, format.CompactionBegin, nothing)
	s.see(at, "CompactionEnd", nothing)
}

// spawned maps the calls that started sub-agents to the sub-agents' headers.
func spawned(s timeline.Stream) map[string][]timeline.Header {
	agents := map[string][]timeline.Header{}
	for _, child := range s.Children {
		if child.Header.Lineage != nil && child.Header.Lineage.At != "" {
			agents[child.Header.Lineage.At] = append(agents[child.Header.Lineage.At], child.Header)
		}
	}
	return agents
}
