package gemini

import (
	"stead/internal/adapt/mention"
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
