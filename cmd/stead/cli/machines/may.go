package machines

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/member"
)

// looking are the verbs with which a machine only looks. Each declares its allowed flags with [Looks].
var looking = []string{"list", "ls", "show", "cat", "ps", "runs", "logs", "stats", "search"}

// acting are the verbs with which a machine acts, or draws on a terminal.
var acting = []string{
	"run", "fork", "ab", "chain", "template", "attach", "send", "answer", "stop", "watch", "rm", "browse", "replay",
	"session", "recall", "doctor", "version",
	"parcel", "move",
}

// IsLook reports whether a machine's request only looks.
func IsLook(r errand.Request) bool { return len(r.Args) > 0 && slices.Contains(looking, r.Args[0]) }

// May returns an error if a machine may not run a verb here. An operator may do what the user could do here, but may
// not change this machine's own configuration. A viewer looks, without a terminal, in which a pager would start any
// typed command. The verb itself checks the viewer's flags: [CheckViewer].
func May(peer member.Peer, r errand.Request) error {
	if len(r.Args) == 0 {
		return fmt.Errorf("%s asks for nothing", peer.Name)
	}
	switch {
	case peer.Has(member.Operator) && (IsLook(r) || slices.Contains(acting, r.Args[0])):
		return nil
	case peer.Has(member.Operator):
		return fmt.Errorf("stead %s is not done for other machines", r.Args[0])
	case !peer.Has(member.Viewer):
		return fmt.Errorf("%s is no operator and no viewer at the hub: it may ask for nothing", peer.Name)
	case r.Args[0] == "parcel":
		return fmt.Errorf("%s is a viewer at the hub: it may look, but not take sessions and work to other machines",
			peer.Name)
	case !IsLook(r):
		return fmt.Errorf("%s is a viewer at the hub: it may look, but stead %s does more", peer.Name, r.Args[0])
	case r.Terminal != nil:
		return fmt.Errorf("%s is a viewer at the hub: it gets no terminal here; stead %s | cat asks without one", peer.Name,
			r.Args[0])
	}
	return nil
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
