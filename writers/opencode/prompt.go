package opencode

import "stead/timeline"

// prompts writes the messages in the user's name.
type prompts struct {
	out    *output
	drafts *drafts
	memory *memory
	open   *draft
}

// ask begins a message in the user's name. It is written when another message begins.
func (p *prompts) ask(e *timeline.Entry) *draft {
	p.open = p.drafts.prompt(e.Timestamp)
	p.drafts.resumes = false
	p.arrived(e, p.open.id)
	return p.open
}

// arrived records that a message holds an entry of the user.
func (p *prompts) arrived(e *timeline.Entry, message string) {
	p.out.report.Entries++
	p.memory.place(e, message)
	p.memory.remember(e)
}

// end writes the open message in the user's name.
func (p *prompts) end() error {
	m := p.open
	if p.open = nil; m == nil {
		return nil
	}
	return p.out.message(m.message())
}
