package questions

import (
	"errors"

	"stead/inject/signals"
)

// Reply is what became of a choice, in a form that passes from the run's process to another one.
type Reply struct {
	// Answer is the answer that was given, or that another one was before.
	Answer signals.Answer `json:"answer,omitzero"`
	// Refused says why nothing was pressed. Empty when the answer was given.
	Refused string `json:"refused,omitempty"`
	// ID is the question's, Option and Offered what was chosen and what could have been.
	ID      string           `json:"id,omitempty"`
	Option  string           `json:"option,omitempty"`
	Offered []signals.Option `json:"offered,omitempty"`
}

// The reasons of a reply that have a type of their own. Any other is the text of an error.
const (
	answered = "answered"
	unknown  = "unknown"
	option   = "option"
)

// ReplyOf describes what [Register.Answer] returned.
func ReplyOf(answer signals.Answer, err error) Reply {
	var before *AnsweredError
	var missing *UnknownError
	var wrong *OptionError
	switch {
	case err == nil:
		return Reply{Answer: answer}
	case errors.As(err, &before):
		return Reply{Refused: answered, Answer: before.Answer}
	case errors.As(err, &missing):
		return Reply{Refused: unknown, ID: missing.ID}
	case errors.As(err, &wrong):
		return Reply{Refused: option, Option: wrong.Option, Offered: wrong.Offered}
	}
	return Reply{Refused: err.Error()}
}

// Result returns what was described.
func (r Reply) Result() (signals.Answer, error) {
	switch r.Refused {
	case "":
		return r.Answer, nil
	case answered:
		return signals.Answer{}, &AnsweredError{r.Answer}
	case unknown:
		return signals.Answer{}, &UnknownError{r.ID}
	case option:
		return signals.Answer{}, &OptionError{Option: r.Option, Offered: r.Offered}
	}
	for _, err := range []error{ErrNone, ErrHeadless, ErrNotOffered} {
		if r.Refused == err.Error() {
			return signals.Answer{}, err
		}
	}
	return signals.Answer{}, errors.New(r.Refused)
}
