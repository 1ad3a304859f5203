package refusal

import (
	"time"

	"stead/signs"
)

// Ended returns the sign of a turn that an error has ended: about what was said, with the limit if it was one.
func Ended(status int, message string) signs.Sign {
	kind, _ := Kind(status, message)
	return By(kind, message)
}

// By returns the sign of a turn that a limit of a kind has ended, or an error that is none: then the kind is empty.
func By(kind signs.Kind, message string) signs.Sign {
	sign := signs.Sign{State: signs.Failed, About: message}
	if kind == "" {
		return sign
	}
	if kind != signs.Network && kind != signs.Context {
		sign.State = signs.Limited
	}
	sign.Limit = &signs.Limit{Kind: kind, Final: true}
	return sign
}

// Retried returns the sign of a request that failed and is made again by the CLI after the delay. Attempt counts those that have failed, 0 when the
// CLI does not tell. Ok is false when the error is no limit.
func Retried(status int, message string, attempt int, delay time.Duration) (sign signs.Sign, ok bool) {
	kind, ok := Kind(status, message)
	if !ok {
		return signs.Sign{}, false
	}
	return signs.Sign{State: signs.Working, About: message, Limit: &signs.Limit{Kind: kind, Attempt: attempt, Delay: delay}}, true
}
