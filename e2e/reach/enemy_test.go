package reach_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/seal"
)

// battle is a hub with a desk and a laptop of one user, and machines that want more than they may.
type battle struct {
	hub          *place
	starts       func()
	desk, laptop *harness.Environment
	node         *harness.Process
	// builder is a node of the user, phone a viewer, stranger another user's, ghost a machine that was revoked.
	builder, phone, stranger, ghost *harness.Environment
	// record is a run of the desk that is over, journal what its machine has of it.
	record  runtest.Record
	journal string
	backup  string
}

func newBattle(t *testing.T) *battle {
	t.Helper()
	b := &battle{hub: newPlace(t), backup: filepath.Join(t.TempDir(), "backup")}
	b.starts = b.hub.startsAt(free(t))
	b.starts()
	b.desk = b.hub.machine("desk", provider.Steps(provider.Say("First."))...)
	b.node, _ = b.hub.serve(b.desk, "desk")
	b.laptop = b.hub.machine("laptop")
	b.builder, b.phone = b.hub.enemy("builder", "--role", "node"), b.hub.enemy("phone", "--role", "viewer")
	b.stranger, b.ghost = b.hub.enemy("bobs", "--user", "bob"), b.hub.enemy("ghost")
	for _, g := range []*harness.Environment{b.desk, b.laptop, b.builder, b.phone, b.stranger, b.ghost} {
		g.Patience = longest()
	}
	runtest.Exits(t, b.hub.owner.Stead("hub", "revoke", "ghost", "--folder", b.hub.folder), 0)
	runtest.Exits(t, b.desk.Stead("run", "--to", "codex", "-p", "Begin."), 0)
	b.record = runtest.OnlyRecord(t, b.desk)
	b.journal = b.record.RawJournal(t)
	reads(t, b.laptop).agrees("the hub has the run", b.record)
	b.hub.ends(syscall.SIGTERM)
	copies(t, b.hub.folder, b.backup)
	b.starts()
	return b
}

// enemy is a machine that joins by a line with these flags.
func (p *place) enemy(name string, flags ...string) *harness.Environment {
	p.t.Helper()
	g := harness.New(p.t)
	invited := p.owner.Stead(append([]string{"hub", "invite", "--folder", p.folder}, flags...)...)
	runtest.Exits(p.t, invited, 0)
	runtest.Exits(p.t, g.Stead("join", line.FindString(invited.Stdout), "--name", name), 0)
	return g
}

// faults are what happens besides.
var faults = map[string]func(t *testing.T, b *battle){
	"nothing": func(*testing.T, *battle) {},
	"the hub is killed": func(_ *testing.T, b *battle) {
		b.hub.ends(syscall.SIGKILL)
		b.starts()
	},
	"the hub is restored": func(t *testing.T, b *battle) {
		b.hub.ends(syscall.SIGKILL)
		remove(t, b.hub.folder)
		copies(t, b.backup, b.hub.folder)
		b.starts()
	},
	"the node is killed": func(t *testing.T, b *battle) {
		kill(t, b.node)
		b.node, _ = b.hub.serve(b.desk, "desk")
	},
}

// TestAnEnemyGainsNothing has a node, a viewer, another user's machine and one that was revoked do all that they can
// think of, with a client of their own, while hub and node are killed and restored. Then the desk's run is at the hub
// as its machine has it, its journal is as it was, and each machine may do what it might before.
func TestAnEnemyGainsNothing(t *testing.T) {
	t.Parallel()
	b := newBattle(t)
	names := []string{"nothing", "the hub is killed", "the hub is restored", "the node is killed"}
	for round := range hubtest.Rounds(t) {
		fault := names[rand.IntN(len(names))]
		if !t.Run(strconv.Itoa(round)+" "+fault, func(t *testing.T) {
			b.attack(t)
			faults[fault](t, b)
			b.attack(t)
			b.holds(t)
		}) {
			break
		}
	}
}

