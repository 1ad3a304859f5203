package flags

import (
	"fmt"

	"github.com/spf13/cobra"

	"stead/config"
	"stead/inject"
	"stead/inject/redaction"
)

// JSON adds --json. Usage says what it prints.
func JSON(c *cobra.Command, asJSON *bool, usage string) {
	c.Flags().BoolVar(asJSON, "json", false, usage)
}

// Redact adds the flag that masks secrets. Without the flag, the configuration's value counts: see [RedactGiven].
func Redact(c *cobra.Command) {
	c.Flags().String("redact", "",
		"secrets on the way to another vendor: `MODE` ask (on a terminal; else mask), mask, always (for every vendor), off")
	c.Flags().Lookup("redact").NoOptDefVal = string(redaction.Mask)
	_ = c.RegisterFlagCompletionFunc("redact", cobra.FixedCompletions(
		[]string{string(redaction.Ask), string(redaction.Mask), string(redaction.Always),
			string(redaction.Off)}, cobra.ShellCompDirectiveNoFileComp))
}

// RedactGiven returns the setting that the flag sets, for verbs that set no other.
func RedactGiven(c *cobra.Command) config.Flags {
	return Given(c, map[string]string{"redact": "redact"})
}

// Given returns the flags of a command line that set settings. Names are the flags' names, by the setting's key.
func Given(c *cobra.Command, names map[string]string) config.Flags {
	given := config.Flags{}
	for key, name := range names {
		given[key] = c.Flags().Lookup(name)
	}
	return given
}

// Group makes c a command that only holds subcommands. Without it, cobra would take a wrong name below the root for an
// argument.
func Group(c *cobra.Command, verbs ...*cobra.Command) *cobra.Command {
	c.AddCommand(verbs...)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Unknown(c, args[0])
		}
		return c.Help()
	}
	return c
}

// First returns the first argument, or the empty string if there is none.
func First(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// OneReference requires the one argument of a verb that works on a session.
func OneReference(c *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return fmt.Errorf("%s: name a session, such as claude:latest", c.Name())
	case 1:
		return nil
	}
	return fmt.Errorf("%s: name one session, not %d", c.Name(), len(args))
}

// Allow adds the flag for what CLIs may do without asking.
func Allow(c *cobra.Command, allow *inject.Allowance) {
	c.Flags().Func("allow",
		"what the CLI may do without asking: `WHAT` configured (its own settings), edits (and commands, in its folder), all",
		func(text string) (err error) {
			*allow, err = inject.ParseAllowance(text)
			return err
		})
	CompleteAllowances(c)
}

// CompleteAllowances proposes the values of --allow.
func CompleteAllowances(c *cobra.Command) {
	_ = c.RegisterFlagCompletionFunc("allow", cobra.FixedCompletions([]string{"configured", "edits", "all"},
		cobra.ShellCompDirectiveNoFileComp))
}
