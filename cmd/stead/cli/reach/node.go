package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/serve"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/userservice"
	"stead/internal/term/ptyx"
	"stead/reach/errand"
	"stead/reach/member"
	"stead/reach/node"
	"stead/ui/api/guard"
)

func nodeCommand(p *setup.Process, version string) *cobra.Command {
	slots := 0
	c := &cobra.Command{
		Use: "node", Short: "Offer this machine's sessions and runs to your other machines", Args: flags.NoArgs,
		Long: "node offers this machine's sessions and runs to your other machines, until it is interrupted. It needs a hub that this machine has joined, and\n" +
			"waits for it while it is away. It keeps a lease of each run that came from another machine. An operator among your machines may do here what you could do with stead, a viewer may look.\n\n" +
			"It also takes runs that wait for a machine (stead run --on any), if their CLI is installed here. node does not check whether the CLI is logged in.\n\n" +
			auditName + " in the state folder has a line for each thing that node did for another machine.",
		Example: "  stead node\n" +
			"  stead node install            run it from your login on\n" +
			"  stead list --on desk          on another machine, what is on the desk\n" +
			"  stead attach desk/ab12        the terminal of a run there",
		RunE: func(c *cobra.Command, _ []string) error {
			if slots < 0 {
				return failure.Usage(errors.New("--slots is a number of runs; 0 takes none"))
			}
			return offer(c.Context(), p, offered{version: version, slots: slots})
		},
	}
	c.Flags().IntVar(&slots, "slots", 2, "at how many runs that wait for a machine to work at a time: `N`; 0 takes none")
	c.AddCommand(background{"stead node", hasJoined, nodeService}.commands(p)...)
	return c
}

// hasJoined returns why the node has nothing to do.
func hasJoined(p *setup.Process) error {
	data, err := dataFolder(p)
	if err != nil {
		return err
	}
	m, err := member.Load(data)
	if err == nil && !m.Has(member.Node) {
		return notANode(m)
	}
	return notJoined(err)
}

// notANode says why a machine cannot be asked.
func notANode(m member.Member) error {
	return &failure.Error{
		Code: failure.NotFound, Text: fmt.Sprintf("this machine has joined the hub as %s: others cannot ask it",
			joined(m.Roles)),
		Tip: "stead hub invite --role node,operator prints a line for stead join --again",
	}
}

func nodeService(*setup.Process) (userservice.Service, error) {
	self, err := os.Executable()
	if err != nil {
		return userservice.Service{}, fmt.Errorf("find stead itself: %w", err)
	}
	return userservice.Service{
		About: "stead node: offers sessions and runs to your other machines", Args: []string{self, "node"},
		Final: []int{failure.WrongUsage, failure.NotFound},
	}, nil
}

// notJoined says how to join, where an error is that of a machine that has not.
func notJoined(err error) error {
	if errors.Is(err, member.ErrNone) {
		return &failure.Error{Code: failure.NotFound, Text: err.Error(), Tip: "stead hub runs one, stead join LINE joins it"}
	}
	return err
}

// auditName is the file, in the state folder, with a line for each errand.
const auditName = "errands.jsonl"

// offered is what machines get of this one.
type offered struct {
	version string
	// slots is how many runs of the queue this one works at at a time.
	slots int
}

// offer serves other machines until ctx is done, or this machine leaves the hub.
func offer(ctx context.Context, p *setup.Process, o offered) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	m, err := member.Load(s.Config.Folders.Data)
	if err != nil {
		return notJoined(err)
	}
	if !m.Has(member.Node) {
		return notANode(m)
	}
	audit, end, err := guard.OpenAudit(filepath.Join(s.Config.Folders.State, auditName),
		func(err error) { p.Term.Err.Note("%v", err) })
	if err != nil {
		return err
	}
	defer end()                              //nolint:errcheck // each line was written
	s.Settings.Follow(p.Term.Err.Reporter()) // what others may do here can be changed while it works
	err = machineOf(p, s, m, o, audit).Serve(ctx)
	switch {
	case errors.Is(err, node.ErrLeft):
		p.Term.Err.Note("%v", err)
		return nil
	case errors.Is(err, node.ErrRuns):
		return &failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "`stead node status` tells of the one of your login; another one ends with Ctrl-C"}
	}
	return err
}

// machineOf is this machine as a node.
func machineOf(p *setup.Process, s *setup.Setup, m member.Member, o offered, audit func(guard.Act)) node.Machine {
	return node.Machine{
		Self: m, Data: s.Config.Folders.Data, Runs: s.Runs, Lease: s.Config.Reach.Lease,
		Others: func() (act, look bool) { return s.Settings.Current().Reach.May() },
		Requests: func(ctx context.Context, l net.Listener, known node.Known, audit func(guard.Act)) error {
			return serve.ForMachines(ctx, p, s, o.version, l, known, audit)
		},
		May: machines.Offered().May,
		Program: func(peer member.Peer, r errand.Request) (errand.Program, error) {
			return programFor(p, m.Name, peer, r)
		},
		Audit: audit,
		Stores: node.Stores{
			Rows: func(ctx context.Context) ([]listing.Row, error) {
				found, err := s.Lister().List(ctx, listing.Query{All: true})
				return found.Rows, err
			},
			Watch: s.Index.Watch, Mask: s.Mask(),
		},
		Jobs:   jobsOf(p, s, o),
		Waits:  func(err error) { p.Term.Err.Note("%v; waiting for it", err) },
		Serves: func() { p.Term.Err.Note("%s offers its sessions and runs at the hub %s", m.Name, m.URL) },
		Failed: p.Term.Err.Reporter(),
	}
}

// programFor is this program, which carries out a verb for another machine in the user's home.
func programFor(p *setup.Process, self string, peer member.Peer, r errand.Request) (errand.Program, error) {
	path, err := os.Executable()
	if err != nil {
		return errand.Program{}, fmt.Errorf("find stead itself: %w", err)
	}
	if !machines.Offered().IsLook(r) {
		p.Term.Err.Note("%s: %s", peer.Name, node.Said(r))
	}
	env := append(environment(p), machines.Self+"="+self)
	return errand.Program{Path: path, Args: r.Args, Env: append(env, asked(peer, r)...), Dir: p.Home()}, nil
}

// asked is what the environment says of who has asked, and how.
func asked(peer member.Peer, r errand.Request) []string {
	env := []string{"TERM=" + r.Term, machines.Errand + "=" + peer.Name}
	if !peer.Has(member.Operator) {
		env = append(env, machines.Viewer+"=1")
	}
	if r.Values {
		env = append(env, machines.Values+"=1")
	}
	if r.Columns > 0 {
		env = append(env, "COLUMNS="+strconv.Itoa(r.Columns))
	}
	return env
}

// environment is that of what this machine does in its user's home, without a terminal.
func environment(p *setup.Process) (env []string) {
	for _, variable := range ptyx.Unmarked(p.Environ) {
		if name, _, _ := strings.Cut(variable, "="); name != "TERM" && name != "COLUMNS" && name != "PWD" {
			env = append(env, variable)
		}
	}
	return append(env, "PWD="+p.Home())
}
