package codex

import (
	format "stead/internal/format/codex"
	"stead/timeline"
)

// context writes what the model was told and nobody typed. The terminal draws none of it as a prompt: only a prompt has an item that says so.
func (n *encoder) context(e *timeline.Entry, timestamp string) error {
	parts := n.contextParts(e)
	_, role := textPart(e)
	event, isOrder := format.OrderOf(e)
	switch {
	case e.Origin.Kind == timeline.Shell:
		n.shell(e, timestamp, parts)
	case e.Origin.Kind == timeline.Interruption:
		n.interruption(e, timestamp, parts)
	case isOrder:
		n.hookOrder(e, event, timestamp, parts)
	default:
		n.settle(format.Commentary)
		n.openTurn(timestamp)
		n.memory.prompt([]string{e.ID}, n.message(timestamp, role, parts))
	}
	n.report.Entries++
	return nil
}

// contextParts returns the parts of a context's text and of its attachments. A file without a text that Codex does not take is told once.
func (n *encoder) contextParts(e *timeline.Entry) []part {
	pictures := n.pictures(e.Attachments)
	text, _ := textPart(e)
	name := ""
	if e.Origin != nil {
		name = e.Origin.Name
	}
	documents := n.documents(e.Attachments)
	if e.Content.IsBlank() && len(documents) > 0 {
		return append(tagged(name, pictures), documents...)
	}
	return append(append([]part{text}, tagged(name, pictures)...), documents...)
}

// shell writes a command that the user ran: a turn of its own, whose item the terminal draws as "You ran ...". While calls are open, their
// results belong to the turn that goes on.
func (n *encoder) shell(e *timeline.Entry, timestamp string, parts []part) {
	n.settle(format.FinalAnswer)
	isAlone := len(n.pending) == 0
	if isAlone {
		n.endTurn()
	}
	n.openTurn(timestamp)
	n.item(timestamp, "CommandExecution", n.itemID(), func(o *timeline.Object) { n.shellMembers(o, e) })
	n.memory.prompt([]string{e.ID}, n.message(timestamp, "user", parts))
	if isAlone {
		n.endTurn()
	}
}

func (n *encoder) shellMembers(o *timeline.Object, e *timeline.Entry) {
	o.Append("command", func(dst []byte) []byte {
		dst = append(dst, `["bash","-lc",`...)
		return append(append(dst, e.Origin.Typed.JSON()...), ']')
	})
	o.String("cwd", fileURL(n.dir()))
	o.Raw("parsed_cmd", []byte("[]"))
	o.String("source", "user_shell")
	exit := e.Origin.ExitCode
	if exit != nil && *exit != 0 {
		o.String("status", "failed")
	} else {
		o.String("status", "completed")
	}
	o.Text("aggregated_output", e.Content)
	if exit != nil {
		o.Int("exit_code", int64(*exit))
	} else {
		o.Raw("exit_code", []byte("null"))
	}
}

// interruption ends the turn as Codex itself does: with a message for the model, and an event for the terminal.
func (n *encoder) interruption(e *timeline.Entry, timestamp string, parts []part) {
	n.settle(format.Commentary)
	n.openTurn(timestamp)
	n.abandonCalls()
	n.memory.prompt([]string{e.ID}, n.message(timestamp, "user", parts))
	n.abortTurn()
}

// hookOrder writes what a hook told the model to do instead of ending its turn.
func (n *encoder) hookOrder(e *timeline.Entry, event, timestamp string, parts []part) {
	n.settle(format.FinalAnswer)
	n.openTurn(timestamp)
	n.memory.prompt([]string{e.ID}, n.message(timestamp, "user", parts))
	n.item(timestamp, "HookPrompt", n.itemID(), func(o *timeline.Object) {
		o.Append("fragments", func(dst []byte) []byte {
			dst = append(dst, '[')
			dst = timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Text("text", e.Content)
				o.String("hookRunId", format.OrderID(event))
			})
			return append(dst, ']')
		})
	})
}
