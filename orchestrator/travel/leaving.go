package travel

import (
	"context"
	"errors"

	"stead/inject/redaction"
	"stead/reach/remote"
	"stead/timeline"
	"stead/writers"
)

// Leaving masks the secrets of a session before it leaves this machine.
type Leaving struct {
	// To is the CLI in which the session continues.
	To string
	// Ask asks the user what to do with secrets. Nil if the user cannot be asked.
	Ask func(context.Context, *redaction.SecretsError) (redaction.Policy, error)

	// isSent says that the user was asked, and has them sent as they are.
	isSent bool
	// masked returns what was masked, after the session has left. Nil if nothing was.
	masked func() writers.Secrets
}

// stream returns the session in the form that may leave. With the setting mask, no secret leaves, in whatever CLI the
// session continues: it becomes a file on the other machine, whose readers are unknown.
func (l *Leaving) stream(ctx context.Context, h Home, session timeline.Stream) (timeline.Stream, error) {
	as := h.Leaving(l.To)
	switch {
	case as.Redaction == redaction.Mask:
		as.Redaction = redaction.Always
	case l.Ask == nil:
		as.Redaction = as.Redaction.Unasked()
	}
	left, masked, err := as.Stream(ctx, session)
	if found := (*redaction.SecretsError)(nil); l.Ask != nil && errors.As(err, &found) {
		if as.Redaction, err = l.Ask(ctx, found); err != nil {
			return left, err
		}
		l.isSent = as.Redaction == redaction.Off
		left, masked, err = as.Stream(ctx, session)
	}
	l.masked = masked
	return left, err
}

// arguments returns the arguments of the run there, which must not ask the user again.
func (l *Leaving) arguments(given []string) []string {
	if l.isSent {
		return remote.With(given, "--redact="+string(redaction.Off))
	}
	return given
}

// Tell tells the user what was masked in the session that has left.
func (l *Leaving) Tell(u User) {
	if l.masked != nil {
		u.Masked(l.masked())
	}
}
