package inject

import (
	"strings"

	"stead/adapters/adapter"
)

// Insider is a driver of a CLI from inside of which its users start programs.
type Insider interface {
	// Inside says how, for the CLI with its home on the host.
	Inside(adapter.Host) Inside
}

// Inside is how users of a CLI start programs from inside of it.
type Inside struct {
	// Variable is the environment variable by which the CLI tells its session's id to the programs that it starts. Empty
	// if it tells none.
	Variable string
	// Path is the file of a command of the user's own, which continues a session in another CLI. Text is its content;
	// [OwnProgram] stands in it for the program stead, and [OwnMark] in its comment. Both are empty if the CLI has no
	// such commands.
	Path, Text string
	// Use is what the user types to call it.
	Use string
}

// What stands in the text of a command, in place of the program and of the sentence that says who wrote the file.
const (
	OwnProgram = "{{stead}}"
	OwnMark    = "{{mark}}"
)

// mark is in each file that stead has written.
const mark = "Written by stead install. stead uninstall removes it."

// Content returns the content of the command's file. Program is how the CLI starts stead.
func (i Inside) Content(program string) string {
	return strings.NewReplacer(OwnProgram, program, OwnMark, mark).Replace(i.Text)
}

// IsOwn reports whether stead has written the content of a file.
func IsOwn(content []byte) bool { return strings.Contains(string(content), mark) }
