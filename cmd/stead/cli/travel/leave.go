package travel

import (
	"context"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/inject/redaction"
	"stead/orchestrator/exchange"
	"stead/reach/remote"
	"stead/timeline"
	"stead/writers"
)

// leaving masks the secrets of a session before it leaves this machine.
type leaving struct {
	// to is the CLI in which the session goes on.
	to string
	// asks says that somebody can be asked what becomes of secrets.
	asks bool
	// sent says that somebody was asked, and has them sent as they are.
	sent bool
	// masked says what was masked, after the session has left. Nil where nothing was.
	masked func() writers.Secrets
}

// stream returns the session as it may leave. By the setting mask no secret leaves, in whatever CLI the session goes
// on: it becomes a file on the other machine, and nobody knows who reads that.
func (l *leaving) stream(ctx context.Context, t *term.Terminal, s *setup.Setup,
	session timeline.Stream) (timeline.Stream, error) {
	as := exchange.Leaving{Vendor: adapters.VendorOf, Redaction: redaction.Policy(s.Config.Redact), Secrets: s.Secrets()}
	if a := adapters.Named(l.to); a.Reader != nil {
		as.Target = a.Reader.Info()
	}
	switch {
	case as.Redaction == redaction.Mask:
		as.Redaction = redaction.Always
	case !l.asks:
		as.Redaction = as.Redaction.Unasked()
	}
	left, masked, err := as.Stream(ctx, session)
	if found := failure.SecretsIn(err); found != nil {
		if as.Redaction, err = flags.AskAboutSecrets(ctx, t, found); err != nil {
			return left, err
		}
		l.sent = as.Redaction == redaction.Off
		left, masked, err = as.Stream(ctx, session)
	}
	l.masked = masked
	return left, err
}

// arguments are those of the run there, which asks nobody again.
func (l *leaving) arguments(given []string) []string {
	if l.sent {
		return remote.With(given, "--redact="+string(redaction.Off))
	}
	return given
}

// redactOf is the flag that the command line gives for secrets, as an argument for another machine. Without one its own
// settings count there.
func redactOf(settings config.Flags) []string {
	if f := settings["redact"]; f != nil && f.Changed {
		return []string{"--redact=" + f.Value.String()}
	}
	return nil
}

// tell says what was masked in the session that has left.
func (l *leaving) tell(t *term.Terminal) {
	if l.masked == nil {
		return
	}
	if secrets := l.masked(); len(secrets.Masked) > 0 { // otherwise they stood in records alone
		t.Err.Messages(report.Secrets(secrets))
	}
	t.Err.Note(
		"that was masked before the session left; the records that held it stay here, so what comes back does not fit them byte for byte (--redact=off sends all as it is)")
}
