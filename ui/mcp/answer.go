package mcp

import (
	"cmp"
	"encoding/json"
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
	// data is the size of what was added as data, in bytes. It has the same limit.
	data int
}

// footSize is the space kept free for the end of an answer, which says where the answer continues.
const footSize = 500

// add adds a piece if there is room for it. The first piece must be small enough.
func (a *answer) add(piece string) bool {
	if a.text.Len()+len(piece) > cmp.Or(a.room, answerSize)-footSize {
		return false
	}
	a.text.WriteString(piece)
	return true
}

// addWith adds a piece, and to the data that it is made of, if there is room for both.
func addWith[T any](a *answer, piece string, items *[]T, item T) bool {
	text, err := json.Marshal(item)
	if size := a.data + len(text) + 1; err != nil || size > cmp.Or(a.room, answerSize)-footSize || !a.add(piece) {
		return false
	}
	a.data += len(text) + 1
	*items = append(*items, item)
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
