package inject

import (
	"slices"
	"strings"
)

// Names reports whether the arguments contain one of the options, either alone or with a value after an equals sign.
func Names(arguments []string, options ...string) bool {
	return slices.ContainsFunc(arguments, func(argument string) bool {
		name, _, _ := strings.Cut(argument, "=")
		return slices.Contains(options, name)
	})
}
