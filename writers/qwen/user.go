package qwen

import (
	"slices"

	"stead/internal/format/qwen"
	"stead/internal/mention"
	"stead/timeline"
)

// said is a prompt that is held: what belongs to it stands in the parts behind it.
type said struct {
	entry *timeline.Entry
	parts [][]byte
	// files are the names of those that it names; hook is set once a hook's context stands at the end.
	files   []string
	inFiles bool
	hook    timeline.Text
	hasHook bool
}

// User implements dialogue.Sink.
func (e *encoder) User(entry *timeline.Entry) error {
	if entry.IsContext() {
		return e.context(entry)
	}
	if err := e.flushSaid(); err != nil {
		return err
	}
	parts := e.promptParts(entry)
	if len(parts) == 0 { // it says nothing, also where a compaction keeps it
		e.remember(remembered{entry: entry.ID, role: "user"})
		return nil
	}
	e.said = &said{entry: entry}
	e.say(entry, parts...)
	return nil
}

// say adds parts to the prompt that is held.
func (e *encoder) say(entry *timeline.Entry, parts ...[]byte) {
	e.said.parts = append(e.said.parts, parts...)
	e.remember(remembered{entry: entry.ID, role: "user", parts: parts})
}

// context takes what the model is told and nobody asked for.
func (e *encoder) context(entry *timeline.Entry) error {
	s := e.said
	switch {
	case entry.Origin.Kind == timeline.Mention && s != nil && !s.hasHook:
		parts := e.fileParts(entry, !s.inFiles)
		if !s.inFiles {
			s.inFiles = true
			s.parts = append(s.parts, textPart(timeline.NewText(mention.Begin), false))
		}
		s.files = append(s.files, entry.Origin.Name)
		e.say(entry, parts...)
		return nil
	case s != nil && s.takesHook(entry):
		s.endFiles()
		s.hook, s.hasHook = entry.Content, true
		e.say(entry, textPart(qwen.HookContext.Around(entry.Content), false))
		return nil
	}
	return e.notice(entry)
}

// fileParts are those of a file that the prompt names. A first one that has no name, and no text, needs none.
func (e *encoder) fileParts(entry *timeline.Entry, isFirst bool) [][]byte {
	leading, following := e.inlineParts(entry.Attachments)
	var parts [][]byte
	if entry.Origin.Name != "" || !entry.Content.IsEmpty() || !isFirst {
		parts = append(parts, textPart(timeline.NewText(mention.Head(entry.Origin.Name)), false))
	}
	if !entry.Content.IsEmpty() {
		parts = append(parts, textPart(entry.Content, false))
	}
	return slices.Concat(parts, leading, following)
}

// promptHooks are the names that CLIs have for hooks which add to a prompt.
var promptHooks = []string{"", qwen.PromptHook, "BeforeAgent"}

// takesHook reports whether the prompt can have what a hook says. The CLI knows one such text, and no names.
func (s *said) takesHook(entry *timeline.Entry) bool {
	return entry.Origin.Kind == timeline.Hook && !s.hasHook && slices.Contains(promptHooks, entry.Origin.Name) && len(entry.Attachments) == 0
}

func (s *said) endFiles() {
	if s.inFiles {
		s.inFiles = false
		s.parts = append(s.parts, textPart(timeline.NewText(mention.End), false))
	}
}

// flushSaid writes the prompt that is held, behind a note of the files that were read for it.
func (e *encoder) flushSaid() error {
	s := e.said
	if s == nil {
		return nil
	}
	e.said = nil
	s.endFiles()
	if len(s.files) > 0 {
		if err := e.read(s); err != nil {
			return err
		}
	}
	shown := s.shown()
	return e.record(s.entry, qwen.TypeUser, "real_user", func(o *timeline.Object) {
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

// shown is what the terminal shows for the prompt: for a command's text what was typed.
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

// read notes which files were read: the terminal draws that.
func (e *encoder) read(s *said) error {
	noted := e.sides.noted
	e.sides.noted = nil
	defer func() { e.sides.noted = noted }() // they are the next record's
	return e.record(s.entry, qwen.TypeSystem, "system", func(o *timeline.Object) {
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
