package codex

import (
	format "stead/adapters/codex"
	"stead/timeline"
)

// contexts writes the context that nobody typed.
type contexts struct {
	out     *output
	turns   *turns
	memory  *memory
	folder  folder
	answers *answers
	calls   *calls
}

// write writes a context. The terminal does not draw it as a prompt, because only a prompt gets an item that says so.
func (c *contexts) write(e *timeline.Entry, timestamp string) {
	parts := contextParts(e, &c.out.report.Losses)
	_, role := textPart(e)
	event, isOrder := format.OrderOf(e)
	switch {
	case e.Origin.Kind == timeline.Shell:
		c.shell(e, timestamp, parts)
	case e.Origin.Kind == timeline.Interruption:
		c.interruption(e, timestamp, parts)
	case isOrder:
		c.hookOrder(e, event, timestamp, parts)
	default:
		c.answers.settle(format.Commentary)
		c.turns.begin(timestamp)
		c.memory.prompt([]string{e.ID}, c.out.message(timestamp, role, parts))
	}
	c.out.report.Entries++
}

// shell writes a command that the user ran as a turn of its own. The terminal draws its item as "You ran ...". While
// calls are open, the command stays inside the current turn, to which their results belong.
func (c *contexts) shell(e *timeline.Entry, timestamp string, parts []part) {
	c.answers.settle(format.FinalAnswer)
	isAlone := len(c.calls.pending) == 0
	if isAlone {
		c.calls.endTurn()
	}
	c.turns.begin(timestamp)
	c.turns.item(timestamp, "CommandExecution", c.out.itemID(), func(o *timeline.Object) { shellMembers(o, e, c.folder) })
	c.memory.prompt([]string{e.ID}, c.out.message(timestamp, "user", parts))
	if isAlone {
		c.calls.endTurn()
	}
}

func shellMembers(o *timeline.Object, e *timeline.Entry, in folder) {
	o.Append("command", func(dst []byte) []byte {
		dst = append(dst, `["bash","-lc",`...)
		return append(append(dst, e.Origin.Typed.JSON()...), ']')
	})
	o.String("cwd", fileURL(string(in)))
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

// interruption ends the turn as Codex itself does: with a message for the model and an event for the terminal.
func (c *contexts) interruption(e *timeline.Entry, timestamp string, parts []part) {
	c.answers.settle(format.Commentary)
	c.turns.begin(timestamp)
	c.calls.abandon()
	c.memory.prompt([]string{e.ID}, c.out.message(timestamp, "user", parts))
	c.calls.abortTurn()
}

// hookOrder writes a hook's order to the model to continue instead of ending its turn.
func (c *contexts) hookOrder(e *timeline.Entry, event, timestamp string, parts []part) {
	c.answers.settle(format.FinalAnswer)
	c.turns.begin(timestamp)
	c.memory.prompt([]string{e.ID}, c.out.message(timestamp, "user", parts))
	c.turns.item(timestamp, "HookPrompt", c.out.itemID(), func(o *timeline.Object) {
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
