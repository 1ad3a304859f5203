package flags

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
)

// NoArgs requires that a verb gets no arguments. Its errors, like those of all checks of arguments here, are usage
// errors.
func NoArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.HasSubCommands():
		return Unknown(c, args[0])
	}
	return failure.Usagef("%s takes no arguments, not %q", verb(c), args[0])
}

// Exactly requires n arguments.
func Exactly(n int) cobra.PositionalArgs { return between(n, n, arguments(n)) }

// AtLeast requires n arguments or more.
func AtLeast(n int) cobra.PositionalArgs { return between(n, 1<<30, "at least "+arguments(n)) }

// AtMost requires n arguments or fewer.
func AtMost(n int) cobra.PositionalArgs { return between(0, n, "at most "+arguments(n)) }

// Between requires least to most arguments.
func Between(least, most int) cobra.PositionalArgs {
	return between(least, most, fmt.Sprintf("%d to %d arguments", least, most))
}

func between(least, most int, many string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return failure.Usagef("%s takes %s, not %d", verb(c), many, len(args))
		}
		return nil
	}
}

// verb returns a command's name without that of the program.
func verb(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ") }

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// Unknown returns the error that a command has no subcommand with a name, with similar names.
func Unknown(c *cobra.Command, name string) error {
	unknown := &failure.Error{Code: failure.WrongUsage, Usage: true,
		Text: fmt.Sprintf("there is no command %q", c.CommandPath()+" "+name)}
	if c.SuggestionsMinimumDistance <= 0 {
		c.SuggestionsMinimumDistance = mostTypos
	}
	if near := c.SuggestionsFor(name); len(near) > 0 {
		unknown.Tip = fmt.Sprintf("did you mean %s?", strings.Join(near, ", or "))
	}
	return unknown
}

// mostTypos is the number of letters in which a name may differ from a proposed one, as in cobra.
const mostTypos = 2
