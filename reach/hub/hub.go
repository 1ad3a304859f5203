package hub

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/owner"
)

// Options are how a hub runs.
type Options struct {
	// Folder is where the hub keeps everything. It is made for its user alone.
	Folder string
	// Listen is the address at which machines connect: HOST:PORT. Port 0 takes any free one.
	Listen string
	// URL is where machines find the hub: tls://HOST:PORT. Empty: the address at which it listens, or the machine's first
	// for all of them.
	URL string
	// Cluster has the hub keep a team's cluster, where the machines meet then, and run no server. Listen is not used.
	Cluster Cluster
	// Limits bound what it keeps. The zero value stands for [layout.DefaultLimits].
	Limits layout.Limits
	// Sync is how much of what was acknowledged a power cut may take from the hub: nodes have it, and bring it again. 0: a
	// second.
	Sync time.Duration
	// Failed is told about errors that no caller gets. Nil: nobody is.
	Failed func(error)
	// Now is the clock by which lines expire and certificates begin. Nil: the machine's.
	Now func() time.Time
}

// Hub is a server that runs, or what keeps the machines of a cluster.
type Hub struct {
	folder, host string
	port         int
	url          string
	cluster      Cluster
	limits       layout.Limits
	sync         time.Duration
	failed       func(error)
	// closing is closed when the hub is, by end.
	closing chan struct{}
	end     func()
	now     func() time.Time

	authority *authority
	secured   *tls.Config
	// key and seed are the hub's own nkey: without a cluster of this start, as only its connection from within has it.
	// Joining is the seed by which everybody connects to a cluster who has a line.
	key, seed, joining string
	server             *server.Server
	conn               *nats.Conn
	js                 jetstream.JetStream
	machines           jetstream.KeyValue
	watcher            jetstream.KeyWatcher
	following          sync.WaitGroup
	owner              *owner.Server
	lock               *flock.Flock

	// changing is held while the register changes.
	changing sync.Mutex
	register register
}

// Open starts a hub. Close ends it. Errors are those of the folder, of the address, and of the server.
func Open(ctx context.Context, o Options) (*Hub, error) {
	h, err := prepare(o)
	if err != nil {
		return nil, err
	}
	if err := h.start(ctx); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// ErrRuns says that another process has a hub in the folder.
var ErrRuns = errors.New("another hub runs in this folder")

// prepare reads or makes what is in the folder.
func prepare(o Options) (*Hub, error) {
	h := &Hub{folder: o.Folder, url: o.URL, cluster: o.Cluster, limits: o.Limits, sync: cmp.Or(o.Sync, time.Second),
		failed: o.Failed, now: o.Now, closing: make(chan struct{})}
	h.end = sync.OnceFunc(func() { close(h.closing) })
	if h.limits == (layout.Limits{}) {
		h.limits = layout.DefaultLimits()
	}
	if h.failed == nil {
		h.failed = func(error) {}
	}
	if h.now == nil {
		h.now = time.Now
	}
	if h.cluster.URL == "" {
		if err := h.place(o.Listen); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(h.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the hub's folder: %w", err)
	}
	h.lock = flock.New(filepath.Join(h.folder, "lock"), flock.SetPermissions(0o600))
	if ok, err := h.lock.TryLock(); err != nil || !ok {
		return nil, errors.Join(fmt.Errorf("%s: %w", h.folder, ErrRuns), err)
	}
	if err := h.read(); err != nil {
		return nil, errors.Join(err, h.lock.Unlock())
	}
	return h, nil
}

// place finds out where to listen. The server itself would not say why it cannot.
func (h *Hub) place(address string) error {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf(
			"listen for machines: %w: another program has it, perhaps another hub; --listen takes another address", err)
	}
	if err != nil {
		return fmt.Errorf("listen for machines: %w", err)
	}
	at := l.Addr().(*net.TCPAddr)
	h.host, h.port = at.IP.String(), at.Port
	return l.Close()
}

func (h *Hub) read() (err error) {
	if h.authority, err = openAuthority(h.folder, h.now()); err != nil {
		return err
	}
	if h.secured, err = h.authority.secured(h.now()); err != nil {
		return err
	}
	if h.register, err = openRegister(h.folder); err != nil {
		return err
	}
	if h.cluster.URL != "" {
		return h.readCluster()
	}
	h.key, h.seed, err = newKey()
	return err
}

// start starts the server, and what the hub itself does there.
func (h *Hub) start(ctx context.Context) (err error) {
	if h.conn, err = h.connect(ctx); err != nil {
		return err
	}
	if h.js, err = jetstream.New(h.conn); err != nil {
		return err
	}
	if err = h.fill(ctx); err != nil {
		return err
	}
	if h.machines, err = h.js.KeyValue(ctx, layout.Machines); err != nil {
		return fmt.Errorf("open the bucket of machines: %w", err)
	}
	if err = h.tell(ctx); err != nil {
		return err
	}
	if _, err = h.conn.Subscribe(layout.LeaveSubjects, h.leave); err != nil {
		return err
	}
	if _, err = h.conn.Subscribe(layout.JoinSubjects, h.join); err != nil {
		return err
	}
	if h.server != nil {
		h.following.Go(h.watchCopies)
	}
	h.owner, err = owner.Listen(h.folder, h.answer)
	return err
}

// connect connects the hub itself: to the cluster, or to the server that it starts.
func (h *Hub) connect(ctx context.Context) (*nats.Conn, error) {
	if h.cluster.URL != "" {
		return h.enter(ctx)
	}
	if err := h.serve(); err != nil {
		return nil, err
	}
	// By itself the client waits for two seconds. A machine that is busy starts a hub all the same.
	conn, err := nats.Connect("", nats.InProcessServer(h.server), link.Signed(h.key, h.seed), nats.MaxReconnects(-1),
		nats.Timeout(startup))
	if err != nil {
		return nil, fmt.Errorf("connect to the hub's own server: %w", err)
	}
	return conn, nil
}

// Close ends the hub. Machines reconnect when it is back.
func (h *Hub) Close() error {
	var err error
	h.end()
	if h.owner != nil {
		err = h.owner.Close()
	}
	if h.watcher != nil {
		err = errors.Join(err, h.watcher.Stop())
	}
	h.following.Wait()
	if h.conn != nil {
		h.conn.Close()
	}
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	}
	return errors.Join(err, h.lock.Unlock())
}
