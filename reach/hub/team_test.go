package hub_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// user writes a machine as docs/hub.md has it in a server's configuration. One without roles is an account's
// administrator.
func user(m member.Member) string {
	if len(m.Roles) == 0 {
		return fmt.Sprintf("{ nkey: %s }", m.Key)
	}
	may := register.PermissionsOf(m.Peer)
	answers := ""
	if may.Answers {
		answers = `allow_responses: { max: 1, expires: "1m" }`
	}
	return fmt.Sprintf("{ nkey: %s, permissions: { publish: { allow: %s }, subscribe: { allow: %s }, %s } }", m.Key,
		list(may.Publish), list(may.Subscribe), answers)
}

func list(subjects []string) string { return `["` + strings.Join(subjects, `", "`) + `"]` }

// tenant makes the members of an account: its administrator, a node and a viewer, all of a user Ann.
func tenant(t *testing.T) (admin, node, viewer member.Member) {
	t.Helper()
	admin = must[member.Member](t)(member.New("admin", "ann"))
	node = must[member.Member](t)(member.New("builder", "ann"))
	viewer = must[member.Member](t)(member.New("phone", "ann"))
	node.Roles, viewer.Roles = []member.Role{member.Node}, []member.Role{member.Viewer}
	return admin, node, viewer
}

// team runs a server with two accounts, and returns its address.
func team(t *testing.T, first, second []member.Member) string {
	t.Helper()
	users := func(all []member.Member) string {
		texts := make([]string, len(all))
		for i, m := range all {
			texts[i] = user(m)
		}
		return "{ jetstream: { max_file: 1G }, users: [ " + strings.Join(texts, ",\n") + " ] }"
	}
	path := filepath.Join(t.TempDir(), "server.conf")
	text := fmt.Sprintf(
		"listen: 127.0.0.1:-1\njetstream { store_dir: %q, max_file_store: 4G, sync_interval: always }\naccounts {\nTEAM %s\nOTHER %s\n}\n",
		t.TempDir(), users(first), users(second))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o := must[*server.Options](t)(server.ProcessConfigFile(path))
	o.NoSigs, o.NoLog = true, true
	s := must[*server.Server](t)(server.NewServer(o))
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(longTime) {
		t.Fatal("the team's server does not start")
	}
	return s.ClientURL()
}

// enter connects to a team's server, in the clear.
func enter(t *testing.T, at string, m member.Member) *nats.Conn {
	t.Helper()
	conn := must[*nats.Conn](t)(nats.Connect(at, link.Signed(m.Key, m.Seed),
		nats.CustomInboxPrefix(layout.InboxPrefix(m.Key)), quiet))
	t.Cleanup(conn.Close)
	return conn
}

func TestTenantsShareNothing(t *testing.T) {
	t.Parallel()
	admin, node, viewer := tenant(t)
	otherAdmin, otherNode, otherViewer := tenant(t)
	at := team(t, []member.Member{admin, node, viewer}, []member.Member{otherAdmin, otherNode, otherViewer})
	limits := layout.Limits{Store: 1 << 29, Replicas: 1}
	for _, a := range []member.Member{admin, otherAdmin} {
		ctx, js := streamed(t, enter(t, at, a))
		if err := layout.Make(ctx, js, limits); err != nil {
			t.Fatal(err)
		}
	}
	ctx, js := streamed(t, enter(t, at, node))
	run := layout.RunSubject("ann", node.Key, "r")
	must[*jetstream.PubAck](t)(js.Publish(ctx, run, []byte("entry")))
	_, own := streamed(t, enter(t, at, viewer))
	s := must[jetstream.Stream](t)(own.Stream(ctx, layout.Runs))
	must[*jetstream.RawStreamMsg](t)(s.GetLastMsgForSubject(ctx, run))
	_, others := streamed(t, enter(t, at, otherViewer))
	s = must[jetstream.Stream](t)(others.Stream(ctx, layout.Runs))
	if m, err := s.GetLastMsgForSubject(ctx, run); err == nil {
		t.Errorf("the other tenant reads %q", m.Data)
	}
	conn := enter(t, at, viewer)
	if err := conn.Publish(run, nil); err != nil || !refused(t, conn, run) {
		t.Errorf("a viewer writes a run: %v", err)
	}
}
