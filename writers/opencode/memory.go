package opencode

import (
	"slices"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// memory tracks the entries that a later summary may keep.
type memory struct {
	order   []placed
	former  map[string]bool // the entries before the newest summary
	prompts []remembered
	size    int // of the prompts
}

// placed is an entry with the message that holds it.
type placed struct{ entry, message string }

// place remembers the message that holds an entry, until a summary replaces it.
func (m *memory) place(e *timeline.Entry, message string) {
	m.order = append(m.order, placed{e.ID, message})
}

// tail returns the first of the newest messages that stay next to a summary, and the kept entries before that message:
// OpenCode keeps a number of newest messages as a whole, or none. It ignores entries that were never written, because
// the source does not show them.
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

// memoryLimit is the maximum size in bytes of the prompts that are remembered for a later summary.
const memoryLimit = 1 << 20

// remembered is the text of a prompt.
type remembered struct {
	entry string
	text  timeline.Text
}

// remember stores a prompt, and forgets old ones.
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

// tellAgain repeats prompts that stay next to a summary although the entries between them do not. The repetition is in
// the message before the summary, where the prompts originally were. It is marked as the CLI's own text, which the
// model gets and the terminal does not display.
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
