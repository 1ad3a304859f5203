package session

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"stead/inject/signals"
)

// LimitError is a CLI's part of a run that a limit of the CLI's provider has ended. It wraps ErrCLIFailed.
type LimitError struct {
	// CLI is the CLI's name for people, Run the run's id.
	CLI, Run string
	Limit    signals.Limit
	// About is what the CLI said of it.
	About string
	// Failover says that others were to go on.
	Failover bool
}

// wording says what happened to a CLI, by the kind of limit.
var wording = map[signals.Kind]string{
	signals.Usage: "has used up its plan", signals.Credit: "has no credit left",
	signals.Auth:     "was denied access by its provider",
	signals.Throttle: "has sent too many requests", signals.Overloaded: "finds its provider overloaded",
	signals.Network: "cannot reach its provider", signals.Context: "finds the session too long for its model",
}

// Error says which limit it is, and when it ends.
func (e *LimitError) Error() string {
	text := e.CLI + " " + cmp.Or(wording[e.Limit.Kind], "has hit a limit")
	if !e.Limit.Reset.IsZero() {
		text += " until " + e.Limit.Reset.Local().Format(time.DateTime)
	}
	if e.About != "" {
		text = fmt.Sprintf("%s; it said: %s", text, strings.TrimSuffix(e.About, "."))
	}
	return text
}

// Unwrap returns ErrCLIFailed.
func (e *LimitError) Unwrap() error { return ErrCLIFailed }

// Hint says how to go on.
func (e *LimitError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal is the hint in parts: words, and each second part a reference.
func (e *LimitError) Proposal() []string {
	run := "run:" + e.Run
	switch {
	case e.Limit.Kind == signals.Context:
		return []string{"continue with less of it: stead run --from ", run, " --to CLI --history last:20"}
	case e.Failover:
		return []string{"continue in another CLI: stead run --from ", run, " --to CLI"}
	}
	return []string{"continue in another CLI: stead run --from ", run,
		" --to CLI (--failover does that automatically)"}
}
