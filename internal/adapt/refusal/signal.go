package refusal

import (
	"time"

	"stead/inject/signals"
)

// Ended returns the signal of a turn that an error has ended: about what was said, with the limit if it was one.
func Ended(status int, message string) signals.Signal {
	kind, _ := Kind(status, message)
	return By(kind, message)
}

// By returns the signal of a turn that a limit of a kind has ended, or an error that is none: then the kind is empty.
func By(kind signals.Kind, message string) signals.Signal {
	signal := signals.Signal{State: signals.Failed, About: message}
	if kind == "" {
		return signal
	}
	if kind != signals.Network && kind != signals.Context {
		signal.State = signals.Limited
	}
	signal.Limit = &signals.Limit{Kind: kind, Final: true}
	return signal
}

// Retried returns the signal of a request that failed and is made again by the CLI after the delay. Attempt counts
// those that have failed, 0 when the CLI does not tell. Ok is false when the error is no limit.
func Retried(status int, message string, attempt int, delay time.Duration) (signal signals.Signal, ok bool) {
	kind, ok := Kind(status, message)
	if !ok {
		return signals.Signal{}, false
	}
	return signals.Signal{State: signals.Working, About: message,
		Limit: &signals.Limit{Kind: kind, Attempt: attempt, Delay: delay}}, true
}
