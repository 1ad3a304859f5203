package term

import (
	"fmt"
	"io"
	"sync"

	"stead/internal/term/plain"
)

// Message writes a line for the user on standard error, broken between words. When nobody reads that, there is nobody
// to inform.
func (t *Terminal) Message(format string, args ...any) {
	t.say(plain.Message(t.worded(format, args), widthOf(t.Err)))
}

// Command is Message for a line with a command to copy: where the terminal breaks it, it is copied whole.
func (t *Terminal) Command(format string, args ...any) { t.say(t.worded(format, args)) }

func (t *Terminal) worded(format string, args []any) string {
	text := plain.Text(fmt.Sprintf(format, args...))
	if t.Reword != nil {
		text = t.Reword(text)
	}
	return text
}

func (t *Terminal) say(text string) {
	t.status.Load().above(func() { _, _ = io.WriteString(t.Err, text+"\n") })
}

// Messages writes several lines.
func (t *Terminal) Messages(lines []string) {
	for _, line := range lines {
		t.Message("%s", line)
	}
}

// Note writes what the user should know in addition to the result.
func (t *Terminal) Note(format string, args ...any) { t.Message("note: "+format, args...) }

// Reporter returns what tells the user about errors: one that comes again and again, once.
func (t *Terminal) Reporter() func(error) {
	var telling sync.Mutex
	last := ""
	return func(err error) {
		telling.Lock()
		defer telling.Unlock()
		if text := err.Error(); text != last {
			last = text
			t.Note("%v", err)
		}
	}
}
