// Package cluster lets a hub use a team's cluster of NATS servers. The servers' administrator decides who may connect:
// the hub writes the text that belongs into their configuration.
package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// How long the servers may take to agree on a leader or to answer, and how long the hub waits before it tries again.
const (
	startup  = time.Minute
	patience = 10 * time.Second
	again    = time.Second
)

// Place says where the servers are.
type Place struct {
	// URL has the addresses of the servers, separated by commas: tls://HOST:PORT.
	URL string
	// Pin is of the authority that signs the servers' certificates: see [link.Pin]. Empty: the system's authorities and
	// the servers' names decide.
	Pin string
}

// Cluster is one that a hub keeps.
type Cluster struct {
	place     Place
	users     string // the file for the servers' configuration
	authority string // the hash of the hub's own one, by which machines know the roster
	keys      keys
	// key and lines are the public ones of keys.
	key, lines string
	failed     func(error)
	js         jetstream.JetStream
}

// Open reads what the hub in a folder is at its cluster, or makes it. Authority is the hash of the hub's own authority.
// Failed is told what the hub waits for.
func Open(at Place, folder, authority string, failed func(error)) (c *Cluster, err error) {
	c = &Cluster{place: at, users: filepath.Join(folder, usersFile), authority: authority, failed: failed}
	if c.keys, err = openKeys(folder); err != nil {
		return nil, err
	}
	if c.key, err = member.PublicKey(c.keys.Hub); err == nil {
		c.lines, err = member.PublicKey(c.keys.Lines)
	}
	if err != nil {
		return nil, fmt.Errorf("read the hub's key: %w", err)
	}
	return c, nil
}

// Connect writes who may connect, and connects the hub. It waits for a cluster that is away or does not know the hub
// yet. It says what it waits for, again when that changes.
func (c *Cluster) Connect(ctx context.Context, r register.Register) (*nats.Conn, error) {
	if err := c.Admit(r); err != nil {
		return nil, err
	}
	self := member.Member{Peer: member.Peer{Name: "stead-hub", Key: c.key}, URL: c.place.URL, Pin: c.place.Pin,
		Seed: c.keys.Hub}
	for said := ""; ; {
		conn, err := link.Dial(self)
		if err == nil {
			return conn, nil
		}
		if err.Error() != said {
			said = err.Error()
			c.failed(fmt.Errorf("%w; the hub waits for the cluster, whose servers include %s", err, c.users))
		}
		if err := pass(ctx, again); err != nil {
			return nil, err
		}
	}
}

// Fill makes the streams and buckets. The servers may have to agree on a leader first.
func (c *Cluster) Fill(ctx context.Context, js jetstream.JetStream, limits layout.Limits) error {
	c.js = js
	end := time.Now().Add(startup)
	for {
		err := layout.Make(ctx, js, limits)
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

// Has reports whether a machine says that it is there, as nodes do.
func (c *Cluster) Has(p member.Peer) bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	leases, err := layout.Bucket(ctx, c.js, layout.Leases)
	if err != nil {
		return false
	}
	_, err = leases.Get(ctx, layout.MachineLease(p.Name))
	return err == nil
}

// Copies are none: a cluster does not tell who is connected.
func (c *Cluster) Copies() map[string][]string { return nil }

// Pending says what the cluster's administrator has to do before the servers know who may connect.
func (c *Cluster) Pending() string {
	return "the cluster's servers have loaded " + c.users + " anew"
}

// Key is the hub's own public key.
func (c *Cluster) Key() string { return c.key }

// Line completes a line of the hub: by what everybody enters the cluster, and whose word counts there.
func (c *Cluster) Line(l member.Line) member.Line {
	l.Pin, l.Authority, l.Enter = c.place.Pin, c.authority, c.keys.Lines
	return l
}

// URL is where machines find the servers.
func (c *Cluster) URL() string { return c.place.URL }

// Address is empty: the hub does not listen.
func (c *Cluster) Address() string { return "" }

// Close does nothing: the servers are the team's.
func (c *Cluster) Close() {}
