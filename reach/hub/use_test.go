package hub_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roster"
)

const longTime = 20 * time.Second

// streamed returns JetStream as a machine has it, and a time by which a test is over.
func streamed(t *testing.T, conn *nats.Conn) (context.Context, jetstream.JetStream) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), longTime)
	t.Cleanup(cancel)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return ctx, js
}

func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestViewerFollowsARunOfItsUsers(t *testing.T) {
	t.Parallel()
	_, keys, by := everybody(t)
	ctx, node := streamed(t, by["node"])
	must[*jetstream.PubAck](t)(node.Publish(ctx, layout.RunSubject("ann", keys["node"], "r"), []byte("entry"),
		jetstream.WithExpectLastSequencePerSubject(0)))
	_, viewer := streamed(t, by["viewer"])
	c := must[jetstream.Consumer](t)(viewer.OrderedConsumer(ctx, layout.Runs,
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{layout.RunSubject("ann", keys["node"], "r")}}))
	m := must[jetstream.Msg](t)(c.Next(jetstream.FetchContext(ctx)))
	if string(m.Data()) != "entry" {
		t.Errorf("it reads %q", m.Data())
	}
	s := must[jetstream.Stream](t)(viewer.Stream(ctx, layout.Runs))
	if last := must[*jetstream.RawStreamMsg](t)(s.GetLastMsgForSubject(ctx,
		layout.RunSubject("ann", keys["node"], "r"))); string(last.Data) != "entry" {
		t.Errorf("the last one is %q", last.Data)
	}
}

func TestNodesHoldLeasesThatOthersWatch(t *testing.T) {
	t.Parallel()
	_, _, by := everybody(t)
	ctx, node := streamed(t, by["node"])
	_, viewer := streamed(t, by["viewer"])
	w := must[jetstream.KeyWatcher](t)(must[jetstream.KeyValue](t)(viewer.KeyValue(ctx, layout.Leases)).WatchAll(ctx))
	defer w.Stop() //nolint:errcheck // the test is over
	if e := <-w.Updates(); e != nil {
		t.Fatalf("there is %s", e.Key())
	}
	leases := must[jetstream.KeyValue](t)(node.KeyValue(ctx, layout.Leases))
	must[uint64](t)(leases.Create(ctx, layout.RunLease("ann", "r"), []byte("mine"), jetstream.KeyTTL(time.Second)))
	if e := <-w.Updates(); string(e.Value()) != "mine" {
		t.Errorf("the viewer sees %q", e.Value())
	}
	if e := <-w.Updates(); e.Operation() == jetstream.KeyValuePut {
		t.Error("the lease does not end")
	}
}

func TestOperatorQueuesWorkForANode(t *testing.T) {
	t.Parallel()
	_, _, by := everybody(t)
	ctx, operator := streamed(t, by["operator"])
	must[*jetstream.PubAck](t)(operator.Publish(ctx, layout.QueueSubject("ann", "", "p"), []byte("job")))
	_, node := streamed(t, by["node"])
	c := must[jetstream.Consumer](t)(node.CreateOrUpdateConsumer(ctx, layout.Queue,
		jetstream.ConsumerConfig{Durable: "p", FilterSubject: layout.QueueSubject("ann", "", "p"),
			AckPolicy: jetstream.AckExplicitPolicy}))
	m := must[jetstream.Msg](t)(c.Next(jetstream.FetchContext(ctx)))
	if err := m.DoubleAck(ctx); err != nil || string(m.Data()) != "job" {
		t.Errorf("it gets %q, %v", m.Data(), err)
	}
}

func TestParcelsTravelFromOperatorToNode(t *testing.T) {
	t.Parallel()
	_, _, by := everybody(t)
	ctx, operator := streamed(t, by["operator"])
	want := bytes.Repeat([]byte("0123456789"), 100_000)
	there := must[jetstream.ObjectStore](t)(operator.ObjectStore(ctx, layout.Parcels))
	must[*jetstream.ObjectInfo](t)(there.PutBytes(ctx, "p", want))
	_, node := streamed(t, by["node"])
	here := must[jetstream.ObjectStore](t)(node.ObjectStore(ctx, layout.Parcels))
	if got := must[[]byte](t)(here.GetBytes(ctx, "p")); !bytes.Equal(got, want) {
		t.Errorf("%d bytes arrive", len(got))
	}
}

func TestANodeAnswersWhoDialsIt(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	phone := hubtest.Join(t, h, "phone", member.Viewer)
	node, viewer := dial(t, hubtest.Join(t, h, "desk", member.Node)), dial(t, phone)
	must[*nats.Subscription](t)(node.Subscribe(layout.DialSubjects("desk"),
		func(m *nats.Msg) { _ = m.Respond([]byte("yes")) }))
	if err := node.FlushTimeout(longTime); err != nil {
		t.Fatal(err)
	}
	if m := must[*nats.Msg](t)(viewer.Request(layout.DialSubject("desk", phone.Key), nil, longTime)); string(
		m.Data) != "yes" {
		t.Errorf("it says %q", m.Data)
	}
}

