package gemini

import (
	"stead/internal/dialogue"
	format "stead/internal/format/gemini"
	"stead/internal/mention"
	"stead/timeline"
)

// said is a message of the user that is held: what belongs to a prompt stands in the parts behind it.
type said struct {
	entry   *timeline.Entry
	parts   [][]byte
	entries []string
	// shown is what the terminal shows for the message. Empty when that is the text itself.
	shown timeline.Text
	// hasPrompt is set when it begins with what was asked for, inFiles while the files that it names are not at their end.
	hasPrompt, inFiles bool
}

var _ dialogue.Sink = (*encoder)(nil)

// User takes a prompt, or context that nobody typed.
func (n *encoder) User(e *timeline.Entry) error {
	if e.IsContext() {
		return n.context(e)
	}
	text, shielded := format.Shielded(e.Content)
	if shielded {
		n.Lose("plain beginning of a prompt", "Gemini CLI drops past prompts that begin like a command or like its own preamble: an invisible "+
			"character (U+2060) stands before it")
	}
	pictures := n.inlined(e.Attachments)
	n.hold(e)
	n.said.hasPrompt, n.said.shown = true, typedFor(e)
	n.said.parts = append(n.said.parts, parts(text, pictures)...)
	return nil
}

// typedFor returns what was typed for the text of a command.
func typedFor(e *timeline.Entry) timeline.Text {
	switch {
	case e.Origin == nil:
		return timeline.Text{}
	case e.Origin.Typed.IsBlank() && e.Origin.Name != "":
		return timeline.NewText("/" + e.Origin.Name)
	}
	return e.Origin.Typed
}

// hold begins a message. The one before it ends.
func (n *encoder) hold(e *timeline.Entry) {
	n.flush()
	n.said = &said{entry: e}
	n.beside(e)
}

// beside makes an entry a part of the message that is held.
func (n *encoder) beside(e *timeline.Entry) {
	n.said.entries = append(n.said.entries, e.ID)
	n.report.Entries++
}

// flushSaid writes the message that is held.
func (n *encoder) flushSaid() {
	s := n.said
	if s == nil {
		return
	}
	n.said = nil
	s.endFiles()
	line := object(func(o *timeline.Object) {
		n.messageMembers(o, s.entry.ID, s.entry.Timestamp, format.User)
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, s.parts) })
		if !s.shown.IsEmpty() {
			o.Text("displayContent", s.shown)
		}
	})
	n.out.record(line)
	n.memory.add([][]byte{line}, s.entries...)
}

// file adds a file behind its name. One that is not named, and not a text, the CLI itself puts there alone.
func (s *said) file(e *timeline.Entry, pictures []picture) {
	if !s.inFiles {
		s.inFiles = true
		s.parts = append(s.parts, textPart(timeline.NewText(mention.Begin)))
	}
	if e.Origin.Name != "" || !e.Content.IsEmpty() {
		s.parts = append(s.parts, textPart(timeline.NewText(mention.Head("@"+e.Origin.Name))))
	}
	for _, p := range pictures {
		s.parts = append(s.parts, p.part())
	}
	if !e.Content.IsEmpty() {
		s.parts = append(s.parts, textPart(e.Content))
	}
}

func (s *said) endFiles() {
	if s.inFiles {
		s.inFiles = false
		s.parts = append(s.parts, textPart(timeline.NewText(mention.End)))
	}
}
