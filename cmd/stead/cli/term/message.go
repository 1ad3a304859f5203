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

// Reference names a session or a run of this machine in a message. It is an argument of the message.
type Reference string

// Messages is standard error, on which a command speaks to its user: what should be known in addition to the result,
// and a line below it that says what is done at present.
type Messages struct {
	*os.File
	// Environ is the environment that says what the terminal can do, each NAME=value.
	Environ []string
	// Named is how whoever reads the messages names a [Reference]. Nil leaves all as they are.
	Named func(reference string) string
	// Say takes a message in place of standard error. Nil: that gets it.
	Say func(text string)

	// status is the line below all messages. Nil as long as there is none.
	status atomic.Pointer[Status]
}

// Size is how many cells standard error has, as far as anybody knows.
func (m *Messages) Size() (width, height int) {
	width, height, err := term.GetSize(int(m.Fd()))
	if err != nil || width <= 0 {
		return 80, 24
	}
	return width, height
}

// Draws reports whether standard error is a terminal on which something can be drawn in place.
func (m *Messages) Draws() bool { return IsTerminal(m.File) && !isDumb(m.Environ) }

// Message writes a line for the user on standard error, broken between words. When nobody reads that, there is nobody
// to inform.
func (m *Messages) Message(format string, args ...any) {
	m.say(plain.Message(m.worded(format, args), widthOf(m.File)))
}

// Command is Message for a line with a command to copy: where the terminal breaks it, it is copied whole.
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

// Joined returns a text of parts for whoever reads it: words, and each second part a reference.
func (m *Messages) Joined(parts []string) string { return Joined(parts, m.name) }

// Joined returns a text of parts: words, and each second part a reference, by its name.
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

// Note writes what the user should know in addition to the result.
func (m *Messages) Note(format string, args ...any) { m.Message("note: "+format, args...) }

// Reporter returns what tells the user about errors: one that comes again and again, once.
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
