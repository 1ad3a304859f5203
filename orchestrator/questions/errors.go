package questions

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"stead/inject/signals"
)

// ErrNone says that the run asks nothing now.
var ErrNone = errors.New("the run asks nothing now")

// ErrHeadless says that the run has no terminal: its CLI asks nobody.
var ErrHeadless = errors.New("the run is headless: its CLI asks nobody")

// ErrNotOffered says that stead cannot press an answer to the question: the CLI has not drawn its dialog, or a version
// of the CLI draws one that stead does not know.
var ErrNotOffered = errors.New("the answers to it are not on the CLI's screen, or stead does not know them")

// AnsweredError says that a question has its answer.
type AnsweredError struct{ Answer signals.Answer }

// Error says who has answered what, and when.
func (e *AnsweredError) Error() string {
	what := "it was answered"
	if e.Answer.Label != "" {
		what = fmt.Sprintf("it was answered with %q", e.Answer.Label)
	}
	return fmt.Sprintf("%s by %s at %s", what, e.Answer.By, e.Answer.At.Format(time.TimeOnly))
}

// UnknownError says that a run has not asked a question of this id lately.
type UnknownError struct{ ID string }

// Error says so.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the run has not asked the question %q", e.ID)
}

// OptionError says that an answer is none of those that the CLI offers.
type OptionError struct {
	Option  string
	Offered []signals.Option
}

// Error names the answers that the CLI offers.
func (e *OptionError) Error() string {
	names := make([]string, len(e.Offered))
	for i, o := range e.Offered {
		names[i] = fmt.Sprintf("%s (%s)", o.Name, o.Label)
	}
	return fmt.Sprintf("the CLI does not offer %q; it offers %s", e.Option, strings.Join(names, ", "))
}
