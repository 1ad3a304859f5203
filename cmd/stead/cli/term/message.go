package term

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"stead/internal/term/plain"
)

// Reference names a session or a run of this machine in a message. It is an argument of the message.
type Reference string

// Message writes a line for the user on standard error, broken between words. When nobody reads that, there is nobody
// to inform.
func (t *Terminal) Message(format string, args ...any) {
	t.say(plain.Message(t.worded(format, args), widthOf(t.Err)))
}

// Command is Message for a line with a command to copy: where the terminal breaks it, it is copied whole.
func (t *Terminal) Command(format string, args ...any) { t.say(t.worded(format, args)) }

func (t *Terminal) worded(format string, args []any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		if reference, ok := arg.(Reference); ok {
			args[i] = t.name(string(reference))
		}
	}
	return plain.Text(fmt.Sprintf(format, args...))
}

func (t *Terminal) name(reference string) string {
	if t.Named == nil {
		return reference
	}
	return t.Named(reference)
}

// Joined returns a text of parts for whoever reads it: words, and each second part a reference.
func (t *Terminal) Joined(parts []string) string { return Joined(parts, t.name) }

// Joined returns a text of parts: words, and each second part a reference, by its name.
func Joined(parts []string, named func(reference string) string) string {
	parts = slices.Clone(parts)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = named(parts[i])
	}
	return strings.Join(parts, "")
}

func (t *Terminal) say(text string) {
	if t.Say != nil {
		t.Say(text)
		return
	}
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
