package active

import (
	"errors"
	"fmt"
	"strings"

	"stead/internal/term/plain"
	"stead/orchestrator/questions"
	"stead/runs"
)

var (
	// ErrNone says that no run is active.
	ErrNone = errors.New("no active runs")
	// ErrBusy says that a run cannot be removed because it is still active.
	ErrBusy = errors.New("it is still active")
)

// EndedError says that a run is no longer active.
type EndedError struct{ Run runs.Run }

// Error implements error.
func (e *EndedError) Error() string {
	if e.Run.Status == runs.Running {
		return fmt.Sprintf("run %s is not active: its process was killed", e.Run.ID)
	}
	return fmt.Sprintf("run %s has ended", e.Run.ID)
}

// Hint says how to resume the run.
func (e *EndedError) Hint() string { return resumeHint(e.Run.ID) }

// KilledError says that a run's supervisor was killed while a client was connected to it. Run is the run's id.
type KilledError struct{ Run string }

// Error implements error.
func (e *KilledError) Error() string {
	return fmt.Sprintf("the supervisor of run %s was killed, and the CLI with it", e.Run)
}

// Hint says how to resume the run.
func (e *KilledError) Hint() string { return resumeHint(e.Run) }

// HeadlessError says that a run has no terminal. Run is the run's id.
type HeadlessError struct{ Run string }

// Error implements error.
func (e *HeadlessError) Error() string {
	return fmt.Sprintf("run %s is headless: it has no terminal", e.Run)
}

// Hint says how to look at the run.
func (e *HeadlessError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal returns the hint in parts: words, with every second part a reference. A client on another machine prefixes
// the references with this machine's name.
func (e *HeadlessError) Proposal() []string { return []string{"follow it: stead logs -f ", e.Run} }

// DialogError says that a run's CLI shows a dialog of its own, such as whether to trust the folder. Such a dialog
// cannot be answered from outside.
type DialogError struct {
	// Run is the run's id, About the dialog's question.
	Run, About string
}

// Error returns a message with the question of the dialog.
func (e *DialogError) Error() string {
	return fmt.Sprintf("its CLI asks %q in a dialog of its own, which stead does not answer", plain.Line(e.About))
}

// Hint says how to answer.
func (e *DialogError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal returns the hint in parts, like that of a [HeadlessError].
func (e *DialogError) Proposal() []string {
	return []string{"answer it in its terminal: stead attach ", e.Run}
}

// Unwrap returns questions.ErrNone.
func (e *DialogError) Unwrap() error { return questions.ErrNone }

// RefusedError says that a text was not typed into a run. Why is the reason in the words of its supervisor.
type RefusedError struct {
	Run, Why string
	// Headless says that the run has no terminal.
	Headless bool
}

// Error implements error.
func (e *RefusedError) Error() string { return fmt.Sprintf("send to run %s: %s", e.Run, e.Why) }

// Hint says where to look. It is empty for a run without a terminal.
func (e *RefusedError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal returns the hint in parts, like that of a [HeadlessError].
func (e *RefusedError) Proposal() []string {
	if e.Headless {
		return nil
	}
	return []string{"see its terminal: stead attach ", e.Run}
}

func resumeHint(run string) string { return "resume it: stead run --resume " + run }
