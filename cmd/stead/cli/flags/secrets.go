package flags

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"stead/cmd/stead/cli/term"
	"stead/inject/redaction"
	"stead/internal/term/plain"
)

// errNotSent says that the user has seen the secrets and stops the delivery.
var errNotSent = errors.New("stopped: nothing was delivered")

// AskAboutSecrets shows the secrets of a session, each masked, and asks what to do with them. Without an answer,
// nothing is sent. Errors: that nothing is to be sent, and those of the terminal.
func AskAboutSecrets(ctx context.Context, t *term.Terminal, found *redaction.SecretsError) (redaction.Policy, error) {
	t.Err.Message("%s would go to %s:", found.Secrets(), found.Title)
	for _, s := range found.Sightings {
		t.Err.Message("  %s", sighted(s))
	}
	if more := found.Count - len(found.Sightings); more > 0 {
		t.Err.Message("  and %d more", more)
	}
	for {
		answer, err := t.Ask(ctx, "Mask them, send them as they are, or stop? [mask/send/stop]: ")
		if err != nil {
			return "", err
		}
		switch strings.ToLower(answer) {
		case "m", "mask":
			return redaction.Mask, nil
		case "send":
			t.Err.Message("sent as they are: %s", found.Secrets()) // the delivery does not search again
			return redaction.Off, nil
		case "", "s", "stop":
			return "", errNotSent
		}
		t.Err.Message("answer mask, send or stop")
	}
}

// sighted returns a line about a secret: its rule, its place, and the text around it.
func sighted(s redaction.Sighting) string {
	line := fmt.Sprintf("%s in %s", s.Rule, s.Where)
	if s.Entry != "" {
		line += " (entry " + s.Entry + ")"
	}
	if s.Excerpt != "" {
		line += ": " + s.Excerpt
	}
	return plain.Line(line)
}
