package gemini

import (
	"stead/internal/adapt/mention"
	"stead/timeline"
)

// said is a held message of the user. Context that belongs to a prompt is in the parts after it.
type said struct {
	entry   *timeline.Entry
	parts   [][]byte
	entries []string
	// shown is the text that the terminal shows for the message. If it is empty, the terminal shows the text itself.
	shown timeline.Text
	// hasPrompt reports that it begins with the user's request. inFiles is set until the end of the files that it names.
	hasPrompt, inFiles bool
}

// file adds a file after its name. Like the CLI itself, it omits the heading of a file with neither a name nor a text.
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
