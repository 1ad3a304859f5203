package kimi

import (
	format "stead/internal/format/kimi"
	"stead/timeline"
)

// convert writes an entry that has no line of its own in this wire file.
func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Branch != "" && !e.Hidden:
		n.Lose("abandoned branch", "what was taken back is not written: only the active conversation is")
		return nil
	case e.Branch != "":
		return nil
	case e.Hidden && isInterruption(e):
		err := n.dialogue.Close()
		n.endTurn("cancelled")
		return err
	case e.Hidden || !n.hasForm(e):
		return nil
	}
	n.report.Entries++
	return n.dialogue.Add(e)
}

// isInterruption reports whether an entry marks the place where the user stopped the model. Claude Code has a text for it.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Content.HasPrefix("[Request interrupted by user")
}

// hasForm reports whether Kimi Code has a form for what an entry says. Of system entries only summaries have one.
func (n *encoder) hasForm(e *timeline.Entry) bool {
	switch e.Type {
	case timeline.Assistant:
		for range e.Attachments {
			n.Lose("attachment of the model", "Kimi Code has pictures only in prompts and results")
		}
		return !e.Thinking.IsEmpty() || !e.Content.IsEmpty()
	case timeline.System:
		if e.Compaction == nil && !e.Content.IsBlank() {
			n.Lose("system message", "Kimi Code sends its own instructions to the model and none of another CLI")
		}
		return e.Compaction != nil
	}
	return true
}

// User writes what the user said, and begins a turn. The message has no origin, which means the user as well: of messages with one the CLI
// runs two together that follow each other.
func (n *encoder) User(e *timeline.Entry) error {
	content, err := n.content(e.Content, e.Attachments)
	if err != nil {
		return err
	}
	n.endTurn("completed")
	n.step.number = 0
	time := n.stamp(e.Timestamp)
	n.openTurn(time, content)
	n.record(format.AppendMessage, time, func(o *timeline.Object) {
		o.Append("message", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("role", "user")
				o.Raw("content", content)
				o.Raw("toolCalls", []byte("[]"))
			})
		})
	})
	n.marks.add(e, n.out.Lines)
	n.note(e)
	return nil
}

// note keeps the prompts that the session's state repeats.
func (n *encoder) note(e *timeline.Entry) {
	if !e.StartsTurn() {
		return
	}
	n.lastPrompt = titleOf(e.Content)
	if n.firstPrompt == "" {
		n.firstPrompt = n.lastPrompt
	}
}
