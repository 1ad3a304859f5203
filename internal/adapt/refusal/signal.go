package refusal

import (
	"time"

	"stead/inject/signals"
)

// Ended returns the signal of a turn that an error has ended. It contains the message and, if the error was a limit,
// the limit.
func Ended(status int, message string) signals.Signal {
	kind, _ := Kind(status, message)
	return By(kind, message)
}

// By returns the signal of a turn that a limit of the given kind has ended. An empty kind stands for an error that is
// not a limit.
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

// Retried returns the signal of a failed request that the CLI repeats after the delay. Attempt counts the failed
// requests. It is 0 if the CLI does not state the count. Ok is false if the error is not a limit.
func Retried(status int, message string, attempt int, delay time.Duration) (signal signals.Signal, ok bool) {
	kind, ok := Kind(status, message)
	if !ok {
		return signals.Signal{}, false
	}
	return signals.Signal{State: signals.Working, About: message,
		Limit: &signals.Limit{Kind: kind, Attempt: attempt, Delay: delay}}, true
}
