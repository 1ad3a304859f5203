package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) sessionCommand() *cobra.Command {
	return group(&cobra.Command{Use: "session", Short: "List, show, compare, convert, export and import sessions"},
		a.listCommand(), a.showCommand(), a.compareCommand(), a.convertCommand(), a.exportCommand(), a.importCommand(), a.validateCommand(), a.schemaCommand())
}

// oneReference demands the one argument of a verb that works on a session.
func oneReference(c *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return fmt.Errorf("%s: name a session, such as claude:latest", c.Name())
	case 1:
		return nil
	}
	return fmt.Errorf("%s: name one session, not %d", c.Name(), len(args))
}
