package remote

import (
	"slices"
	"strings"
)

// Without returns a command line without the given flags and their values. It leaves the CLI's own arguments alone.
func Without(line []string, names ...string) (rest []string) {
	for i := 0; i < len(line); i++ {
		if line[i] == "--" {
			return append(rest, line[i:]...)
		}
		name, _, hasValue := strings.Cut(strings.TrimPrefix(line[i], "--"), "=")
		switch {
		case !strings.HasPrefix(line[i], "--") || !slices.Contains(names, name):
			rest = append(rest, line[i])
		case !hasValue:
			i++
		}
	}
	return rest
}

// With adds a flag to a command line, before the CLI's own arguments. If a flag occurs twice, the last one counts.
func With(line []string, flag string) []string {
	at := slices.Index(line, "--")
	if at < 0 {
		at = len(line)
	}
	return slices.Insert(slices.Clone(line), at, flag)
}
