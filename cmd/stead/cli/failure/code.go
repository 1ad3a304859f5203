package failure

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/config"
	"stead/forks/worktree"
	"stead/orchestrator/chain/recipe"
	"stead/reach/remote"
)

// The exit codes. They are part of stead's interface: scripts rely on them.
const (
	Done         = 0
	Failed       = 1
	WrongUsage   = 2
	NotFound     = 3
	Ambiguous    = 4
	NotInstalled = 5
	Unconfirmed  = 6
	CLIFailed    = 7
	WouldLose    = 8
	OverBudget   = 9
	Waiting      = 10
	Interrupted  = 130
)

// names are the names of the exit codes, for use where a number is too unclear.
var names = map[int]string{
	Done: "done", Failed: "failed", WrongUsage: "wrong-usage", NotFound: "not-found", Ambiguous: "ambiguous",
	NotInstalled: "not-installed",
	Unconfirmed:  "unconfirmed", CLIFailed: "cli-failed", WouldLose: "would-lose", OverBudget: "over-budget",
	Waiting: "waiting", Interrupted: "interrupted",
}

// Name returns the name of an exit code.
func Name(code int) string { return names[code] }

// ErrInterrupted says that the user has interrupted the command.
var ErrInterrupted = errors.New("interrupted")

// usageError says that a command line was not understood.
type usageError struct{ error }

// Unwrap returns the fault.
func (e usageError) Unwrap() error { return e.error }

// Usage returns an error that says that the command line was not understood, with the fault.
func Usage(wrong error) error { return usageError{wrong} }

// Usagef is like Usage, with a formatted text.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// isUsage reports whether the command line was not understood, by this process or by one that it started.
func isUsage(err error) bool {
	var usage usageError
	var reported *Error
	return errors.As(err, &usage) || errors.As(err, &reported) && reported.Usage
}

// UsageOf says how to use a command, and where to find more help.
func UsageOf(c *cobra.Command) string {
	line := c.UseLine()
	if c.Use == c.Name() && c.HasSubCommands() {
		line = c.CommandPath() + " COMMAND"
	}
	return fmt.Sprintf("usage: %s\nhint: `%s --help` says more", line, c.CommandPath())
}

// Code returns the exit code for an error, and the hint for errors of its kind.
func Code(err error) (code int, hint string) {
	var usage usageError
	var setting *config.Error
	var reported *Error
	var there *remote.FailedError
	var wrong *recipe.Error
	var conflict *worktree.Conflict
	switch {
	case err == nil:
		return Done, ""
	case errors.As(err, &reported):
		return reported.Code, reported.Tip
	case errors.As(err, &there):
		return there.Code, ""
	case isUnreached(err):
		return NotFound, ""
	case errors.As(err, &usage):
		return WrongUsage, ""
	case errors.As(err, &setting), errors.As(err, &wrong):
		return WrongUsage, ""
	case errors.As(err, &conflict):
		return WouldLose, "commit or stash your changes there, or put the work on a branch with --to-branch"
	}
	for _, kind := range kinds {
		if errors.Is(err, kind.is) {
			return kind.code, kind.hint
		}
	}
	return Failed, ""
}

// isUnreached reports whether a machine could not be asked.
func isUnreached(err error) bool {
	return errors.As(err, new(*remote.UnknownError)) || errors.As(err, new(*remote.AwayError))
}
