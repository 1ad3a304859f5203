package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/mention"
	"stead/timeline"
)

// saying is a piece of a message that becomes an entry: the user's prompt, the model's text, or context that the user
// did not type.
type saying struct {
	text        timeline.Text
	attachments []timeline.Attachment
	origin      *timeline.Origin
	// key is the digest of the whole piece (see [message.digest]). parts are the digests of the texts that make up a
	// prompt.
	key   uint64
	parts []uint64
	// isDropped marks a prompt in a message that the CLI drops when it resumes the session.
	isDropped bool
}

// isPrompt reports whether the piece is the user's request.
func (s *saying) isPrompt() bool { return s.origin == nil || s.origin.Kind == timeline.Command }

// sayings splits a user's message into pieces.
type sayings struct {
	*message
	prompt saying
	texts  passage
	files  mention.Files // the files that the prompt names
	// isReported is set after context that stead wrote. A file that follows belongs to it.
	isReported bool
	// isOpen is set after the first part that is not blank. isDropped reports that this part begins like a text that the
	// CLI drops.
	isOpen, isDropped bool
}

func (p *sayings) add(s saying) {
	p.end()
	p.isReported = false
	p.says = append(p.says, s)
}

// end completes the current prompt.
func (p *sayings) end() {
	if len(p.texts.texts)+len(p.prompt.attachments) == 0 {
		return
	}
	p.prompt.text = timeline.Concat(p.texts.texts...)
	p.prompt.key = p.digest(p.prompt.text)
	p.prompt.text = format.Unshielded(p.prompt.text)
	p.says = append(p.says, p.prompt)
	p.prompt, p.texts = saying{}, passage{}
}

func (p *sayings) typed(text timeline.Text, isBlock bool) {
	p.isReported = false
	p.texts.add(text, isBlock)
	p.prompt.parts = append(p.prompt.parts, p.digest(text))
}

// open examines the beginning of the message. The CLI never drops a message that begins with anything other than a
// text.
func (p *sayings) open(text timeline.Text, isText bool) {
	isText = isText && len(p.results)+len(p.calls) == 0
	if !p.isOpen && (!isText || !text.IsBlank()) {
		p.isOpen, p.isDropped = true, isText && format.IsDropped(text)
	}
}

func (p *sayings) read(part jsonl.Value) {
	if part.Get("thought").Bool() { // the CLI does not send a user's thoughts to its model
		return
	}
	text, isBlock := wordsOf(part)
	a, isFile := attachmentOf(part)
	p.open(text, !isBlock && !isFile)
	switch {
	case isFile && p.files.Open:
		p.file(a)
	case isFile && p.isReported:
		last := &p.says[len(p.says)-1]
		last.attachments = append(last.attachments, a)
	case isFile && len(p.results) == 0:
		a.Leading = len(p.texts.texts) == 0
		p.prompt.attachments = append(p.prompt.attachments, a)
	case text.IsEmpty():
		p.readPart(part)
	case p.files.Begin(text):
		p.end()
	case p.files.Open:
		p.within(text)
	case isBlock && len(p.results) > 0:
		last := &p.results[len(p.results)-1]
		last.output = timeline.Join([]timeline.Text{last.output, text}, "\n")
	case isBlock:
		p.typed(text, true)
	default:
		p.say(text)
	}
}

func isHook(text timeline.Text) bool {
	_, _, ok := format.ParseHook(text)
	return ok
}

// say adds any other text.
func (p *sayings) say(text timeline.Text) {
	if content, rest, ok := format.ParseHook(text); ok {
		p.add(aside(timeline.Hook, p.event(), content))
		if !rest.IsEmpty() {
			p.typed(rest, false)
		}
		return
	}
	output, shell, isShell := format.ParseShell(text)
	told, origin, isTold := timeline.ParseTold(text)
	switch {
	case format.IsPreamble(text):
		p.preamble, p.harness = true, text
	case isShell:
		p.add(saying{text: output, origin: shell})
	case isTold:
		p.add(saying{text: told, origin: origin})
		p.isReported = true
	case format.IsEditor(text):
		p.add(aside(timeline.IDE, "", text))
	case format.IsNudge(text):
		p.add(aside(timeline.Reminder, "", text))
	default:
		p.typed(text, false)
	}
}

// event returns the event of a hook: the CLI adds a hook's context to a prompt, or puts it before the first prompt.
func (p *sayings) event() string {
	if len(p.says)+len(p.texts.texts)+len(p.results) > 0 {
		return format.BeforeAgent
	}
	return format.SessionStart
}

func aside(kind timeline.OriginKind, name string, text timeline.Text) saying {
	return saying{text: text, origin: &timeline.Origin{Kind: kind, Name: name}}
}

// finish applies the message's displayed text to the pieces, and computes their keys.
func (p *sayings) finish() {
	p.end()
	p.nameFile()
	for i := range p.says {
		s := &p.says[i]
		if s.origin != nil {
			s.key = p.digest(s.text)
		}
		for _, a := range s.attachments {
			s.key += digest(a.Data)
		}
		p.drawn(s)
		s.isDropped = p.isDropped && s.isPrompt()
	}
}

// drawn derives details of a piece from the text that the terminal shows for the message.
func (p *sayings) drawn(s *saying) {
	switch {
	case s.origin == nil && p.display.HasPrefix("/"):
		s.origin = format.CommandOf(p.display)
	case s.origin != nil && s.origin.Kind == timeline.Shell:
		unknown := *s.origin
		unknown.ExitCode = nil
		if p.display.Equal(format.ShellShown(&unknown)) {
			s.origin = &unknown
		}
	}
}

// prompt returns the user's request in the message.
func (m *message) prompt() timeline.Text {
	for i := range m.says {
		if m.says[i].isPrompt() {
			return m.says[i].text
		}
	}
	return timeline.Text{}
}
