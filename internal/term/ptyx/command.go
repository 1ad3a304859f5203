package ptyx

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// tokenVariable marks every descendant of a program. A daemon that left the session and the group still carries it.
const tokenVariable = "_STEAD_PTY"

// Unmarked returns an environment without that mark. A process started with it belongs to no program and is not ended
// with any.
func Unmarked(environment []string) []string {
	return slices.DeleteFunc(slices.Clone(environment), func(variable string) bool {
		return strings.HasPrefix(variable, tokenVariable+"=")
	})
}

// Command is a program to start. It is an argument vector, never a shell string.
type Command struct {
	Path string   // file to execute, looked up in stead's PATH if it has no slash
	Args []string // arguments after the name
	Env  []string // the whole environment, KEY=value; empty means an empty one
	Dir  string   // working folder; empty means stead's own

	// A nil Stdin makes the terminal the program's input. An *os.File passes its descriptor; any other reader is copied
	// through a pipe that closes at EOF. The output and the controlling terminal are always the terminal.
	Stdin io.Reader
}

// Size is a terminal's size in cells.
type Size struct{ Rows, Columns uint16 }

// Start runs command as the leader of a new session on a new terminal of the given size. The error says which program
// could not be started, and wraps exec.ErrNotFound and fs.ErrNotExist.
func Start(command Command, size Size) (*Process, error) {
	process, err := start(command, size)
	if err != nil {
		return nil, fmt.Errorf("start %s on a terminal: %w", command.Path, err)
	}
	return process, nil
}
