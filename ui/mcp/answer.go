package mcp

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/internal/term/plain"
)

// answer is a text that has room for only so much.
type answer struct {
	text strings.Builder
	// room is how many bytes it can hold; 0 is answerSize.
	room int
}

// footSize is kept free for what ends an answer: where it goes on.
const footSize = 500

// add adds a piece if there is room for it. The first piece must be small enough.
func (a *answer) add(piece string) bool {
	room := a.room
	if room == 0 {
		room = answerSize
	}
	if a.text.Len()+len(piece) > room-footSize {
		return false
	}
	a.text.WriteString(piece)
	return true
}

// end adds what ends the answer, and returns it.
func (a *answer) end(format string, values ...any) string {
	fmt.Fprintf(&a.text, format, values...)
	return a.text.String()
}

// cursorOf reads a cursor: where the answer before has ended. An empty one is the beginning.
func cursorOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the cursor %q is none of this tool's: leave it out to begin at the beginning", text)
	}
	return n, nil
}

// line returns a text of a session as one line without secrets, of at most so many cells.
func (s *server) line(text string, most int) string {
	return plain.Fit(plain.Line(s.Mask(text)), most)
}

// stamp writes a time as agents read it. They know no zone but this one.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}
