package hub_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/owner"
)

func TestRevokedMachineIsCutOffAndOthersStay(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	lost := hubtest.Join(t, h, "lost", member.Node)
	cut, disturbed := make(chan struct{}), make(chan struct{}, 100)
	dial(t, lost, nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(cut) }))
	var others []*nats.Conn
	for _, name := range []string{"one", "two", "three"} {
		m := hubtest.Join(t, h, name, member.Node)
		others = append(others, dial(t, m, nats.DisconnectErrHandler(func(*nats.Conn, error) { disturbed <- struct{}{} })))
	}
	at := time.Now()
	if err := h.Revoke("Lost"); err != nil {
		t.Fatal(err)
	}
	await(t, cut, "it is still connected")
	if took := time.Since(at); took > 2*time.Second {
		t.Errorf("it was cut off after %s", took)
	}
	if _, err := link.Dial(lost); !errors.Is(err, link.ErrRefused) {
		t.Errorf("again, it is %v", err)
	}
	hubtest.Join(t, h, "four", member.Viewer) // another reload
	for _, conn := range others {
		if err := conn.FlushTimeout(5 * time.Second); err != nil || conn.Reconnects != 0 {
			t.Errorf("another one is disturbed: %v", err)
		}
	}
	if len(disturbed) > 0 {
		t.Errorf("%d times another one was cut off", len(disturbed))
	}
	h = hubtest.Again(t, h)
	if _, err := link.Dial(lost); !errors.Is(err, link.ErrRefused) {
		t.Errorf("after a restart, it is %v", err)
	}
	isForgotten(t, h, "lost")
}

func isForgotten(t *testing.T, h *hub.Hub, name string) {
	t.Helper()
	kv, err := h.JetStream().KeyValue(t.Context(), layout.Machines)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := kv.Get(t.Context(), layout.Token(name)); err == nil {
		t.Errorf("the others are told of %s", e.Value())
	}
}

func TestUnknownMachineIsNotRevoked(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	hubtest.Join(t, h, "laptop", member.Node)
	if err := h.Revoke("desk"); !errors.Is(err, hub.ErrUnknown) || !strings.Contains(err.Error(), "laptop") {
		t.Errorf("it says %v", err)
	}
}

func TestHubWritesDownWhatItDoes(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	hubtest.Join(t, h, "laptop", member.Node)
	if err := h.Revoke("laptop"); err != nil { // waits for the join to be over
		t.Fatal(err)
	}
	s, err := h.JetStream().Stream(t.Context(), layout.Audit)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range []string{"invite", "join", "revoke"} {
		if _, err := s.GetLastMsgForSubject(t.Context(), layout.AuditSubject("hub", act)); err != nil {
			t.Errorf("%s: %v", act, err)
		}
	}
	if err := s.Purge(t.Context()); err == nil {
		t.Error("the hub itself can purge the audit")
	}
	if err := s.DeleteMsg(t.Context(), 1); err == nil {
		t.Error("the hub itself can delete from the audit")
	}
}

// TestMachineThatLeavesFreesItsName has a machine leave and another one join under its name. A word that it leaves
// which somebody else has signed, or which it has signed about something else, does nothing.
func TestMachineThatLeavesFreesItsName(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, other := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "other", member.Operator)
	subject := layout.LeaveSubject(desk.Key)
	forged, err := other.Sign([]byte(subject))
	if err != nil {
		t.Fatal(err)
	}
	about, err := desk.Sign([]byte("something else"))
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range [][]byte{forged, about, nil} {
		if err := h.JetStream().Conn().Publish(subject, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.JetStream().Conn().Flush(); err != nil {
		t.Fatal(err)
	}
	dial(t, desk).Close()
	if err := link.Leave(t.Context(), desk); err != nil {
		t.Fatal(err)
	}
	if _, err := link.Dial(desk); !errors.Is(err, link.ErrRefused) {
		t.Errorf("then its key is %v", err)
	}
	hubtest.Join(t, h, "desk", member.Viewer)
	if err := link.Leave(t.Context(), desk); !errors.Is(err, link.ErrRefused) {
		t.Errorf("once more it leaves with %v", err)
	}
}

// TestHubNamesAMachineWhoseHomeWasCopied connects two nodes with one key.
func TestHubNamesAMachineWhoseHomeWasCopied(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk := hubtest.Join(t, h, "desk", member.Node)
	nodes := func() []string {
		all := h.Machines()
		return all[slices.IndexFunc(all, func(m owner.Machine) bool { return m.Name == "desk" })].Nodes
	}
	asNode := nats.Name(layout.NodeConnection + "desk")
	dial(t, desk, asNode)
	dial(t, desk) // a command of the same machine
	if got := nodes(); got != nil {
		t.Errorf("one node is %q", got)
	}
	dial(t, desk, asNode)
	if got := nodes(); !slices.Equal(got, []string{"127.0.0.1", "127.0.0.1"}) {
		t.Errorf("two nodes are %q", got)
	}
}
