package gemini

import (
	"strings"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// convert writes an entry that has no line of its own in this session.
func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Branch != "":
		if !e.Hidden {
			n.Lose("abandoned branch", "Gemini CLI keeps one branch of a conversation: only the active one was written")
		}
		return nil
	case e.Hidden:
		return n.hidden(e)
	}
	n.converted = true
	n.isStopped = n.isStopped && e.Origin != nil && e.Origin.Kind == timeline.Interruption
	if name, ok := n.waiting[e.CallID]; ok && e.Type == timeline.ToolResult {
		return n.lateResult(e, name)
	}
	return n.dialogue.Add(e)
}

// hidden draws the place where the user stopped the model. Nothing else that is hidden is delivered: it is the business of the CLI that
// wrote it.
func (n *encoder) hidden(e *timeline.Entry) error {
	if e.StopReason != "interrupted" {
		return nil
	}
	if err := n.close(); err != nil {
		return err
	}
	n.interrupted(e)
	return nil
}

// System takes a summary, or a text of no side, which goes to the model as one that says what it is.
func (n *encoder) System(e *timeline.Entry) error {
	n.flush()
	switch {
	case e.Compaction != nil:
		n.compaction(e)
	case e.Content.IsBlank(): // it says nothing, also where a compaction keeps it
		n.memory.add(nil, e.ID)
	default:
		text := *e
		text.Type, text.Origin = timeline.User, &timeline.Origin{Kind: timeline.Reminder}
		n.told(&text, nil)
	}
	return nil
}

// messageMembers adds what every message has.
func (n *encoder) messageMembers(o *timeline.Object, id, timestamp, kind string) {
	if id == "" {
		id = n.plan.NewID()
	}
	o.String("id", id)
	o.String("timestamp", n.stamp(timestamp))
	o.String("type", kind)
}

// translated makes a call one of the CLI's own tools where there is one that does the same, else leaves it the function that it was, with
// its universal arguments. The model is not offered that function, but takes a past call of it as it is.
func (n *encoder) translated(e *timeline.Entry) *toolCall {
	name, arguments, own := format.FromUniversal(e.Tool, []byte(e.Input))
	c := &toolCall{entry: e, name: name, arguments: arguments, agent: n.agents[e.ID]}
	if mcp, drawn, ok := format.NativeMCP(e.OriginalTool); ok && !own {
		c.name, c.drawn, c.arguments = mcp, drawn, e.Input
	} else if !own {
		original := e.OriginalTool
		if original == "" {
			original = string(e.Tool)
		}
		c.name, c.arguments = format.ToolName(original), e.Input
		if c.name != original {
			n.Lose("name of tool "+original, "the Gemini API refuses such a name: the call is of "+c.name)
		}
	}
	if !strings.HasPrefix(string(c.arguments), "{") {
		c.arguments = []byte("{}")
	}
	return c
}
