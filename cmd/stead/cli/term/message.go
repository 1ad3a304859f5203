package term

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"stead/internal/term/plain"
)

// Reference names a session or a run of this machine. It is a type for arguments of messages.
type Reference string

// Messages writes to standard error what the user should know in addition to the result. It can show a status line
// below the messages.
type Messages struct {
	*os.File
	// Environ is the environment, as NAME=value. It describes the terminal's capabilities.
	Environ []string
	// Named returns the form of a [Reference] for the reader of the messages. Nil leaves references unchanged.
	Named func(reference string) string
	// Say receives messages instead of standard error. Nil means standard error.
	Say func(text string)

	// status is the line below all messages. It is nil while there is none.
	status atomic.Pointer[Status]
}

// Size returns the size of standard error in cells, or a default if it is unknown.
func (m *Messages) Size() (width, height int) {
	width, height, err := term.GetSize(int(m.Fd()))
	if err != nil || width <= 0 {
		return 80, 24
	}
	return width, height
}

// Draws reports whether standard error is a terminal on which something can be drawn in place.
func (m *Messages) Draws() bool { return IsTerminal(m.File) && !isDumb(m.Environ) }

// Message writes a line for the user to standard error, wrapped between words. It ignores errors: if nobody reads
// standard error, there is nobody to inform.
func (m *Messages) Message(format string, args ...any) {
	m.say(plain.Message(m.worded(format, args), widthOf(m.File)))
}

// Command is like Message, but does not wrap the line: it contains a command to copy, which is copied completely even
// if the terminal wraps it.
func (m *Messages) Command(format string, args ...any) { m.say(m.worded(format, args)) }

func (m *Messages) worded(format string, args []any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		if reference, ok := arg.(Reference); ok {
			args[i] = m.name(string(reference))
		}
	}
	return plain.Text(fmt.Sprintf(format, args...))
}

func (m *Messages) name(reference string) string {
	if m.Named == nil {
		return reference
	}
	return m.Named(reference)
}

// Joined joins the parts of a text for the reader of the messages. Every second part is a reference.
func (m *Messages) Joined(parts []string) string { return Joined(parts, m.name) }

// Joined joins the parts of a text. Every second part is a reference, which named converts.
func Joined(parts []string, named func(reference string) string) string {
	parts = slices.Clone(parts)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = named(parts[i])
	}
	return strings.Join(parts, "")
}

func (m *Messages) say(text string) {
	if m.Say != nil {
		m.Say(text)
		return
	}
	m.status.Load().above(func() { _, _ = io.WriteString(m.File, text+"\n") })
}

// Messages writes several lines.
func (m *Messages) Messages(lines []string) {
	for _, line := range lines {
		m.Message("%s", line)
	}
}

// Note writes a note that the user should see in addition to the result.
func (m *Messages) Note(format string, args ...any) { m.Message("note: "+format, args...) }

// Reporter returns a function that reports errors to the user. It reports an error that repeats only once.
func (m *Messages) Reporter() func(error) {
	var telling sync.Mutex
	last := ""
	return func(err error) {
		telling.Lock()
		defer telling.Unlock()
		if text := err.Error(); text != last {
			last = text
			m.Note("%v", err)
		}
	}
}
