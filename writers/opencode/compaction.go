package opencode

import (
	"slices"

	format "stead/internal/format/opencode"
	"stead/timeline"
)

// compaction writes the order to compact and the summary. OpenCode sends the summary, what stays, and what follows.
func (n *encoder) compaction(e *timeline.Entry) error {
	if err := n.close(); err != nil {
		return err
	}
	tail, others := n.tail(e.Compaction.Keeps)
	order := n.newPrompt(e.Timestamp)
	n.tellAgain(order, others)
	order.part(func(o *timeline.Object) {
		o.String("type", "compaction")
		o.Bool("auto", e.Compaction.Trigger != "manual")
		o.Optional("tail_start_id", tail)
	})
	if err := n.write(order.message()); err != nil {
		return err
	}
	n.open = n.newAnswer(e.Timestamp)
	n.open.mode, n.open.isSummary = "compaction", true
	n.open.timed("text", e.Content, n.clock.at(e.Timestamp))
	n.report.Entries++
	if err := n.close(); err != nil {
		return err
	}
	n.resumes = true
	return nil
}

// tail returns the message with which that begins which stays beside a summary, and the entries that stay but lie before it: OpenCode
// keeps the newest messages, whole, or none. What was never written, as the source does not show it, is not among them.
func (n *encoder) tail(keeps []string) (message string, others []string) {
	kept := map[string]bool{}
	for _, id := range keeps {
		kept[id] = true
	}
	from := len(n.order)
	for i := len(n.order) - 1; i >= 0 && kept[n.order[i].entry]; i-- {
		if i == 0 || n.order[i-1].message != n.order[i].message {
			message, from = n.order[i].message, i
		}
	}
	for _, p := range n.order[:from] {
		n.former[p.entry] = true
	}
	for _, p := range n.order[from:] {
		delete(kept, p.entry)
	}
	others = slices.DeleteFunc(slices.Clone(keeps), func(id string) bool { return !kept[id] || !n.former[id] })
	for _, p := range n.order[from:] {
		n.former[p.entry] = true
	}
	n.order = nil
	return message, others
}

// memoryLimit bounds how much of the prompts is remembered for a later summary.
const memoryLimit = 1 << 20

// remembered is the text of a prompt.
type remembered struct {
	entry string
	text  timeline.Text
}

// remember keeps a prompt, and forgets old ones.
func (n *encoder) remember(e *timeline.Entry) {
	text := e.Told()
	if text.Len() > memoryLimit/4 {
		return
	}
	n.prompts = append(n.prompts, remembered{e.ID, timeline.NewText(text.String())})
	for n.promptsSize += text.Len(); n.promptsSize > memoryLimit; n.prompts = n.prompts[1:] {
		n.promptsSize -= n.prompts[0].text.Len()
	}
}

// tellAgain repeats prompts that stay beside a summary, though what came between does not: in the message before the summary, marked as
// the CLI's own texts, which the model is sent and the terminal does not draw. There they stand where they were.
func (n *encoder) tellAgain(m *draft, entries []string) {
	for _, id := range entries {
		at := slices.IndexFunc(n.prompts, func(r remembered) bool { return r.entry == id })
		if at < 0 {
			n.lose("entry that a compaction keeps", "OpenCode keeps only prompts and the newest entries beside a summary: the model gets the summary without it")
			continue
		}
		m.text(n.prompts[at].text, func(o *timeline.Object) {
			isSynthetic(o)
			format.NoteRepeated(o)
		})
	}
}
