package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/cluster"
	"stead/reach/hub/register"
	"stead/reach/hub/server"
	"stead/reach/layout"
	"stead/reach/owner"
)

// Options say how a hub runs.
type Options struct {
	// Folder is where the hub stores everything. It is created for its user alone.
	Folder string
	// Listen is the address at which machines connect: HOST:PORT. Port 0 takes any free one.
	Listen string
	// URL is where machines find the hub: tls://HOST:PORT. If it is empty, it is the address at which the hub listens, or
	// the machine's first address if the hub listens at all of them.
	URL string
	// Cluster makes the hub manage a team's cluster, where the machines then meet, and run no server. Listen is not used.
	Cluster cluster.Place
	// Limits limit what it stores. The zero value stands for [layout.DefaultLimits].
	Limits layout.Limits
	// Sync is the period of acknowledged data that a power cut may take from the hub. Nodes have that data, and send it
	// again. 0 means a second.
	Sync time.Duration
	// Failed is called with errors that no caller gets. May be nil.
	Failed func(error)
	// Now is the clock for the expiry of lines and the start of certificates. If it is nil, the machine's clock is used.
	Now func() time.Time
}

// Hub is a running server, or the manager of a cluster's machines.
type Hub struct {
	o         Options
	lock      *flock.Flock
	authority *register.Authority
	servers   servers
	js        jetstream.JetStream
	members   *members
	repair    *repair
	owner     *owner.Server

	// closing is closed by end when the hub closes. Watching is done soon after.
	closing  chan struct{}
	end      func()
	watching sync.WaitGroup
}

// Open starts a hub. Close ends it. Errors are ErrRuns, and those of the folder, of the address, and of the server.
func Open(ctx context.Context, o Options) (*Hub, error) {
	h := &Hub{o: o.settled(), closing: make(chan struct{})}
	h.end = sync.OnceFunc(func() { close(h.closing) })
	if err := h.take(); err != nil {
		return nil, err
	}
	if err := h.start(ctx); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

func (o Options) settled() Options {
	o.Sync = cmp.Or(o.Sync, time.Second)
	if o.Limits == (layout.Limits{}) {
		o.Limits = layout.DefaultLimits()
	}
	if o.Failed == nil {
		o.Failed = func(error) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// ErrRuns says that another process has a hub in the folder.
var ErrRuns = errors.New("another hub runs in this folder")

// take takes the folder for this hub.
func (h *Hub) take() error {
	if err := os.MkdirAll(h.o.Folder, 0o700); err != nil {
		return fmt.Errorf("make the hub's folder: %w", err)
	}
	h.lock = flock.New(filepath.Join(h.o.Folder, "lock"), flock.SetPermissions(0o600))
	if ok, err := h.lock.TryLock(); err != nil || !ok {
		return errors.Join(fmt.Errorf("%s: %w", h.o.Folder, ErrRuns), err)
	}
	return nil
}

// start reads or creates the content of the folder, and starts the parts of the hub.
func (h *Hub) start(ctx context.Context) (err error) {
	if h.authority, err = register.OpenAuthority(h.o.Folder, h.o.Now()); err != nil {
		return err
	}
	known, err := register.Open(h.o.Folder)
	if err != nil {
		return err
	}
	if err = h.choose(); err != nil {
		return err
	}
	conn, err := h.servers.Connect(ctx, known)
	if err != nil {
		return err
	}
	if h.js, err = jetstream.New(conn); err != nil {
		conn.Close()
		return err
	}
	if err = h.servers.Fill(ctx, h.js, h.o.Limits); err != nil {
		return err
	}
	if err = h.open(ctx, known); err != nil {
		return err
	}
	h.owner, err = owner.Listen(h.o.Folder, h.answer)
	return err
}

// choose creates the hub's own server, or the access to a cluster.
func (h *Hub) choose() error {
	if h.o.Cluster.URL != "" {
		team, err := cluster.Open(h.o.Cluster, h.o.Folder, h.authority.Pin(), h.o.Failed)
		if err != nil {
			return err
		}
		h.servers = team
		return nil
	}
	secured, err := h.authority.Secure(h.o.Now())
	if err != nil {
		return err
	}
	own, err := server.New(server.Options{Folder: h.o.Folder, Listen: h.o.Listen, URL: h.o.URL, TLS: secured,
		Sync: h.o.Sync, Failed: h.o.Failed})
	if err != nil {
		return err
	}
	h.servers = own
	return nil
}

// open makes the hub know its machines, and receive the requests of those that join and leave.
func (h *Hub) open(ctx context.Context, known register.Register) error {
	kv, err := h.js.KeyValue(ctx, layout.Machines)
	if err != nil {
		return fmt.Errorf("open the bucket of machines: %w", err)
	}
	h.members = &members{
		folder: h.o.Folder, now: h.o.Now, failed: h.o.Failed, servers: h.servers, register: known,
		bucket: &bucket{kv, h.authority}, audit: audit{h.js, h.o.Now, h.o.Failed},
	}
	if h.repair, err = startRepair(ctx, h.members); err != nil {
		return err
	}
	door := &door{h.members, h.authority}
	if _, err := h.js.Conn().Subscribe(layout.LeaveSubjects, door.leave); err != nil {
		return err
	}
	if _, err := h.js.Conn().Subscribe(layout.JoinSubjects, door.join); err != nil {
		return err
	}
	h.watching.Go(func() { watchCopies(h.members, h.closing) })
	return nil
}

// Close ends the hub. Machines reconnect when it is back.
func (h *Hub) Close() error {
	var err error
	h.end()
	if h.owner != nil {
		err = h.owner.Close()
	}
	if h.repair != nil {
		err = errors.Join(err, h.repair.close())
	}
	h.watching.Wait()
	if h.js != nil {
		h.js.Conn().Close()
	}
	if h.servers != nil {
		h.servers.Close()
	}
	return errors.Join(err, h.lock.Unlock())
}

// URL returns where machines find the hub.
func (h *Hub) URL() string { return h.servers.URL() }

// Address returns where the hub listens: HOST:PORT. A hub that manages a cluster does not listen.
func (h *Hub) Address() string { return h.servers.Address() }

// Folder returns where the hub stores everything.
func (h *Hub) Folder() string { return h.o.Folder }

// Pin returns the hash that identifies its authority to machines: see [link.Pin].
func (h *Hub) Pin() string { return h.authority.Pin() }

// JetStream returns the hub's own connection, which may do everything.
func (h *Hub) JetStream() jetstream.JetStream { return h.js }
