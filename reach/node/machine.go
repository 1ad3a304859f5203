package node

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stead/catalog/listing"
	"stead/reach/errand"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/pipe"
	"stead/reach/roster"
	"stead/reach/seal"
	"stead/reach/worker"
	"stead/runs"
	"stead/ui/api/guard"
)

// Machine is this machine as a node: what it offers to the user's other machines, and what it does for them. All fields
// must be set.
type Machine struct {
	Self member.Member
	// Data is stead's data folder, Runs the folder with the records of runs.
	Data string
	Runs runs.Folder
	// Lease is how long a run that came from another machine continues without a renewal by this node.
	Lease time.Duration
	// Others says whether other machines may act here now, and whether they may look.
	Others func() (act, look bool)
	// Requests serves the HTTP API over the connections of a listener until ctx is done. Known returns a machine that has
	// joined, with its current roles here. Audit takes one act at a time.
	Requests func(ctx context.Context, l net.Listener, known Known, audit func(guard.Act)) error
	// May returns an error if a machine may not run a verb here. Program says how to run it for a machine that may.
	May     func(peer member.Peer, r errand.Request) error
	Program func(peer member.Peer, r errand.Request) (errand.Program, error)
	// Audit is called for each act of another machine, one at a time.
	Audit  func(guard.Act)
	Stores Stores
	Jobs   Jobs
	// Waits is called once with the reason why the hub is not reachable, Serves when the machine serves.
	Waits  func(error)
	Serves func()
	// Failed is called with errors that nothing else reports.
	Failed func(error)
}

// Known finds the machine with a public nkey.
type Known = func(key string) (p member.Peer, found bool)

// Stores are this machine's sessions, for the lists of other machines.
type Stores struct {
	// Rows returns all sessions in list form.
	Rows func(context.Context) ([]listing.Row, error)
	// Watch calls changed immediately, and whenever something was written into a store, until ctx is done.
	Watch func(ctx context.Context, changed func()) error
	// Mask masks secrets in a text that leaves this machine.
	Mask func(text string) string
}

// Jobs say how this machine does runs that wait for a machine. The fields are those of [worker.Machine].
type Jobs struct {
	Slots   int
	Version string
	CLIs    func() []string
	Folders func(context.Context) ([]string, error)
	Stead   func(ctx context.Context, line []string) (string, error)
}

// Serve serves other machines until ctx is done. Errors: ErrRuns; ErrLeft if the machine has left its hub; those of the
// hub if it refuses this machine.
func (m Machine) Serve(ctx context.Context) (err error) {
	lock, err := become(ctx, m.Data)
	if err != nil {
		return err
	}
	defer lock.Unlock() //nolint:errcheck // the process ends
	ctx, release := whileMember(ctx, m.Data, m.Self)
	defer release()
	defer func() {
		if errors.Is(context.Cause(ctx), ErrLeft) {
			err = ErrLeft
		}
	}()
	conn, err := m.reach(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return m.serve(ctx, conn)
}

// pause is the time between two attempts to reach the hub.
const pause = time.Second

// reach connects to the hub, and waits for a hub that is away.
func (m Machine) reach(ctx context.Context) (*nats.Conn, error) {
	for told := false; ; told = true {
		// The node receives what others publish about its runs, but not its own messages.
		conn, err := link.Dial(m.Self, nats.NoEcho(), nats.Name(layout.NodeConnection+m.Self.Name))
		if err == nil || errors.Is(err, link.ErrRefused) || errors.Is(err, link.ErrVersion) {
			return conn, err
		}
		if !told {
			m.Waits(err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// serve does errands and serves the API, over the connections of other machines, and works in the background.
func (m Machine) serve(ctx context.Context, conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	known, err := roster.FollowFrom(ctx, js, m.Self.Signer(), filepath.Join(m.Data, "reach", "revoked.json"))
	if err != nil {
		return err
	}
	defer known.Close()
	defer conn.Close() // first of all, because a hub that is away would delay the end of the roster
	keyed := limited(known.Keyed, m.Others)
	l, err := pipe.Listen(conn, m.Self, keyed)
	if err != nil {
		return err
	}
	access := worker.Access{Conn: conn, JS: js, Self: m.Self, Trust: known.Keyed,
		Keys: seal.NewKeyring(js, m.Self, known.All, m.Data)}
	defer m.work(ctx, access, known)()
	m.Serves()
	requests, errands := Split(l)
	serving, within := errgroup.WithContext(ctx)
	audit := oneAtATime(m.Audit)
	serving.Go(func() error { return m.Requests(within, requests, keyed, audit) })
	serving.Go(func() error { return errand.Serve(within, errands, m.errands(keyed, audit)) })
	return serving.Wait()
}

// limited finds machines with the roles that count here: at most what the setting for other machines allows.
func limited(known Known, others func() (act, look bool)) Known {
	return func(key string) (p member.Peer, found bool) {
		p, found = known(key)
		act, look := others()
		switch {
		case !look:
			p.Roles = nil
		case !act && (p.Has(member.Operator) || p.Has(member.Viewer)):
			p.Roles = []member.Role{member.Viewer}
		}
		return p, found
	}
}
