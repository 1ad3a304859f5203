package opencode

import (
	"slices"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// memory knows what a later summary may keep.
type memory struct {
	order   []placed
	former  map[string]bool // the entries before the newest summary
	prompts []remembered
	size    int // of the prompts
}

// placed says in which message an entry is.
type placed struct{ entry, message string }

// place remembers in which message an entry is, until a summary has replaced it.
func (m *memory) place(e *timeline.Entry, message string) {
	m.order = append(m.order, placed{e.ID, message})
}

// tail returns the message with which that begins which stays beside a summary, and the entries that stay but lie
// before it: OpenCode keeps the newest messages, whole, or none. What was never written, as the source does not show
// it, is not among them.
func (m *memory) tail(keeps []string) (message string, others []string) {
	kept := map[string]bool{}
	for _, id := range keeps {
		kept[id] = true
	}
	from := len(m.order)
	for i := len(m.order) - 1; i >= 0 && kept[m.order[i].entry]; i-- {
		if i == 0 || m.order[i-1].message != m.order[i].message {
			message, from = m.order[i].message, i
		}
	}
	for _, p := range m.order[:from] {
		m.former[p.entry] = true
	}
	for _, p := range m.order[from:] {
		delete(kept, p.entry)
	}
	others = slices.DeleteFunc(slices.Clone(keeps), func(id string) bool { return !kept[id] || !m.former[id] })
	for _, p := range m.order[from:] {
		m.former[p.entry] = true
	}
	m.order = nil
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
func (m *memory) remember(e *timeline.Entry) {
	text := e.Told()
	if text.Len() > memoryLimit/4 {
		return
	}
	m.prompts = append(m.prompts, remembered{e.ID, timeline.NewText(text.String())})
	for m.size += text.Len(); m.size > memoryLimit; m.prompts = m.prompts[1:] {
		m.size -= m.prompts[0].text.Len()
	}
}

// tellAgain repeats prompts that stay beside a summary, though what came between does not: in the message before the
// summary, marked as the CLI's own texts, which the model is sent and the terminal does not draw. There they stand
// where they were.
func (m *memory) tellAgain(d *draft, entries []string, losses *writers.Losses) {
	for _, id := range entries {
		at := slices.IndexFunc(m.prompts, func(r remembered) bool { return r.entry == id })
		if at < 0 {
			losses.Add("entry that a compaction keeps",
				"OpenCode keeps only prompts and the newest entries beside a summary: the model gets the summary without it")
			continue
		}
		d.text(m.prompts[at].text, func(o *timeline.Object) {
			isSynthetic(o)
			format.NoteRepeated(o)
		})
	}
}
