package hub_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub"
	"stead/reach/hub/cluster"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
)

// foreign is a server that is not the hub's: its administrator writes its configuration.
type foreign struct {
	t       *testing.T
	path    string
	text    string
	pin     string
	program *server.Server
}

// startForeign runs one that nobody of a team can enter yet.
func startForeign(t *testing.T) *foreign {
	t.Helper()
	folder := t.TempDir()
	certificate, key, pin := hubtest.Certificate(t, folder)
	f := &foreign{t: t, path: filepath.Join(folder, "server.conf"), pin: pin}
	f.text = fmt.Sprintf(
		"listen: 127.0.0.1:-1\ntls { cert_file: %q, key_file: %q, min_version: \"1.3\", handshake_first: true }\njetstream { store_dir: %q, max_file_store: 4G }\n",
		certificate, key, filepath.Join(folder, "store"))
	f.write("users: [{ user: nobody, password: nothing }]")
	o := must[*server.Options](t)(server.ProcessConfigFile(f.path))
	o.NoSigs, o.NoLog = true, true
	f.program = must[*server.Server](t)(server.NewServer(o))
	f.program.Start()
	t.Cleanup(func() {
		f.program.Shutdown()
		f.program.WaitForShutdown()
	})
	if !f.program.ReadyForConnections(longTime) {
		t.Fatal("the server does not start")
	}
	return f
}

func (f *foreign) write(account string) {
	f.t.Helper()
	text := f.text + "accounts { TEAM { jetstream: { max_file: 4G }\n" + account + "\n} }\n"
	if err := os.WriteFile(f.path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// load does what the administrator does when the hub's file has changed.
func (f *foreign) load(h string) {
	f.t.Helper()
	users := must[[]byte](f.t)(os.ReadFile(filepath.Join(h, "users.conf")))
	if err := os.WriteFile(filepath.Join(filepath.Dir(f.path), "users.conf"), users, 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.write("include users.conf")
	if err := f.program.Reload(); err != nil {
		f.t.Fatal(err)
	}
}

func (f *foreign) url() string {
	return strings.Replace(f.program.ClientURL(), "nats://", "tls://", 1)
}

// keepForeign runs a hub that keeps the server, once the server has loaded its file.
func keepForeign(t *testing.T, f *foreign) *hub.Hub {
	t.Helper()
	folder := must[string](t)(os.MkdirTemp("", "hub")) // a test's own folder has too long a path for a socket
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	ctx, cancel := context.WithTimeout(t.Context(), longTime)
	defer cancel()
	h, err := hub.Open(ctx, hub.Options{
		Folder: folder, Cluster: cluster.Place{URL: f.url(), Pin: f.pin}, Limits: layout.Limits{Store: 1 << 28, Replicas: 1},
		Failed: func(err error) {
			if errors.Is(err, link.ErrRefused) {
				f.load(folder)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// TestMachinesJoinTheClusterOfOthers has a hub without a server wait until a server's administrator has loaded its
// file, machines join, and one be cut off. Each time the server decides by what it has loaded.
func TestMachinesJoinTheClusterOfOthers(t *testing.T) {
	t.Parallel()
	f := startForeign(t)
	h := keepForeign(t, f)
	line := invited(t, h, time.Minute)
	laptop := must[member.Member](t)(link.Join(t.Context(), line, "laptop", []string{"gpu"}))
	if laptop.User != hubtest.User || !laptop.Has(member.Node) || len(laptop.Labels) != 1 {
		t.Errorf("it is %+v", laptop.Peer)
	}
	if _, err := link.Join(t.Context(), line, "desk", nil); err == nil || err.Error() != link.ErrUsed.Error() {
		t.Errorf("with the same line it is %v", err)
	}
	lines := line
	lines.Seed = line.Enter
	others, _ := stranger(t, lines)
	for _, subject := range []string{layout.RunSubject(hubtest.User, laptop.Key, "r"),
		"$JS.API.STREAM.MSG.GET.STEAD_RUNS"} {
		if err := others.Publish(subject, nil); err != nil || !refused(t, others, subject) {
			t.Errorf("who has a line may publish %s: %v", subject, err)
		}
	}
	if _, err := link.Dial(laptop, nats.NoReconnect()); !errors.Is(err, link.ErrRefused) {
		t.Errorf("before the server has loaded the file it is %v", err)
	}
	f.load(h.Folder())
	conn := dial(t, laptop, quiet)
	ctx, js := streamed(t, conn)
	must[*jetstream.PubAck](t)(js.Publish(ctx, layout.RunSubject(hubtest.User, laptop.Key, "r"), []byte("entry")))
	if err := conn.Publish("$KV.STEAD_MACHINES.laptop", nil); err != nil ||
		!refused(t, conn, "$KV.STEAD_MACHINES.laptop") {
		t.Errorf("it writes the roster: %v", err)
	}
	known := must[*roster.Roster](t)(roster.Follow(ctx, js, laptop.Signer()))
	if p, found := known.Named("laptop"); !found || p.Key != laptop.Key {
		t.Errorf("the roster has %+v", known.All())
	}
	known.Close()

	if err := h.Revoke("laptop"); err != nil {
		t.Fatal(err)
	}
	f.load(h.Folder())
	if _, err := link.Dial(laptop, nats.NoReconnect()); !errors.Is(err, link.ErrRefused) {
		t.Errorf("afterwards it is %v", err)
	}
}

// TestRosterOfAClusterIsTheHubs has the owner of a cluster put a machine of his own into the roster. Nobody takes it
// for one.
func TestRosterOfAClusterIsTheHubs(t *testing.T) {
	t.Parallel()
	f := startForeign(t)
	h := keepForeign(t, f)
	laptop := must[member.Member](t)(link.Join(t.Context(), invited(t, h, time.Minute), "laptop", nil))
	f.load(h.Folder())
	other := hubtest.Start(t)
	forged := hubtest.Join(t, other, "tower", member.Node)
	entry := must[jetstream.KeyValueEntry](t)(must[jetstream.KeyValue](t)(
		other.JetStream().KeyValue(t.Context(), layout.Machines)).Get(t.Context(), "tower"))
	kv := must[jetstream.KeyValue](t)(h.JetStream().KeyValue(t.Context(), layout.Machines))
	ctx, js := streamed(t, dial(t, laptop))
	known := must[*roster.Roster](t)(roster.Follow(ctx, js, laptop.Signer()))
	defer known.Close()
	must[uint64](t)(kv.Put(ctx, "tower", entry.Value()))
	later := must[member.Member](t)(link.Join(t.Context(), invited(t, h, time.Minute), "zebra", nil))
	for deadline := time.Now().Add(longTime); ; time.Sleep(time.Millisecond) {
		if p, found := known.Named("zebra"); found && p.Key == later.Key {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the roster does not go on")
		}
	}
	if _, found := known.Named("tower"); found {
		t.Errorf("%s is taken for a machine", forged.Name)
	}
}
