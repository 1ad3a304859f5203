package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/inject"
	"stead/internal/plain"
	"stead/redact"
	"stead/writers"
)

// redactFlag adds the flag that has secrets masked. Its value is the configuration's when it is not given: see [redactGiven].
func redactFlag(c *cobra.Command) {
	c.Flags().String("redact", "", "secrets on the way to another vendor: `MODE` ask (on a terminal; else mask), mask, always (whoever gets them), off")
	c.Flags().Lookup("redact").NoOptDefVal = string(inject.Mask)
	_ = c.RegisterFlagCompletionFunc("redact", cobra.FixedCompletions(
		[]string{string(inject.Ask), string(inject.Mask), string(inject.Always), string(inject.Off)}, cobra.ShellCompDirectiveNoFileComp))
}

// redactGiven returns the setting that the flag gives, for verbs that have no other.
func redactGiven(c *cobra.Command) map[string]string {
	return changed(c, map[string]string{"redact": "redact"})
}

// secrets finds what must not leave. The settings have variables for CLIs, which are as secret as stead's own.
func (s *setup) secrets() inject.Detector {
	environ := slices.Clone(s.environ)
	for _, name := range slices.Sorted(maps.Keys(s.config.CLI)) {
		environ = append(environ, s.config.CLI[name].Env...)
	}
	return redact.New(environ)
}

// secretLines says what became of secrets, a line each.
func secretLines(s writers.Secrets) []string {
	switch {
	case s.Check == writers.SameVendor:
		return []string{"secrets    not checked: whoever gets them has them already (--redact=always masks them)"}
	case s.Check != writers.Checked:
		return []string{"secrets    not checked (--redact masks them)"}
	case len(s.Masked)+len(s.Sent) == 0:
		return []string{"secrets    none found"}
	}
	lines := []string{fmt.Sprintf("secrets    %d found and masked", sum(s.Masked))}
	if len(s.Sent) > 0 {
		lines = []string{fmt.Sprintf("secrets    %d found and sent as they are (--redact masks them)", sum(s.Sent))}
	}
	for _, m := range s.Sent {
		lines = append(lines, "sent       "+m.String())
	}
	for _, m := range s.Masked {
		lines = append(lines, "masked     "+m.String())
	}
	return lines
}

func sum(all []writers.MaskedSecret) (count int) {
	for _, m := range all {
		count += m.Count
	}
	return count
}

// errNotSent: the user has seen the secrets and wants none of it to go.
var errNotSent = errors.New("stopped: nothing was delivered")

// secretsIn returns what a session holds that the user must decide about, here or in another process. Nil when an error is about something else.
func secretsIn(err error) *inject.SecretsError {
	var found *inject.SecretsError
	var told *failure
	if errors.As(err, &found) {
		return found
	}
	if errors.As(err, &told) {
		return told.Secrets
	}
	return nil
}

// askAboutSecrets shows what a session holds, each masked, and asks what becomes of it. No answer sends nothing.
func (a *app) askAboutSecrets(ctx context.Context, found *inject.SecretsError) (inject.Redaction, error) {
	a.tell("%s would go to %s:", found.Secrets(), found.Title)
	for _, s := range found.Sightings {
		a.tell("  %s", sighted(s))
	}
	if more := found.Count - len(found.Sightings); more > 0 {
		a.tell("  and %d more", more)
	}
	for {
		_, _ = fmt.Fprint(a.Stderr, "Mask, send as it is, or stop? [mask/send/stop]: ")
		answer, err := a.readLine(ctx)
		if err != nil {
			return "", err
		}
		switch strings.ToLower(answer) {
		case "m", "mask":
			return inject.Mask, nil
		case "send":
			return inject.Off, nil
		case "", "s", "stop":
			return "", errNotSent
		}
		a.tell("answer mask, send or stop")
	}
}

// sighted is a secret in a line: its rule, where it stands, and what stands around it.
func sighted(s inject.Sighting) string {
	line := fmt.Sprintf("%s in %s", s.Rule, s.Where)
	if s.Entry != "" {
		line += " (entry " + s.Entry + ")"
	}
	if s.Excerpt != "" {
		line += ": " + s.Excerpt
	}
	return plain.Line(line)
}
