package others

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/ui/model"
)

// Hub is where the machines meet.
type Hub interface {
	// Names are those of the user's other machines that can be asked.
	Names() []string
	// Client calls the API of one of them. The error says that there is none of that name.
	Client(name string) (*http.Client, error)
	// Seen says when machines were last there, by their names.
	Seen(ctx context.Context) map[string]time.Time
	Close()
}

// Options say who is asked. All fields must be set.
type Options struct {
	// Connect connects to the hub. It is tried again until it succeeds.
	Connect func(context.Context) (Hub, error)
	// Host is that of the addresses that the clients call, Base begins those of the API.
	Host, Base string
	// Last returns what is known of the sessions and runs of machines that are away, by their names, brought up to date by
	// the hub unless that is nil.
	Last func(context.Context, Hub) map[string]Last
	// Changed is told what has changed on the other machines. It may be called by several goroutines at once.
	Changed func(model.Change)
	// Failed gets why the hub cannot be reached, once.
	Failed func(error)
	Now    func() time.Time
	// Every is how often machines are asked. 0: every three seconds.
	Every time.Duration
}

// Last is what is known of a machine that is away: at most MostSessions of its sessions, the newest first, and its
// runs, as they were when it was last seen.
type Last struct {
	Sessions []model.Session
	Runs     []model.Run
	Seen     time.Time
}

const (
	// every is how often machines are asked while somebody looks, lately how long somebody looks who has asked for a list.
	every  = 3 * time.Second
	lately = 15 * time.Second
	// patience is how long a machine may take that has not answered yet. It is away then.
	patience = 2 * time.Second
	// silence is how long one that has answered may be silent, longest how long an answer is waited for at all: a slow
	// machine is shown when it comes.
	silence = 10 * time.Second
	longest = 20 * time.Second
	// retry is how long after a failure the hub is tried again.
	retry = 5 * time.Second
	// remind is how often what is known of machines that may be away is brought up to date.
	remind = time.Minute
)

// ErrApart says that nobody can be asked.
var ErrApart = errors.New("this server has no connection to the hub yet")

// Others knows the other machines. It is safe for use by several goroutines. A nil one knows none.
type Others struct {
	options Options
	demand  demand

	access   sync.Mutex
	hub      Hub
	machines map[string]*machine
	// reminded is when what is known of machines was last brought up to date.
	reminded time.Time
}

// machine is what is known of one.
type machine struct {
	// client is nil as long as there is no hub.
	client *http.Client
	lists  lists
	// isKnown says that it has answered, or has not for too long; isAsked that an answer is on its way.
	isKnown, isAway, isAsked bool
	// answered is when it has last answered, seen when it was last there.
	answered, seen time.Time
}

// New returns what knows no machine before [Others.Run].
func New(o Options) *Others {
	o.Every = cmp.Or(o.Every, every)
	return &Others{options: o, demand: demand{now: o.Now, came: make(chan struct{}, 1)},
		machines: map[string]*machine{}}
}

// Run asks the machines, while somebody looks, until ctx ends.
func (o *Others) Run(ctx context.Context) {
	hub := o.connect(ctx)
	if hub == nil {
		return
	}
	defer o.leave()
	var asking sync.WaitGroup
	defer asking.Wait()
	tick := time.NewTicker(o.options.Every)
	defer tick.Stop()
	for ctx.Err() == nil {
		if o.demand.isThere() {
			for _, name := range o.due() {
				asking.Go(func() { o.ask(ctx, name) })
			}
			if o.isForgetful() {
				asking.Go(func() { o.options.Last(ctx, hub) })
			}
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-o.demand.came:
		}
	}
}

// connect connects to the hub. It is nil when ctx has ended.
func (o *Others) connect(ctx context.Context) Hub {
	for hasFailed := false; ctx.Err() == nil; hasFailed = true {
		within, cancel := context.WithTimeout(ctx, patience)
		hub, err := o.options.Connect(within)
		cancel()
		if err == nil {
			o.access.Lock()
			defer o.access.Unlock()
			o.hub = hub
			return hub
		}
		if !hasFailed && ctx.Err() == nil {
			o.options.Failed(err)
			o.recall(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retry):
		}
	}
	return nil
}

// leave ends all connections.
func (o *Others) leave() {
	o.access.Lock()
	defer o.access.Unlock()
	for _, m := range o.machines {
		m.close()
	}
	o.hub.Close()
	o.hub = nil
}

// Look has machines asked until the function that it returns is called.
func (o *Others) Look() (end func()) {
	if o == nil {
		return func() {}
	}
	o.demand.look(1)
	return func() { o.demand.look(-1) }
}

// due are the machines that are to be asked now, which counts as done. Those that have left the hub are forgotten.
func (o *Others) due() (names []string) {
	o.access.Lock()
	defer o.access.Unlock()
	all := o.hub.Names()
	for name, m := range o.machines {
		if !slices.Contains(all, name) {
			m.close()
			delete(o.machines, name)
		}
	}
	for _, name := range all {
		if m, err := o.machine(name); err == nil && !m.isAsked {
			m.isAsked = true
			names = append(names, name)
		}
	}
	return names
}

// machine returns what is known of one.
func (o *Others) machine(name string) (*machine, error) {
	m, ok := o.machines[name]
	if ok && m.client != nil {
		return m, nil
	}
	client, err := o.hub.Client(name)
	if err != nil {
		return nil, err
	}
	if !ok {
		m = &machine{}
		o.machines[name] = m
	}
	m.client = client
	return m, nil
}

// close ends the connections to a machine.
func (m *machine) close() {
	if m.client != nil {
		m.client.CloseIdleConnections()
	}
}

// Host is that of the addresses that clients call.
func (o *Others) Host() string { return o.options.Host }

// Client returns what calls the API of a machine. Errors: ErrApart, and that of a name that no machine has.
func (o *Others) Client(name string) (*http.Client, error) {
	o.access.Lock()
	defer o.access.Unlock()
	if o.hub == nil {
		return nil, ErrApart
	}
	for _, known := range o.hub.Names() {
		if strings.EqualFold(known, name) {
			name = known
		}
	}
	m, err := o.machine(name)
	if err != nil {
		return nil, err
	}
	return m.client, nil
}
