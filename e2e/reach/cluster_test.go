package reach_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
)

// servers are the three of a team's cluster, by their names.
type servers struct {
	t       *testing.T
	folders map[string]string
	running map[string]*harness.Process
	urls    []string
	pin     string
}

// openCluster runs a cluster until the test is over, and a hub that keeps it.
func openCluster(t *testing.T) (*place, *servers) {
	t.Helper()
	p := newPlace(t)
	c := &servers{t: t, folders: map[string]string{}, running: map[string]*harness.Process{}}
	p.admit = func(g *harness.Environment) {
		c.load(p.folder)
		c.awaits(g)
	}
	c.start(p)
	for _, at := range c.urls { // before that, a signal ends a server
		runtest.Eventually(t, "a server is there", func() bool {
			conn, err := net.Dial("tcp", strings.TrimPrefix(at, "tls://"))
			if err == nil {
				_ = conn.Close()
			}
			return err == nil
		})
	}
	p.start("--nats", strings.Join(c.urls, ","), "--nats-pin", c.pin, "--store-gb", "1")
	runtest.Eventually(t, "the hub says who may connect", func() bool {
		_, err := os.Stat(filepath.Join(p.folder, "users.conf"))
		return err == nil
	})
	c.load(p.folder)
	p.awaitHub()
	return p, c
}

// start starts the servers. Nobody can enter them yet.
func (c *servers) start(p *place) {
	c.t.Helper()
	program, err := harness.NATSBinary()
	if err != nil {
		c.t.Fatal(err)
	}
	folder := c.t.TempDir()
	certificate, key, pin := hubtest.Certificate(c.t, folder)
	c.pin = pin
	var routes []string
	for range 3 {
		routes = append(routes, free(c.t))
	}
	for i, route := range routes {
		name, at := fmt.Sprint("nats-", i), free(c.t)
		c.folders[name] = filepath.Join(folder, name)
		c.urls = append(c.urls, "tls://"+at)
		write(c.t, filepath.Join(c.folders[name], "users.conf"), "users: [{ user: nobody, password: nothing }]\n")
		write(c.t, filepath.Join(c.folders[name], "server.conf"), fmt.Sprintf(`server_name: %s
listen: %q
tls { cert_file: %q, key_file: %q, min_version: "1.3", handshake_first: true }
cluster { name: team, listen: %q, routes: ["nats://%s"] }
jetstream { store_dir: %q, max_file_store: 4G, sync_interval: always }
accounts { TEAM { jetstream: { max_file: 4G }
include users.conf
} }
`, name, at, certificate, key, route, strings.Join(routes, `", "nats://`), filepath.Join(c.folders[name], "store")))
		c.running[name] = p.owner.Start(program, "-c", filepath.Join(c.folders[name], "server.conf"))
	}
	c.t.Cleanup(c.tell)
}

// tell says what the servers had to say when the test has failed.
func (c *servers) tell() {
	if !c.t.Failed() {
		return
	}
	for name, process := range c.running {
		_ = process.Signal(syscall.SIGKILL) // it may be gone
		said, err := process.Wait()
		c.t.Logf("%s ended with %v and said\n%s", name, err, said.Stderr[max(0, len(said.Stderr)-4<<10):])
	}
}

// free is an address at which nobody listens. No connection gets its port by itself.
func free(t *testing.T) string {
	t.Helper()
	return fmt.Sprint("127.0.0.1:", hubtest.Free(t))
}

// load does what the cluster's administrator does when the hub has written who may connect.
func (c *servers) load(hub string) {
	c.t.Helper()
	users := read(c.t, filepath.Join(hub, "users.conf"))
	for name, process := range c.running {
		write(c.t, filepath.Join(c.folders[name], "users.conf"), users)
		if err := process.Signal(syscall.SIGHUP); err != nil {
			c.t.Fatal(err)
		}
	}
}

// awaits waits until a machine that has joined can connect to each server.
func (c *servers) awaits(g *harness.Environment) {
	c.t.Helper()
	m, err := member.Load(filepath.Dir(runtest.RunsFolder(g)))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, m.URL = range c.urls {
		runtest.Eventually(c.t, "a server knows "+m.Name, func() bool {
			conn, err := link.Dial(m)
			if err == nil {
				conn.Close()
			}
			return err == nil
		})
	}
}

// kill kills a server.
func (c *servers) kill(name string) {
	c.t.Helper()
	if c.running[name] == nil {
		c.t.Fatalf("%q is none of the servers", name)
	}
	if err := c.running[name].Signal(syscall.SIGKILL); err != nil {
		c.t.Fatal(err)
	}
	delete(c.running, name)
}

// TestRunOutlastsTheLeaderOfItsCluster has the real Codex work while the server of a cluster is killed that leads the
// journals. Its run goes on to its end, and then in the real Claude Code on another machine.
func TestRunOutlastsTheLeaderOfItsCluster(t *testing.T) {
	t.Parallel()
	hub, cluster := openCluster(t)
	hold := provider.NewHold()
	shell := harness.Of("codex").Tools
	desk := hub.node("desk", provider.Steps(provider.Reply{Calls: []provider.ToolCall{shell.Run("echo begun")}},
		provider.Reply{Text: "It is done.", Hold: hold})...)
	laptop := hub.machine("laptop", provider.Steps(provider.Say("I go on here."))...)
	session := desk.Place("claude", "text")
	sees(t, laptop, "desk")
	runtest.Exits(t, desk.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", "Work.", "--allow", "all", "-d"), 0)
	runtest.Reached(t, desk, hold)
	record := runtest.OnlyRecord(t, desk)
	r := reads(t, laptop)
	runtest.Eventually(t, "the cluster has it", func() bool {
		text, err := r.has(record.Run)
		return err == nil && strings.Contains(text, "echo begun")
	})
	cluster.kill(r.leader())
	hold.Release()
	runtest.Eventually(t, "the run is over", func() bool { return runtest.OnlyRecord(t, desk).Status == "completed" })
	r.agrees("the cluster has all of it", record)

	runtest.Exits(t, laptop.Stead("run", "--from", "desk/run:"+record.Run, "--to", "claude", "-p", "Go on.", "--cwd",
		laptop.Work), 0)
	conversation := runtest.Conversation(laptop, "claude", laptop.Turns()[0])
	for _, want := range []string{"What is in this project?", "Work.", "echo begun", "It is done."} {
		if !strings.Contains(conversation, want) {
			t.Errorf("the model was not told %q:\n%s", want, conversation)
		}
	}
}
