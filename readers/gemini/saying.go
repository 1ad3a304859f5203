package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/mention"
	"stead/timeline"
)

// saying is a piece of a message that is an entry of its own: what was typed, what the model said, or context that
// nobody typed.
type saying struct {
	text        timeline.Text
	attachments []timeline.Attachment
	origin      *timeline.Origin
	// key is the digest of it all (see [message.digest]); parts are those of the texts of which a prompt is made.
	key   uint64
	parts []uint64
	// isDropped is set on what was asked for in a message that the CLI leaves out when it resumes the session.
	isDropped bool
}

// isPrompt reports whether the piece is what was asked for.
func (s *saying) isPrompt() bool { return s.origin == nil || s.origin.Kind == timeline.Command }

// sayings parts a user's message.
type sayings struct {
	*message
	prompt saying
	texts  passage
	files  mention.Files // those that the prompt names
	// isReported is set behind context that stead told, to which a file then belongs.
	isReported bool
	// isOpen is set behind the first part that is not blank, isDropped when that begins as what the CLI leaves out.
	isOpen, isDropped bool
}

func (p *sayings) add(s saying) {
	p.end()
	p.isReported = false
	p.says = append(p.says, s)
}

// end ends the prompt at hand.
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

// open takes the beginning of the message. What stands behind something else than a text the CLI never leaves out.
func (p *sayings) open(text timeline.Text, isText bool) {
	isText = isText && len(p.results)+len(p.calls) == 0
	if !p.isOpen && (!isText || !text.IsBlank()) {
		p.isOpen, p.isDropped = true, isText && format.IsDropped(text)
	}
}

func (p *sayings) read(part jsonl.Value) {
	if part.Get("thought").Bool() { // the CLI gives no thought of the user's to its model
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

// say takes any other text.
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

// event is that of a hook: the CLI adds what one says to a prompt, or has it say something before the first.
func (p *sayings) event() string {
	if len(p.says)+len(p.texts.texts)+len(p.results) > 0 {
		return format.BeforeAgent
	}
	return format.SessionStart
}

func aside(kind timeline.OriginKind, name string, text timeline.Text) saying {
	return saying{text: text, origin: &timeline.Origin{Kind: kind, Name: name}}
}

// finish tells the pieces what the terminal shows for the message, and makes their keys.
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

// drawn takes from what the terminal shows for the message what a piece is.
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

// prompt returns what was asked for in the message.
func (m *message) prompt() timeline.Text {
	for i := range m.says {
		if m.says[i].isPrompt() {
			return m.says[i].text
		}
	}
	return timeline.Text{}
}
