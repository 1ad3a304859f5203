package kimi

import (
	format "stead/internal/format/kimi"
	"stead/timeline"
	"stead/writers"
)

// convert writes an entry that has no line of its own in this wire file.
func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Branch != "" && !e.Hidden:
		n.Lose("abandoned branch", "undone turns are not written: only the active conversation is")
		return nil
	case e.Branch != "":
		return nil
	case isInterruption(e):
		if err := n.dialogue.Close(); err != nil {
			return err
		}
		n.endTurn("cancelled")
		if e.Hidden {
			return nil
		}
	case e.Hidden || !n.hasForm(e):
		return nil
	}
	n.report.Entries++
	return n.dialogue.Add(e)
}

// isInterruption reports whether an entry marks the place where the user stopped the model.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Origin != nil && e.Origin.Kind == timeline.Interruption
}

// hasForm reports whether Kimi Code has a form for what an entry says. Of system entries only summaries have one.
func (n *encoder) hasForm(e *timeline.Entry) bool {
	switch e.Type {
	case timeline.Assistant:
		for range e.Attachments {
			n.loseItem(writers.Media, 0, "attachment of the model", "Kimi Code has pictures only in prompts and results")
		}
		return !e.Thinking.IsEmpty() || !e.Content.IsEmpty()
	case timeline.System:
		if e.Compaction == nil && !e.Content.IsBlank() {
			n.loseItem(writers.Texts, e.Content.Characters(), "system message", "Kimi Code sends its own instructions to the model and none of another CLI")
		}
		return e.Compaction != nil
	}
	return true
}

// User writes what the user said, and begins a turn. The message has no origin, which means the user as well: of messages with one the CLI
// runs two together that follow each other.
func (n *encoder) User(e *timeline.Entry) error {
	if e.IsContext() {
		return n.context(e)
	}
	content, err := n.content(e.Content, e.Attachments)
	if err != nil {
		return err
	}
	n.endTurn("completed")
	n.step.number = 0
	time := n.stamp(e.Timestamp)
	as, message := n.originOf(e)
	n.openTurn(time, content, as)
	n.append(time, content, message)
	n.marks.add(e, n.out.Lines)
	n.note(e)
	return nil
}

// originOf returns the origins of a prompt's turn and of its message.
func (n *encoder) originOf(e *timeline.Entry) (turn, message []byte) {
	if e.Origin != nil {
		if command, ok := format.CommandOrigin(e.Origin); ok {
			return command, command
		}
		n.Lose("line typed for a command", "Kimi Code accepts only lines of the form /name arguments: the command's text becomes a prompt")
	}
	return n.origin(), nil
}

// append writes a message of the user's role.
func (n *encoder) append(time int64, content, origin []byte) {
	n.record(format.AppendMessage, time, func(o *timeline.Object) {
		o.Append("message", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("role", "user")
				o.Raw("content", content)
				o.Raw("toolCalls", []byte("[]"))
				if origin != nil {
					o.Raw("origin", origin)
				}
			})
		})
	})
}

// context writes what nobody typed. It belongs to the turn that is open; a shell command ends that, as the user runs none while the model works.
func (n *encoder) context(e *timeline.Entry) error {
	n.endStep()
	if e.Origin.Kind == timeline.Shell {
		n.endTurn("completed")
	}
	time := n.stamp(e.Timestamp)
	first := n.out.Lines + 1
	for i, note := range format.Notes(e) {
		attachments := e.Attachments
		if i > 0 {
			attachments = nil
		}
		content, err := n.content(note.Text, attachments)
		if err != nil {
			return err
		}
		n.append(time, content, note.Origin)
	}
	n.marks.add(e, first)
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
