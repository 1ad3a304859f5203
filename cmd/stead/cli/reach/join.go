package reach

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/node"
	"stead/reach/remote"
)

type joinOptions struct {
	name          string
	labels        []string
	again, asJSON bool
}

func joinCommand(p *setup.Process) *cobra.Command {
	var o joinOptions
	c := &cobra.Command{
		Use: "join LINE", Short: "Have this machine join your hub", Args: oneLine,
		Long: "join has this machine join the hub that has printed the line. It makes the machine's keys, which stay here, and uses the line up.\n\n" +
			"Other users of this machine see the words of a command. LINE can be - for standard input, which they do not see.",
		Example: "  stead join stead1-eyJ1Ijoi...\n" +
			"  stead join stead1-eyJ1Ijoi... --name builder --label gpu",
		RunE: func(c *cobra.Command, args []string) error { return join(c, p, args[0], o) },
	}
	c.Flags().StringVar(&o.name, "name", "", "the `NAME` by which other machines know this one (default this host's)")
	c.Flags().StringSliceVar(&o.labels, "label", nil,
		"what the machine has, such as gpu: a `LABEL` that runs can ask for")
	c.Flags().BoolVar(&o.again, "again", false, "join though this machine is a member, and forget the keys that it has")
	flags.JSON(c, &o.asJSON, "print a JSON object")
	return c
}

func oneLine(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("name the line that stead hub has printed, as one word")
	}
	return nil
}

// joinedMachine is what join prints as JSON.
type joinedMachine struct {
	member.Peer
	URL string `json:"url"`
}

func join(c *cobra.Command, p *setup.Process, text string, o joinOptions) (err error) {
	if text == "-" {
		if text, err = p.Term.ReadAll(c.Context()); err != nil {
			return err
		}
	}
	line, err := member.ParseLine(text)
	if err != nil {
		return failure.Usage(err)
	}
	data, err := dataFolder(p)
	if err != nil {
		return err
	}
	if err := checkNew(data, o.again); err != nil {
		return err
	}
	if o.name == "" {
		o.name = hostName()
	}
	m, err := link.Join(c.Context(), line, o.name, o.labels)
	if errors.Is(err, link.ErrAway) {
		return &failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "see that stead hub runs there, and that its port is open; stead hub --url changes the address in lines"}
	}
	if err != nil {
		return err
	}
	before, _ := member.Last(data) // without one there is nothing to go on with
	if err := m.After(before).Save(data); err != nil {
		return fmt.Errorf(
			"this machine has joined, but cannot keep its keys: %w; stead hub revoke %s at the hub, then join again", err, m.Name)
	}
	if o.asJSON {
		return p.Term.Out.JSON(joinedMachine{m.Peer, m.URL})
	}
	p.Term.Err.Message("this machine has joined the hub at %s as %s: %s of %s", m.URL, m.Name, joined(m.Roles), m.User)
	if m.Authority != "" {
		p.Term.Err.Note("it can connect when the servers there have loaded the hub's file users.conf anew")
	}
	return nil
}

// checkNew refuses to forget a membership, unless again says so.
func checkNew(data string, again bool) error {
	m, err := member.Load(data)
	if errors.Is(err, member.ErrNone) || again {
		return nil
	}
	if err != nil {
		return err
	}
	return &failure.Error{Code: failure.Failed, Text: fmt.Sprintf("this machine has joined the hub at %s already, as %s",
		m.URL, m.Name), Tip: "stead leave forgets that, or --again with this command"}
}

// hostName is this machine's name without its domain, in what names may have.
func hostName() string {
	name, _ := os.Hostname() // the hub refuses none, and says how to give one
	name, _, _ = strings.Cut(name, ".")
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' {
			return c
		}
		return '-'
	}, name)
}

func leaveCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "leave", Short: "Have this machine forget its hub", Args: flags.NoArgs,
		Long: "leave tells the hub that this machine leaves: its key is void, and its name is free. The machine forgets the hub,\n" +
			"the keys by which it was a member, and what it knows of the sessions of other machines. A node that runs here ends.",
		RunE: func(c *cobra.Command, _ []string) error {
			data, err := dataFolder(p)
			if err != nil {
				return err
			}
			m, _ := member.Load(data) // one that is damaged is left, too
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			if err := member.Remove(data); errors.Is(err, member.ErrNone) {
				return &failure.Error{Code: failure.NotFound, Text: err.Error(), Tip: "stead join LINE joins one"}
			} else if err != nil {
				return err
			}
			untold := tellHub(c.Context(), m)
			if err := errors.Join(remote.ForgetKnown(s.Config.Folders.State), node.Await(c.Context(), data),
				m.SaveLeft(data)); err != nil {
				return err
			}
			if untold != nil {
				p.Term.Err.Message("this machine has left the hub, which could not be told: %v", untold)
				p.Term.Err.Message("hint: its owner voids the key there: stead hub revoke %s", m.Name)
				return nil
			}
			p.Term.Err.Message("this machine has left the hub%s", at(m))
			return nil
		},
	}
}

// farewell is for how long the hub is told that this machine leaves.
const farewell = 3 * time.Second

// tellHub tells the hub that this machine leaves. The error says why the hub does not know; one that knows this machine
// no more need not be told.
func tellHub(ctx context.Context, m member.Member) error {
	if m.Name == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, farewell)
	defer cancel()
	if err := link.Leave(ctx, m); !errors.Is(err, link.ErrRefused) {
		return err
	}
	return nil
}

func at(m member.Member) string {
	if m.Name == "" {
		return ""
	}
	if m.Authority != "" {
		return fmt.Sprintf(" at %s: the name %s is free, and its key is void when the servers there have loaded the hub's "+
			"file users.conf anew", m.URL, m.Name)
	}
	return fmt.Sprintf(" at %s: the key of %s is void, and the name is free", m.URL, m.Name)
}
