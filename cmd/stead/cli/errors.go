package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog"
	"stead/config"
	"stead/forks"
	"stead/forks/worktree"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/atomicfile"
	"stead/internal/installed"
	"stead/internal/plain"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/orchestrator/chain"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/exchange"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/templates"
)

// The exit codes. They are part of stead's interface: scripts rely on them.
const (
	exitDone         = 0
	exitFailed       = 1
	exitUsage        = 2
	exitNotFound     = 3
	exitAmbiguous    = 4
	exitNotInstalled = 5
	exitUnconfirmed  = 6
	exitCLIFailed    = 7
	exitWouldLose    = 8
	exitBudget       = 9
	exitWaiting      = 10
	exitInterrupted  = 130
)

var (
	errInterrupted = errors.New("interrupted")
	// errInputTooLong: standard input holds more than any prompt.
	errInputTooLong = errors.New("it is larger than 16 MB, which is no prompt")
)

// usageError is a command line that was not understood.
type usageError struct{ error }

// Unwrap returns what was not understood.
func (e usageError) Unwrap() error { return e.error }

// kinds are the errors that have an exit code and a hint of their own. The first that matches counts.
var kinds = []struct {
	is   error
	code int
	hint string
}{
	{errInterrupted, exitInterrupted, ""},
	{orchestrator.ErrInterrupted, exitInterrupted, ""},
	{context.Canceled, exitInterrupted, ""},
	{catalog.ErrReference, exitUsage, "`stead help` lists what a reference can be"},
	{inject.ErrPolicy, exitUsage, ""},
	{forks.ErrPoint, exitUsage, ""},
	{source.ErrNoParent, exitUsage, ""},
	{orchestrator.ErrNoDriver, exitUsage, ""},
	{orchestrator.ErrNoModel, exitUsage, ""},
	{orchestrator.ErrPromptTooLong, exitUsage, ""},
	{exchange.ErrNoStandard, exitUsage, "`stead session show` tells whether a session can be read"},
	{runs.ErrNotFound, exitNotFound, "`stead ps --all` lists the runs"},
	{active.ErrNone, exitNotFound, "`stead ps --all` lists the ended ones"},
	{templates.ErrNotFound, exitNotFound, "`stead template list` lists the templates"},
	{templates.ErrValue, exitUsage, "`stead template show NAME` says what a template takes; --var NAME=VALUE gives it"},
	{templates.ErrUntrusted, exitFailed, "`stead template show NAME` shows what it does; --trust lets it run commands"},
	{ab.ErrPlan, exitUsage, ""},
	{chain.ErrVars, exitUsage, ""},
	{chain.ErrWaiting, exitWaiting, ""},
	{chain.ErrNotFound, exitNotFound, "`stead chain list` lists the chains"},
	{ab.ErrNotFound, exitNotFound, "`stead ab list` lists the contests"},
	{ab.ErrNobody, exitNotFound, "`stead ab show` shows who has taken part"},
	{adapter.ErrNotFound, exitNotFound, "`stead list` lists the sessions"},
	{catalog.ErrAmbiguous, exitAmbiguous, "give more of the id"},
	{ab.ErrAmbiguous, exitAmbiguous, "give more of the id"},
	{chain.ErrAmbiguous, exitAmbiguous, "give more of the id"},
	{runs.ErrAmbiguous, exitAmbiguous, "give more of the id"},
	{installed.ErrNotInstalled, exitNotInstalled, "install it, or say where it is with `cli.<name>.binary` (see `stead config path`)"},
	{inject.ErrUnconfirmed, exitUnconfirmed, ""},
	{orchestrator.ErrBudget, exitBudget, ""},
	{orchestrator.ErrCLIFailed, exitCLIFailed, ""},
	{ab.ErrGoesOn, exitWouldLose, "`stead ab stop` ends it"},
	{ab.ErrUnpicked, exitWouldLose, "`--branches --force` removes it anyway"},
	{chain.ErrLoss, exitWouldLose, "--force removes it anyway"},
	{active.ErrBusy, exitWouldLose, "--force ends it first"},
	{atomicfile.ErrExists, exitWouldLose, "--force overwrites it"},
	{adapter.ErrExists, exitWouldLose, ""},
	{adapter.ErrFormat, exitFailed, "where the content does not tell, say whose format it is: claude:FILE"},
}

