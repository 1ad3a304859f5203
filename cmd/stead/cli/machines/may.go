package machines

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
)

// Offered returns the verbs that other machines may ask for here. Each of those that look declares its allowed flags
// with [Looks]; a viewer's flags are checked by [CheckViewer].
func Offered() errand.Verbs {
	return errand.Verbs{
		Looking: []string{"list", "ls", "show", "cat", "ps", "runs", "logs", "stats", "search"},
		Acting: []string{
			"run", "fork", "ab", "chain", "template", "attach", "send", "answer", "stop", "watch", "rm", "browse", "replay",
			"session", "recall", "doctor", "version",
			"parcel", "move",
		},
	}
}

// Viewer is the variable that a node sets for a verb that it carries out for a machine that only looks.
const Viewer = setup.Errand + "VIEWER"

// viewable marks the flags of a verb that a viewer may give.
const viewable = "viewer"

// Looks says that a viewer may run a verb, with these of its flags. All others could start something, or write.
func Looks(c *cobra.Command, flags ...string) {
	annotate(c, viewable, "yes")
	for _, name := range flags {
		_ = c.Flags().SetAnnotation(name, viewable, nil) // a flag that the verb lacks cannot be given
	}
}

// CheckViewer returns an error for a verb that does more than a viewer may, if a node carries it out for a viewer. It
// uses the flags that the verb itself has found on its command line.
func CheckViewer(p *setup.Process, c *cobra.Command) (err error) {
	if p.Getenv(Viewer) == "" {
		return nil
	}
	if _, looks := c.Annotations[viewable]; !looks {
		return errors.New("a viewer may not do that")
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if _, may := f.Annotations[viewable]; !may {
			err = fmt.Errorf("a viewer may not use the flag --%s", f.Name)
		}
	})
	return err
}
