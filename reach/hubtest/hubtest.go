// Package hubtest runs hubs for tests: real servers, on the loopback interface, in folders of their own.
package hubtest

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"stead/reach/hub"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// User is whose the machines are that join.
const User = "ann"

const patience = 30 * time.Second

// pause is how long a machine of a test waits before it connects again.
const pause = 10 * time.Millisecond

// seldom is how often a hub of a test forces to the disk what it keeps: no test cuts the power. A server whose timer is
// over while it still makes the store has a race (nats-server 2.15.2, newFileStoreWithCreatedAndMode writes syncTmr
// without its lock).
const seldom = time.Minute

// Start runs a hub until the test is over.
func Start(t testing.TB) *hub.Hub {
	t.Helper()
	folder, err := os.MkdirTemp("", "hub") // a test's own folder has too long a path for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return Open(t, folder, fmt.Sprintf("127.0.0.1:%d", Free(t)))
}

// Open runs a hub in a folder, at an address, until the test is over. A test may close it before.
func Open(t testing.TB, folder, address string) *hub.Hub {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	h, err := hub.Open(ctx, hub.Options{
		Folder: folder, Listen: address, Limits: layout.Limits{Store: 1 << 30, Replicas: 1}, Sync: seldom,
		Failed: func(err error) { t.Log(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// Again ends a hub and runs it anew, in its folder and at its address.
func Again(t testing.TB, h *hub.Hub) *hub.Hub {
	t.Helper()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	return Open(t, h.Folder(), h.Address())
}

// Join has a machine of User's join a hub.
func Join(t testing.TB, h *hub.Hub, name string, roles ...member.Role) member.Member {
	t.Helper()
	return JoinAs(t, h, User, name, roles...)
}

// JoinAs has a machine of somebody's join a hub.
func JoinAs(t testing.TB, h *hub.Hub, user, name string, roles ...member.Role) member.Member {
	t.Helper()
	line, err := h.Invite(roles, user, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m, err := link.Join(ctx, line, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
