package machines

import (
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
)

// Values is the variable that a node sets for a verb whose messages another stead reads. Each is then a line of JSON,
// an [errand.Said].
const Values = setup.Errand + "VALUES"

// Speak makes a verb print its messages as lines of JSON if another stead reads them.
func Speak(p *setup.Process) {
	if p.Getenv(Values) != "" {
		p.Term.Err.Say = func(text string) { errand.Said{Message: text}.Write(p.Term.Err) }
	}
}

// TellFailure prints why a verb failed if another stead reads it: the texts, without data about this machine. Ok is
// false if no stead reads it.
func TellFailure(p *setup.Process, f *failure.Error) (ok bool) {
	if p.Getenv(Values) == "" {
		return false
	}
	errand.Said{Failure: &errand.Failure{Code: f.Code, Text: f.Text, Tip: f.Tip, Parts: f.Parts}}.Write(p.Term.Err)
	return true
}
