package session

import (
	"fmt"

	"stead/cmd/stead/cli/term"
)

// printMade prints the results of export or import: the list as JSON, or the names, one per line. It prints nothing if
// the session itself went to standard output.
func printMade(t *term.Terminal, made any, names []string, isOutput, asJSON bool) error {
	switch {
	case isOutput:
		return nil
	case asJSON:
		return t.Out.JSON(made)
	}
	for _, name := range names {
		if _, err := fmt.Fprintln(t.Out, name); err != nil {
			return err
		}
	}
	return nil
}
