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

// Hub connects the machines.
type Hub interface {
	// Names returns the names of the user's other machines that can be asked.
	Names() []string
	// Client returns a client for the API of one of them. The error says that there is no machine of that name.
	Client(name string) (*http.Client, error)
	// Seen returns when each machine was last there, by name.
	Seen(ctx context.Context) map[string]time.Time
	Close()
}

// Options configure [Others]. All fields except Every must be set.
type Options struct {
	// Connect connects to the hub. It is called again until it succeeds.
	Connect func(context.Context) (Hub, error)
	// Host is the host of the addresses that the clients call. Base begins the addresses of the API.
	Host, Base string
	// Last returns the last known sessions and runs of absent machines, by name. It updates them from the hub, unless that
	// is nil.
	Last func(context.Context, Hub) map[string]Last
	// Changed receives what has changed on the other machines. Several goroutines may call it at the same time.
	Changed func(model.Change)
	// Failed receives, once, the reason why the hub cannot be reached.
	Failed func(error)
	Now    func() time.Time
	// Every is the interval at which machines are asked. 0 means three seconds.
	Every time.Duration
}

// Last is the last known state of an absent machine: at most MostSessions of its sessions, the newest first, and its
// runs, as they were when the machine was last seen.
type Last struct {
	Sessions []model.Session
	Runs     []model.Run
	Seen     time.Time
}

const (
	// every is the interval at which machines are asked while somebody watches. A request for a list counts as watching
	// for lately.
	every  = 3 * time.Second
	lately = 15 * time.Second
	// patience is how long a machine may take for its first answer. After that it counts as away.
	patience = 2 * time.Second
	// silence is how long a machine that has answered before may be silent. Longest is the longest wait for any answer: a
	// slow machine appears when its answer comes.
	silence = 10 * time.Second
	longest = 20 * time.Second
	// retry is the delay before the next attempt to reach the hub.
	retry = 5 * time.Second
	// remind is the interval at which the data on machines that may go away is updated.
	remind = time.Minute
)

// ErrApart is the error of a request while there is no connection to the hub.
var ErrApart = errors.New("this server has no connection to the hub yet")

// Others knows the other machines. It is safe for concurrent use. A nil *Others knows none.
type Others struct {
	options Options
	demand  demand

	access   sync.Mutex
	hub      Hub
	machines map[string]*machine
	// reminded is when the data on the machines was last updated.
	reminded time.Time
}

// machine is what is known of one machine.
type machine struct {
	// client is nil while there is no hub.
	client *http.Client
	lists  lists
	// isKnown says that it has answered, or has failed to for too long. IsAsked says that a request is in progress.
	isKnown, isAway, isAsked bool
	// answered is when it last answered. Seen is when it was last there.
	answered, seen time.Time
}

// New returns Others that know no machine until [Others.Run] runs.
func New(o Options) *Others {
	o.Every = cmp.Or(o.Every, every)
	return &Others{options: o, demand: demand{now: o.Now, came: make(chan struct{}, 1)},
		machines: map[string]*machine{}}
}

// Run asks the machines, while somebody watches, until ctx ends.
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

// connect connects to the hub. It returns nil when ctx has ended.
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

// Look counts as a watcher until the returned function is called: machines are asked meanwhile.
func (o *Others) Look() (end func()) {
	if o == nil {
		return func() {}
	}
	o.demand.look(1)
	return func() { o.demand.look(-1) }
}

// due returns the machines to ask now, and marks them as asked. It removes those that have left the hub.
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

// machine returns the record of one machine.
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

// Host returns the host of the addresses that clients call.
func (o *Others) Host() string { return o.options.Host }

// Client returns a client for the API of a machine. Errors: ErrApart, and that of a name that no machine has.
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
