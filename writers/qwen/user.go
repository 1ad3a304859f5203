package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/mention"
	"stead/timeline"
	"stead/writers"
)

// said is a held prompt. Context that belongs to it is in the parts after it.
type said struct {
	entry *timeline.Entry
	parts [][]byte
	// files are the names of the files that the prompt names. hook is the context of a hook after the prompt, if hasHook
	// is set.
	files   []string
	inFiles bool
	hook    timeline.Text
	hasHook bool
}

// prompts writes the user's prompts. It holds the newest one for the context that belongs to it.
type prompts struct {
	out    *output
	memory *memory
	held   *said
}

// hold holds a prompt back.
func (p *prompts) hold(entry *timeline.Entry, parts [][]byte) {
	p.held = &said{entry: entry}
	p.say(entry, parts...)
}

// say adds parts to the held prompt.
func (p *prompts) say(entry *timeline.Entry, parts ...[]byte) {
	p.held.parts = append(p.held.parts, parts...)
	p.memory.add(remembered{entry: entry.ID, role: "user", parts: parts})
}

// flush writes the held prompt, preceded by a record of the files that were read for it.
func (p *prompts) flush() error {
	s := p.held
	if s == nil {
		return nil
	}
	p.held = nil
	s.endFiles()
	if len(s.files) > 0 {
		if err := p.read(s); err != nil {
			return err
		}
	}
	shown := s.shown()
	return p.out.record(s.entry, qwen.TypeUser, "real_user", func(o *timeline.Object) {
		message(o, "user", s.parts)
		if s.hasHook || s.entry.Origin != nil {
			o.Append("systemPayload", func(dst []byte) []byte {
				return timeline.AppendObject(dst, func(o *timeline.Object) {
					o.Text("displayText", shown)
					o.Text("hookContext", s.hook)
				})
			})
		}
	})
}

// read records which files were read, which the terminal displays.
func (p *prompts) read(s *said) error {
	noted := p.out.forks.noted
	p.out.forks.noted = nil
	defer func() { p.out.forks.noted = noted }() // they belong to the next record
	return p.out.record(s.entry, qwen.TypeSystem, "system", func(o *timeline.Object) {
		o.String("subtype", qwen.AtCommand)
		o.Append("systemPayload", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Append("filesRead", func(dst []byte) []byte {
					var names [][]byte
					for _, name := range s.files {
						names = append(names, timeline.AppendString(nil, name))
					}
					return timeline.AppendArray(dst, names)
				})
				o.String("status", "success")
				o.Text("userText", s.shown())
			})
		})
	})
}

// takes reports whether context belongs to the held prompt. If so, it adds the context to the prompt.
func (p *prompts) takes(entry *timeline.Entry) bool {
	s := p.held
	switch {
	case entry.Origin.Kind == timeline.Mention && s != nil && !s.hasHook:
		parts := fileParts(entry, !s.inFiles, &p.out.report.Losses)
		if !s.inFiles {
			s.inFiles = true
			s.parts = append(s.parts, textPart(timeline.NewText(mention.Begin), false))
		}
		s.files = append(s.files, entry.Origin.Name)
		p.say(entry, parts...)
		return true
	case s != nil && s.takesHook(entry):
		s.endFiles()
		s.hook, s.hasHook = entry.Content, true
		p.say(entry, textPart(qwen.HookContext.Around(entry.Content), false))
		return true
	}
	return false
}

// fileParts returns the parts of a file that the prompt names. The first file needs no heading if it has neither a name
// nor a text.
func fileParts(entry *timeline.Entry, isFirst bool, losses *writers.Losses) [][]byte {
	leading, following := inlineParts(entry.Attachments, losses)
	var parts [][]byte
	if entry.Origin.Name != "" || !entry.Content.IsEmpty() || !isFirst {
		parts = append(parts, textPart(timeline.NewText(mention.Head(entry.Origin.Name)), false))
	}
	if !entry.Content.IsEmpty() {
		parts = append(parts, textPart(entry.Content, false))
	}
	return slices.Concat(parts, leading, following)
}

// promptHooks are the names of the CLIs' hooks that add to a prompt.
var promptHooks = []string{"", qwen.PromptHook, "BeforeAgent"}

// takesHook reports whether the prompt can include a hook's context. The CLI supports one such text, and does not
// record the names of hooks.
func (s *said) takesHook(entry *timeline.Entry) bool {
	return entry.Origin.Kind == timeline.Hook && !s.hasHook && slices.Contains(promptHooks, entry.Origin.Name) &&
		len(entry.Attachments) == 0
}

func (s *said) endFiles() {
	if s.inFiles {
		s.inFiles = false
		s.parts = append(s.parts, textPart(timeline.NewText(mention.End), false))
	}
}

// shown returns the text that the terminal displays for the prompt. For the text of a command, it is the line that the
// user typed.
func (s *said) shown() timeline.Text {
	switch o := s.entry.Origin; {
	case o == nil:
		return s.entry.Content
	case o.Typed.IsBlank() && o.Name != "":
		return timeline.NewText("/" + o.Name)
	default:
		return o.Typed
	}
}
