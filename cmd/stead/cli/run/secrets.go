package run

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"stead/cmd/stead/cli/term"
	"stead/inject/redaction"
	"stead/internal/plain"
)

// errNotSent says that the user has seen the secrets and wants none of it to go.
var errNotSent = errors.New("stopped: nothing was delivered")

// askAboutSecrets shows what a session holds, each masked, and asks what becomes of it. No answer sends nothing.
func askAboutSecrets(ctx context.Context, t *term.Terminal, found *redaction.SecretsError) (redaction.Policy, error) {
	t.Message("%s would go to %s:", found.Secrets(), found.Title)
	for _, s := range found.Sightings {
		t.Message("  %s", sighted(s))
	}
	if more := found.Count - len(found.Sightings); more > 0 {
		t.Message("  and %d more", more)
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
			return redaction.Off, nil
		case "", "s", "stop":
			return "", errNotSent
		}
		t.Message("answer mask, send or stop")
	}
}

// sighted is a secret in a line: its rule, where it stands, and what stands around it.
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