// The server does not check where answers go (2.15.2). If this test fails, it does now, and the words in package
// register may go.
func TestAnswersGoAnywhere(t *testing.T) {
	t.Parallel()
	_, keys, by := everybody(t)
	ctx, js := streamed(t, by["node"])
	run, reply := layout.RunSubject("ann", keys["node"], "r"), "stead.queue.ann.x.y"
	must[*jetstream.PubAck](t)(js.Publish(ctx, run, []byte("entry")))
	c := must[jetstream.Consumer](t)(js.CreateOrUpdateConsumer(ctx, layout.Queue,
		jetstream.ConsumerConfig{Durable: "x", FilterSubject: reply}))
	if err := by["viewer"].PublishRequest("$JS.API.DIRECT.GET."+layout.Runs+"."+run, reply, nil); err != nil {
		t.Fatal(err)
	}
	if m := must[jetstream.Msg](t)(c.Next(jetstream.FetchContext(ctx))); string(m.Data()) != "entry" {
		t.Errorf("the queue gets %q", m.Data())
	}
}

func TestForgedMachineIsNobody(t *testing.T) {
	t.Parallel()
	h, _, by := everybody(t)
	ctx, js := streamed(t, by["node"])
	r := must[*roster.Roster](t)(roster.Follow(ctx, js, h.Pin()))
	defer r.Close()
	key := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	subject := layout.SummarySubject("ann-node", "claude", "s")
	for _, name := range []string{"evil", "ann-viewer"} {
		forged := must[[]byte](t)(roster.Write(key, member.Peer{Name: name, User: "ann",
			Roles: []member.Role{member.Operator}}))
		must[*jetstream.PubAck](t)(js.Publish(ctx, subject, forged))
		seen := appears(t, h, name, string(forged))
		if err := by["node"].PublishRequest("$JS.API.DIRECT.GET."+layout.Summaries+"."+subject,
			"$KV."+layout.Machines+"."+name, nil); err != nil {
			t.Fatal(err)
		}
		await(t, seen, "it is not in the bucket, and gone from there")
		if p, found := r.Named(name); found && p.Has(member.Operator) {
			t.Errorf("the forged machine is %+v", p)
		}
		if p, err := roster.Read(forged, ""); err != nil || p.Name != name {
			t.Errorf("without a pin it is %+v, %v", p, err)
		}
	}
	isForgotten(t, h, "evil")
	if p := told(t, h, "ann-viewer"); !p.Has(member.Viewer) {
		t.Errorf("the real one is %+v", p)
	}
}

// The hub's old word for a machine that is revoked counts no more, whoever puts it there again: neither for who has
// heard of it, nor for who begins after that.
func TestRevokedMachineDoesNotComeBack(t *testing.T) {
	t.Parallel()
	h, _, by := everybody(t)
	ctx, js := streamed(t, by["node"])
	kept := filepath.Join(t.TempDir(), "revoked.json")
	r := must[*roster.Roster](t)(roster.FollowFrom(ctx, js, h.Pin(), kept))
	defer r.Close()
	bucket := must[jetstream.KeyValue](t)(h.JetStream().KeyValue(ctx, layout.Machines))
	key := layout.Token("ann-viewer")
	before := must[jetstream.KeyValueEntry](t)(bucket.Get(ctx, key)).Value()
	was, found := r.Named("ann-viewer")
	if !found {
		t.Fatal("the machine is not known")
	}
	if err := h.Revoke("ann-viewer"); err != nil {
		t.Fatal(err)
	}
	for found && ctx.Err() == nil {
		_, found = r.Named("ann-viewer")
	}
	subject := layout.SummarySubject("ann-node", "claude", "s")
	must[*jetstream.PubAck](t)(js.Publish(ctx, subject, before))
	seen := appears(t, h, key, string(before))
	if err := by["node"].PublishRequest("$JS.API.DIRECT.GET."+layout.Summaries+"."+subject,
		"$KV."+layout.Machines+"."+key, nil); err != nil {
		t.Fatal(err)
	}
	for isThere := true; isThere; {
		select {
		case <-seen:
			isThere = false
		case <-ctx.Done():
			t.Fatal("it is not in the bucket, and gone from there")
		default:
		}
		if p, found := r.Keyed(was.Key); found {
			t.Fatalf("it is back as %+v", p)
		}
	}
	// Who starts while the hub's bucket says the old word, and nothing of what is revoked, has it in its file.
	if err := h.JetStream().DeleteKeyValue(ctx, layout.Machines); err != nil {
		t.Fatal(err)
	}
	fresh := must[jetstream.KeyValue](t)(h.JetStream().CreateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: layout.Machines}))
	must[uint64](t)(fresh.Put(ctx, key, before))
	late := must[*roster.Roster](t)(roster.FollowFrom(ctx, js, h.Pin(), kept))
	defer late.Close()
	if p, found := late.Keyed(was.Key); found {
		t.Errorf("with the file it is %+v", p)
	}
}

// appears returns what is closed once the bucket of machines had a value, and has another one since.
func appears(t *testing.T, h *hub.Hub, name, value string) <-chan struct{} {
	t.Helper()
	w := must[jetstream.KeyWatcher](t)(must[jetstream.KeyValue](t)(
		h.JetStream().KeyValue(t.Context(), layout.Machines)).Watch(t.Context(), name))
	gone := make(chan struct{})
	go func() {
		defer w.Stop() //nolint:errcheck // the test is over
		was := false
		for e := range w.Updates() {
			if e != nil && was {
				close(gone)
				return
			}
			was = e != nil && string(e.Value()) == value
		}
	}()
	return gone
}
