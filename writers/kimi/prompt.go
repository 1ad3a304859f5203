package kimi

import (
	format "stead/adapters/kimi"
	"stead/timeline"
)

// prompts are the prompts that the session's state repeats.
type prompts struct{ first, last string }

// note stores a prompt that the session's state may repeat.
func (p *prompts) note(e *timeline.Entry) {
	if !e.StartsTurn() {
		return
	}
	p.last = titleOf(e.Content)
	if p.first == "" {
		p.first = p.last
	}
}

// originOf returns the origins of a prompt's turn and of its message.
func (c *conversation) originOf(e *timeline.Entry) (turn, message []byte) {
	if e.Origin != nil {
		if command, ok := format.CommandOrigin(e.Origin); ok {
			return command, command
		}
		c.Lose("line typed for a command",
			"Kimi Code accepts only lines of the form /name arguments: the command's text becomes a prompt")
	}
	return origin(c.out.agent), nil
}

// origin returns the origin of a prompt: the user, or the agent that started this one.
func origin(agent string) []byte {
	if agent == format.MainAgent {
		return []byte(`{"kind":"user"}`)
	}
	return []byte(`{"kind":"system_trigger","name":"subagent"}`)
}
