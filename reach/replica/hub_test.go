package replica_test

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
)

// A viewer may neither publish nor hear what is published, and follows all the same: its watchdog looks.
func TestAHubLetsNodesPublishAndViewersFollow(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	members := []member.Member{hubtest.Join(t, h, "node", member.Node), hubtest.Join(t, h, "viewer", member.Viewer)}
	peers := []member.Peer{members[0].Peer, members[1].Peer}
	var ms []*machine
	for _, m := range members {
		conn, err := link.Dial(m, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { t.Logf("%s: %v", m.Name, err) }))
		must(t, err)
		t.Cleanup(conn.Close)
		js, err := jetstream.New(conn)
		must(t, err)
		one := &machine{member: m, folder: t.TempDir(), conn: conn}
		one.keys = seal.NewKeyring(js, m, func() []member.Peer { return peers }, one.folder)
		ms = append(ms, one)
	}
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, 1, replica.Options{})
	follower := ms[1].follow(t, 0)
	write(t, j, 20)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	must(t, end())
	ms[0].sync(t, 1)
	if err := replica.New(replica.Options{Source: ms[0].source(), Journal: ms[0].journal()}).BeginNew(context.Background(), 2); !errors.Is(err, replica.ErrBegun) {
		t.Error("a run begins twice")
	}
}
