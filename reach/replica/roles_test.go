package replica_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
)

// members have joined a hub that checks what they may do, and know each other.
func members(t *testing.T, all ...member.Member) (ms []*machine) {
	t.Helper()
	var peers []member.Peer
	for _, m := range all {
		peers = append(peers, m.Peer)
	}
	for _, m := range all {
		conn, err := link.Dial(m)
		must(t, err)
		t.Cleanup(conn.Close)
		js, err := jetstream.New(conn)
		must(t, err)
		joined := &machine{member: m, owner: peers[0], folder: t.TempDir(), conn: conn}
		joined.keys = seal.NewKeyring(js, m, func() []member.Peer { return peers }, joined.folder)
		ms = append(ms, joined)
	}
	return ms
}

func TestAViewerFollowsAtAHubThatChecksRoles(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	ms := members(t, hubtest.Join(t, h, "laptop", member.Node), hubtest.Join(t, h, "phone", member.Viewer),
		hubtest.JoinAs(t, h, "bob", "stranger", member.Viewer))
	node, phone, stranger := ms[0], ms[1], ms[2]
	j := node.begin(t)
	_, end := node.publish(t, replica.Options{})
	follower := phone.reads()
	write(t, j, 20)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	must(t, end())
	node.agree(t, follower)
	if err := phone.conn.LastError(); err != nil {
		t.Errorf("the viewer asks for what it may not have: %v", err)
	}

	refused, cancel := context.WithTimeout(t.Context(), time.Second) // a server does not answer what it refuses
	defer cancel()
	if err := replica.New(phone.options(replica.Options{})).Begin(refused); err == nil {
		t.Error("a viewer publishes a run")
	}
	stranger.member.User = "ann" // so that it looks where ann's keys are
	js, err := jetstream.New(stranger.conn)
	must(t, err)
	looks := seal.NewKeyring(js, stranger.member, func() []member.Peer { return []member.Peer{node.member.Peer} },
		stranger.folder)
	if _, err := looks.Get(t.Context(), seal.RunName(node.member.Key, "r"), 1); err == nil ||
		errors.Is(err, seal.ErrNoKey) {
		t.Errorf("another user's machine gets the key, or it is not there: %v", err)
	}
}
