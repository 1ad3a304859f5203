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
			n.Lose("abandoned branch", "Gemini CLI keeps one line of conversation: only the active one was written")
		}
		return nil
	case e.Hidden:
		return n.hidden(e)
	}
	n.converted = true
	if name, ok := n.waiting[e.CallID]; ok && e.Type == timeline.ToolResult {
		return n.lateResult(e, name)
	}
	return n.dialogue.Add(e)
}

// hidden draws the place where the user stopped the model. Nothing else that is hidden is delivered: it is the business of the CLI that
// wrote it.
func (n *encoder) hidden(e *timeline.Entry) error {
	if e.StopReason != "interrupted" && !e.Content.HasPrefix("[Request interrupted by user") {
		return nil
	}
	if err := n.close(); err != nil {
		return err
	}
	n.out.record(object(func(o *timeline.Object) {
		n.messageMembers(o, e.ID, e.Timestamp, "info")
		o.String("content", format.Interrupted)
	}))
	return nil
}

// System takes a visible system entry: only summaries have a form in Gemini CLI.
func (n *encoder) System(e *timeline.Entry) error {
	n.flush()
	if e.Compaction != nil {
		n.compaction(e)
	} else if !e.Content.IsBlank() {
		n.Lose("system message", "Gemini CLI sends its own instructions to the model and none of another CLI")
	}
	return nil
}

// User takes a prompt.
func (n *encoder) User(e *timeline.Entry) error {
	n.flush()
	text, shielded := format.Shielded(e.Content)
	if shielded {
		n.Lose("plain beginning of a prompt", "Gemini CLI drops past prompts that begin like a command or like its own preamble: an invisible "+
			"character (U+2060) stands before it")
	}
	pictures, err := n.inlined(e.Attachments)
	if err != nil {
		return err
	}
	line := object(func(o *timeline.Object) {
		n.messageMembers(o, e.ID, e.Timestamp, format.User)
		o.Append("content", func(dst []byte) []byte { return append(appendParts(append(dst, '['), text, pictures), ']') })
	})
	n.out.record(line)
	n.memory.add([][]byte{line}, e.ID)
	n.report.Entries++
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
	name, arguments, dropped, own := format.FromUniversal(e.Tool, []byte(e.Input))
	c := &toolCall{entry: e, name: name, arguments: arguments, agent: n.agents[e.ID]}
	if !own {
		original := e.OriginalTool
		if original == "" {
			original = string(e.Tool)
		}
		c.name, c.arguments = format.ToolName(original), e.Input
		if c.name != original {
			n.Lose("name of tool "+original, "the Gemini API takes no such name: the call is of "+c.name)
		}
	} else {
		for _, argument := range dropped {
			n.Lose("argument "+argument+" of "+string(e.Tool), "Gemini CLI's tool "+name+" has no such argument")
		}
	}
	if !strings.HasPrefix(string(c.arguments), "{") {
		c.arguments = []byte("{}")
	}
	return c
}