// failure is an error that another process tells: what its text, hint and exit code are.
type failure struct {
	Text string `json:"text"`
	Tip  string `json:"hint,omitempty"`
	Code int    `json:"code"`
	// Usage tells that the command line was not understood.
	Usage bool `json:"usage,omitempty"`
	// Near are the folders in which a session may go on whose own cannot be used.
	Near []orchestrator.Near `json:"near,omitempty"`
	// Secrets are what a session holds of which the user must say what becomes of it.
	Secrets *inject.SecretsError `json:"secrets,omitempty"`
}

// Error returns the text.
func (f *failure) Error() string { return f.Text }

// Hint returns the hint.
func (f *failure) Hint() string { return f.Tip }

// describe makes an error fit for another process; nil of none.
func describe(err error) *failure {
	if err == nil {
		return nil
	}
	code, hint := exitCode(err)
	f := &failure{Text: strings.TrimSpace(err.Error()), Tip: hint, Code: code, Usage: isUsage(err)}
	var own interface{ Hint() string }
	if errors.As(err, &own) && own.Hint() != "" {
		f.Tip = own.Hint()
	}
	var folder *orchestrator.FolderError
	if errors.As(err, &folder) {
		f.Near = folder.Near
	}
	_ = errors.As(err, &f.Secrets)
	return f
}

// exitCode returns the exit code for an error, and the hint that errors of its kind have.
func exitCode(err error) (code int, hint string) {
	var usage usageError
	var setting *config.Error
	var told *failure
	var wrong *recipe.Error
	var conflict *worktree.Conflict
	switch {
	case err == nil:
		return exitDone, ""
	case errors.As(err, &told):
		return told.Code, told.Tip
	case errors.As(err, &usage):
		return exitUsage, ""
	case errors.As(err, &setting), errors.As(err, &wrong):
		return exitUsage, ""
	case errors.As(err, &conflict):
		return exitWouldLose, "commit or move away what you have changed there, or bring the work to a branch with --to-branch"
	}
	for _, kind := range kinds {
		if errors.Is(err, kind.is) {
			return kind.code, kind.hint
		}
	}
	return exitFailed, ""
}

// isUsage reports whether it was the command line that was not understood, by this process or the one that it has started.
func isUsage(err error) bool {
	var usage usageError
	var told *failure
	return errors.As(err, &usage) || errors.As(err, &told) && told.Usage
}

// usageOf says how a command is used, and where more of that stands.
func usageOf(c *cobra.Command) string {
	line := c.UseLine()
	if c.Use == c.Name() && c.HasSubCommands() {
		line = c.CommandPath() + " COMMAND"
	}
	return fmt.Sprintf("usage: %s\nhint: `%s --help` says more", line, c.CommandPath())
}

// report tells the user about an error and returns the exit code.
func (a *app) report(err error) int {
	f := describe(err)
	if f == nil {
		return exitDone
	}
	if f.Code == exitInterrupted {
		return f.Code
	}
	a.tell("stead: %s", f.Text)
	if f.Usage {
		a.tell("%s", a.usage)
	}
	if f.Tip != "" {
		a.tell("hint: %s", f.Tip)
	}
	return f.Code
}

// tell writes a line for the user on standard error. When nobody reads that, there is nobody to tell.
func (a *app) tell(format string, args ...any) {
	a.tellCommand("%s", plain.Message(plain.Text(fmt.Sprintf(format, args...)), terminalWidth(a.Stderr)))
}

// tellCommand is tell for a line with a command to copy: where the terminal breaks it, it is copied whole.
func (a *app) tellCommand(format string, args ...any) {
	text := plain.Text(fmt.Sprintf(format, args...)) + "\n"
	a.status.Load().above(func() { _, _ = io.WriteString(a.Stderr, text) })
}

// note tells the user something beside the result.
func (a *app) note(format string, args ...any) { a.tell("note: "+format, args...) }

// warn notes what could not be read.
func (a *app) warn(warnings []error) {
	for _, warning := range warnings {
		a.note("%v", warning)
	}
}
