package replica_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/replica"
)

// TestAClusterLosesAServer kills one of three servers, the one that leads the journals or another one. Then it comes
// back.
func TestAClusterLosesAServer(t *testing.T) {
	t.Parallel()
	for name, isVictim := range map[string]func(h *hub, leader string) bool{
		"leader":   func(h *hub, leader string) bool { return h.Name == leader },
		"follower": func(h *hub, leader string) bool { return h.Name != leader },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) {
				servers, urls := cluster(t)
				ms := team(t, urls, urls)
				j := ms[0].begin(t)
				_, end := ms[0].publish(t, replica.Options{})
				follower := ms[1].reads()
				write(t, j, 20)
				follower.awaits(t, func(b []byte) bool { return len(b) > 0 })
				leader := leads(t, ms[1])
				victim := servers[slices.IndexFunc(servers, func(h *hub) bool { return isVictim(h, leader) })]
				victim.kill()
				write(t, j, 20)
				follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
				victim.run()
				write(t, j, 20)
				follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
				must(t, end())
				ms[0].agree(t, follower)
			})
		})
	}
}

// leads is the name of the server that leads the journals.
func leads(t *testing.T, m *machine) (name string) {
	t.Helper()
	js, err := jetstream.New(m.conn)
	must(t, err)
	until(t, "a leader", func(ctx context.Context) error {
		s, err := js.Stream(ctx, layout.Runs)
		if err != nil {
			return err
		}
		if name = s.CachedInfo().Cluster.Leader; name == "" {
			return fmt.Errorf("nobody leads %s", layout.Runs)
		}
		return nil
	})
	return name
}

// cluster runs three servers that know each other, a process each, until the test is over.
func cluster(t testing.TB) (all []*hub, urls string) {
	var routes, at []string
	for i := range 3 {
		h := &hub{t: t, Folder: t.TempDir(), Port: hubtest.Free(t), Name: fmt.Sprint("s", i), Route: hubtest.Free(t)}
		all, at = append(all, h), append(at, h.url())
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", h.Route))
	}
	for _, h := range all {
		h.Routes = strings.Join(routes, ",")
		h.run()
		t.Cleanup(h.kill)
	}
	urls = strings.Join(at, ",")
	conn := dial(t, urls, nats.RetryOnFailedConnect(true))
	defer conn.Close()
	makeStreams(t, conn, 3)
	return all, urls
}
