package mcp

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/internal/term/plain"
)

// answer is a text of limited size.
type answer struct {
	text strings.Builder
	// room is its maximum size in bytes. 0 means answerSize.
	room int
}

// footSize is the space kept free for the end of an answer, which says where the answer continues.
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

// end adds the end of the answer, and returns the whole answer.
func (a *answer) end(format string, values ...any) string {
	fmt.Fprintf(&a.text, format, values...)
	return a.text.String()
}

// cursorOf parses a cursor: the position where the previous answer ended. An empty text is the beginning.
func cursorOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the cursor %q does not come from this tool: leave it out to start at the beginning", text)
	}
	return n, nil
}

// line returns a text of a session as one line without secrets, at most most cells wide.
func (s *server) line(text string, most int) string {
	return plain.Fit(plain.Line(s.Mask(text)), most)
}

// stamp formats a time for agents. It uses UTC, the only zone that they know.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}
