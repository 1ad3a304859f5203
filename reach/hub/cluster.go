package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"stead/internal/sys/regular"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// Cluster says where a team's servers are. Their administrator decides who may connect: the hub writes what belongs
// into their configuration.
type Cluster struct {
	// URL has the addresses of the servers, separated by commas: tls://HOST:PORT. Empty: the hub runs a server of its own.
	URL string
	// Pin is of the authority that signs the servers' certificates: see [link.Pin]. Empty: the system's authorities and
	// the servers' names decide.
	Pin string
}

// clusterKeys are the nkeys by which a cluster knows the hub, and everybody who has a line: a hub cannot have it take
// in a key for each line.
type clusterKeys struct {
	Hub   string `json:"hub"`
	Lines string `json:"lines"`
}

// openClusterKeys reads the keys of a folder, or makes them: they stand in the servers' configuration, so they stay.
func openClusterKeys(folder string) (keys clusterKeys, err error) {
	path := filepath.Join(folder, "cluster.json")
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeClusterKeys(path)
	}
	if err == nil {
		err = json.Unmarshal(content, &keys)
	}
	if err != nil {
		return keys,
			fmt.Errorf(
				"read the hub's keys at the cluster %s: %w; bring the file back from a backup, or remove it and have the cluster load %s anew", path, err, usersFile)
	}
	return keys, nil
}

func makeClusterKeys(path string) (keys clusterKeys, err error) {
	for _, seed := range []*string{&keys.Hub, &keys.Lines} {
		if _, *seed, err = newKey(); err != nil {
			return keys, err
		}
	}
	content, err := json.Marshal(keys)
	if err != nil {
		return keys, err
	}
	if err := write(path, content); err != nil {
		return keys, fmt.Errorf("keep the hub's keys at the cluster: %w", err)
	}
	return keys, nil
}

// newKey makes an nkey.
func newKey() (public, seed string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	defer pair.Wipe()
	secret, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return public, string(secret), err
}

// publicKey returns the public half of an nkey.
func publicKey(seed string) (string, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return "", fmt.Errorf("read the hub's key: %w", err)
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// readCluster reads what the hub is at its cluster.
func (h *Hub) readCluster() error {
	keys, err := openClusterKeys(h.folder)
	if err != nil {
		return err
	}
	h.seed, h.joining = keys.Hub, keys.Lines
	if h.key, err = publicKey(h.seed); err != nil {
		return err
	}
	return h.admit(h.register)
}

// again is how long the hub waits before it tries once more to enter the cluster.
const again = time.Second

// enter connects to the cluster, and waits for one that is away or does not know the hub yet. It says what it waits
// for, again when that changes.
func (h *Hub) enter(ctx context.Context) (*nats.Conn, error) {
	self := member.Member{Peer: member.Peer{Name: "stead-hub", Key: h.key}, URL: h.cluster.URL, Pin: h.cluster.Pin,
		Seed: h.seed}
	for said := ""; ; {
		conn, err := link.Dial(self)
		if err == nil {
			return conn, nil
		}
		if err.Error() != said {
			said = err.Error()
			h.failed(fmt.Errorf("%w; the hub waits for the cluster, whose servers include %s", err, h.usersPath()))
		}
		if err := pass(ctx, again); err != nil {
			return nil, err
		}
	}
}

// fill makes the streams and buckets. The servers of a cluster may have to agree on a leader first.
func (h *Hub) fill(ctx context.Context) error {
	if h.cluster.URL == "" {
		if err := layout.Make(ctx, h.js, h.limits); err != nil {
			return err
		}
		return h.reoffer(ctx)
	}
	end := time.Now().Add(startup)
	for {
		err := layout.Make(ctx, h.js, h.limits)
		if err == nil || time.Now().After(end) {
			return err
		}
		if err := pass(ctx, again); err != nil {
			return err
		}
	}
}

// pass lets some time pass, unless ctx ends.
func pass(ctx context.Context, some time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(some):
		return nil
	}
}

// isThere reports whether a machine says at the cluster that it is there, as nodes do.
func (h *Hub) isThere(p member.Peer) bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	leases, err := layout.Bucket(ctx, h.js, layout.Leases)
	if err != nil {
		return false
	}
	_, err = leases.Get(ctx, layout.MachineLease(p.Name))
	return err == nil
}

// afterRevoking says what the hub cannot do itself.
func (h *Hub) afterRevoking() string {
	if h.cluster.URL == "" {
		return ""
	}
	return "it can connect until the cluster's servers have loaded " + h.usersPath() + " anew"
}
