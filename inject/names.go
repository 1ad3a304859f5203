package inject

import (
	"slices"
	"strings"
)

// Names reports whether arguments name one of the options, with a value joined to it by a sign of equality or without.
func Names(arguments []string, options ...string) bool {
	return slices.ContainsFunc(arguments, func(argument string) bool {
		name, _, _ := strings.Cut(argument, "=")
		return slices.Contains(options, name)
	})
}
