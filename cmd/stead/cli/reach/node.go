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
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/serve"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/userservice"
	"stead/internal/term/ptyx"
	"stead/reach/errand"
	"stead/reach/journey"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/node"
	"stead/reach/pipe"
	"stead/reach/replica"
	"stead/reach/roster"
	"stead/reach/seal"
	"stead/reach/tenure"
	"stead/reach/worker"
	"stead/ui/api/guard"
)

func nodeCommand(p *setup.Process, version string) *cobra.Command {
	slots := 0
	c := &cobra.Command{
		Use: "node", Short: "Offer this machine's sessions and runs to your other machines", Args: cobra.NoArgs,
		Long: "node offers this machine's sessions and runs to your other machines, until it is interrupted. It needs a hub that this machine has joined, and\n" +
			"waits for it where it is away. It keeps a lease of each run that came from another machine. An operator among your machines may do here what you could do with stead, a viewer may look.\n\n" +
			"It also takes runs that wait for a machine (stead run --on any), if their CLI is installed here. Whether that is logged in is not checked.\n\n" +
			auditName + " in the state folder has a line for each thing that was done for another machine.",
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

// offer serves other machines until ctx is done, or this machine leaves the hub.
func offer(ctx context.Context, p *setup.Process, o offered) (err error) {
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
	lock, err := becomeNode(ctx, s.Config.Folders.Data)
	if err != nil {
		return err
	}
	defer lock.Unlock() //nolint:errcheck // the process ends
	ctx, release := whileMember(ctx, s.Config.Folders.Data, m)
	defer release()
	defer func() {
		if errors.Is(context.Cause(ctx), errLeft) {
			p.Term.Note("%v", errLeft)
			err = nil
		}
	}()
	audit, end, err := guard.OpenAudit(filepath.Join(s.Config.Folders.State, auditName),
		func(err error) { p.Term.Note("%v", err) })
	if err != nil {
		return err
	}
	defer end() //nolint:errcheck // each line was written
	conn, err := reachHub(ctx, p, m)
	if err != nil {
		return err
	}
	defer conn.Close()
	o.audit = oneAtATime(audit)
	return offerAt(ctx, p, s, m, conn, o)
}

// pause lies between two attempts to reach the hub.
const pause = time.Second

// reachHub connects to the hub, and waits for one that is away.
func reachHub(ctx context.Context, p *setup.Process, m member.Member) (*nats.Conn, error) {
	for told := false; ; told = true {
		// what others publish of its runs it hears, and what it does not
		conn, err := link.Dial(m, nats.NoEcho(), nats.Name(layout.NodeConnection+m.Name))
		if err == nil || errors.Is(err, link.ErrRefused) || errors.Is(err, link.ErrVersion) {
			return conn, err
		}
		if !told {
			p.Term.Note("%v; waiting for it", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// offered is what machines get of this one.
type offered struct {
	version string
	// slots is how many runs of the queue this one works at at a time.
	slots int
	audit func(guard.Act)
}

// oneAtATime has the audit written by several who know nothing of each other.
func oneAtATime(audit func(guard.Act)) func(guard.Act) {
	var writing sync.Mutex
	return func(a guard.Act) {
		writing.Lock()
		defer writing.Unlock()
		audit(a)
	}
}

// offerAt does errands and serves the API, over the connections of other machines, and works in the background.
func offerAt(ctx context.Context, p *setup.Process, s *setup.Setup, m member.Member, conn *nats.Conn, o offered) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	known, err := roster.FollowFrom(ctx, js, m.Signer(), filepath.Join(s.Config.Folders.Data, "reach", "revoked.json"))
	if err != nil {
		return err
	}
	defer known.Close()
	defer conn.Close()          // first of all: a hub that is away would keep the end of the roster waiting
	s.Follow(p.Term.Reporter()) // what others may do here can be changed while it works
	lets := others{s, m.Name, known.Keyed}
	l, err := pipe.Listen(conn, m, lets.keyed)
	if err != nil {
		return err
	}
	access := worker.Access{Conn: conn, JS: js, Self: m, Trust: known.Keyed,
		Keys: seal.NewKeyring(js, m, known.All, s.Config.Folders.Data)}
	defer work(ctx, p, s, access, known, o)()
	p.Term.Note("%s offers its sessions and runs at the hub %s", m.Name, m.URL)
	requests, errands := node.Split(l)
	serving, within := errgroup.WithContext(ctx)
	serving.Go(func() error { return serve.ForMachines(within, p, s, o.version, requests, lets.keyed, o.audit) })
	serving.Go(func() error { return serveErrands(within, p, lets, errands, o.audit) })
	return serving.Wait()
}

// work takes runs that wait for a machine, keeps the leases of those that have come from others, and keeps the journals
// of all runs, and what lists show of sessions and runs, at the hub, too, so that they can be read while this machine
// is away. What it returns ends that.
func work(ctx context.Context, p *setup.Process, s *setup.Setup, access worker.Access, known *roster.Roster,
	o offered) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	journals := replica.Machine{Conn: access.Conn, Keys: access.Keys, Self: access.Self, Folder: s.Runs,
		Removals: replica.OpenRemovals(s.Config.Folders.Data)}
	tenures := tenure.Machine{
		Access: tenure.Access{JS: access.JS, Self: access.Self, Trust: access.Trust, TTL: s.Config.Reach.Lease},
		Runs:   s.Runs, Sent: journey.OpenArrivals(s.Config.Folders.Data).Sent,
		Failed: p.Term.Reporter(),
	}
	var working sync.WaitGroup
	working.Go(func() { tenures.Serve(ctx) })
	working.Go(func() { journals.Serve(ctx, p.Term.Reporter()) })
	working.Go(func() { workerOf(p, s, access, known, o).Serve(ctx) })
	working.Go(func() { tell(ctx, s, access, known, p.Term.Reporter()) })
	return func() {
		stop()
		working.Wait()
	}
}

func serveErrands(ctx context.Context, p *setup.Process, lets others, l net.Listener, audit func(guard.Act)) error {
	return errand.Serve(ctx, l, errand.Options{
		Program: func(peer member.Peer, r errand.Request) (errand.Program, error) { return programFor(p, lets, peer, r) },
		Did: func(peer member.Peer, r errand.Request, e errand.End) {
			status := e.Code
			if e.Problem != "" {
				status = failure.Failed
			}
			audit(guard.Act{Time: time.Now().UTC(), Key: peer.Name, Act: strings.Join(r.Args[:min(1, len(r.Args))], ""),
				Object: strings.TrimSpace(object(r) + " " + allowed(r.Args)), Status: status})
		},
	})
}

// object is what an errand was about, without the words of a prompt.
func object(r errand.Request) string {
	if len(r.Args) < 2 || strings.ContainsAny(r.Args[1], " \n") || len(r.Args[1]) > 100 {
		return ""
	}
	return r.Args[1]
}

// programFor is this program, which carries out a verb for another machine in the user's home.
func programFor(p *setup.Process, lets others, peer member.Peer, r errand.Request) (errand.Program, error) {
	peer, err := lets.may(peer, r)
	if err != nil {
		return errand.Program{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return errand.Program{}, fmt.Errorf("find stead itself: %w", err)
	}
	if !machines.IsLook(r) {
		p.Term.Note("%s: %s", peer.Name, said(r))
	}
	env := append(environment(p), "TERM="+r.Term, machines.Errand+"="+peer.Name, machines.Self+"="+lets.self)
	if !peer.Has(member.Operator) {
		env = append(env, machines.Viewer+"=1")
	}
	if r.Columns > 0 {
		env = append(env, "COLUMNS="+strconv.Itoa(r.Columns))
	}
	return errand.Program{Path: self, Args: r.Args, Env: env, Dir: p.Home()}, nil
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
