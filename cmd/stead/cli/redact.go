package cli

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"stead/inject"
	"stead/redact"
	"stead/writers"
)

// redactFlag adds the flag that has secrets masked. Its value is the configuration's when it is not given: see [redactGiven].
func redactFlag(c *cobra.Command) {
	c.Flags().String("redact", "", "mask secrets: `MODE` mask (what goes to another vendor), always, off")
	c.Flags().Lookup("redact").NoOptDefVal = string(inject.Mask)
	_ = c.RegisterFlagCompletionFunc("redact", cobra.FixedCompletions(
		[]string{string(inject.Mask), string(inject.Always), string(inject.Off)}, cobra.ShellCompDirectiveNoFileComp))
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
	case len(s.Masked) == 0:
		return []string{"secrets    none found"}
	}
	var lines []string
	for _, m := range s.Masked {
		lines = append(lines, "masked     "+m.String())
	}
	return lines
}