// attack has every enemy try everything.
func (b *battle) attack(t *testing.T) {
	for _, g := range []*harness.Environment{b.builder, b.phone, b.stranger} {
		m := memberOf(t, g)
		conn, err := link.Dial(m, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
		if err != nil {
			t.Fatal(err) // these may connect
		}
		b.attackAs(conn, m)
		_ = conn.Flush()
		conn.Close()
	}
	if conn, err := link.Dial(memberOf(t, b.ghost), nats.NoReconnect()); err == nil {
		conn.Close()
		t.Error("a machine that was revoked is let in")
	}
}

// attackAs publishes on all subjects that matter, and then has messages that are stored come there as answers, whose
// subjects the server does not check.
func (b *battle) attackAs(conn *nats.Conn, m member.Member) {
	desk := memberOf(b.hub.t, b.desk)
	run, key := layout.RunSubject(desk.User, desk.Key, b.record.Run), layout.Token(seal.RunName(desk.Key, b.record.Run))+
		".1"
	targets := []string{
		run, "$KV." + layout.Keys + "." + layout.KeyOf(desk.User, desk.Key, key),
		"$KV." + layout.Machines + "." + layout.Token(desk.Name), "$KV." + layout.Machines + "." + layout.Token("ghost"),
		"$KV." + layout.Machines + ".=revoked",
		layout.ClaimSubject(desk.User, b.record.Run), layout.QueueSubject(desk.User, "", "p"),
		"$KV." + layout.Leases + "." + layout.RunLease(desk.User, b.record.Run),
		"$KV." + layout.Leases + "." + layout.MachineLease(desk.Name),
		layout.SummarySubject(desk.Name, "session", "00112233445566778899aabbccddeeff"),
		layout.DialSubject(desk.Name, desk.Key),
	}
	for _, to := range targets {
		for _, header := range []nats.Header{nil, {"KV-Operation": {"DEL"}},
			{"KV-Operation": {"PURGE"}, "Nats-Rollup": {"sub"}}, {"Nats-Rollup": {"all"}}} {
			_ = conn.PublishMsg(&nats.Msg{Subject: to, Data: []byte(`{"id":"forged"}`), Header: header})
			// It stores what it wants to have answered where it may: a node in a run of its own.
			own := layout.RunSubject(m.User, m.Key, "x")
			_ = conn.PublishMsg(&nats.Msg{Subject: own, Data: []byte(`{"id":"forged"}`), Header: header})
			for _, stored := range []string{own, run} {
				_ = conn.PublishRequest("$JS.API.DIRECT.GET."+layout.Runs+"."+stored, to, nil)
			}
		}
	}
	_ = conn.Flush()
}

// holds checks rights and data.
func (b *battle) holds(t *testing.T) {
	runtest.Eventually(t, "the laptop sees the desk", func() bool {
		listed := b.laptop.Stead("ps", "--all", "--on", "desk")
		return listed.Code == 0 && strings.Contains(listed.Stdout, "codex")
	})
	reads(t, b.laptop).agrees("the hub has the run as its machine has it", b.record)
	if now := b.record.RawJournal(t); now != b.journal {
		t.Errorf("the desk's journal is another one:\n%s", now)
	}
	for _, c := range []struct {
		who  *harness.Environment
		line []string
		may  bool
	}{
		{b.phone, []string{"ps", "--all", "--on", "desk"}, true}, {b.phone, []string{"rm", "desk/" + b.record.Run}, false},
		{b.builder, []string{"ps", "--all", "--on", "desk"}, false},
		{b.stranger, []string{"ps", "--all", "--on", "desk"}, false},
		{b.ghost, []string{"ps", "--all", "--on", "desk"}, false},
	} {
		if result := c.who.Stead(c.line...); (result.Code == 0) != c.may {
			t.Errorf("stead %s exits with %d: %s%s", strings.Join(c.line, " "), result.Code, result.Stdout, result.Stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(runtest.RunsFolder(b.desk), b.record.Run)); err != nil {
		t.Errorf("the run is gone: %v", err)
	}
}
