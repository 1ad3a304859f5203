package layout_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// A message with a header that removes others is refused by the buckets of keys and machines, also by those that an
// earlier hub has made.
func TestNoMessageEmptiesABucket(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(),
		NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{layout.Keys, layout.Machines} {
		old, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: name, Storage: jetstream.FileStorage,
			History: 1, MaxBytes: 1 << 20})
		if err == nil {
			_, err = old.PutString(t.Context(), "a", "kept")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // a hub makes them at each start
		if err := layout.Make(t.Context(), js, layout.Limits{Store: 1 << 30, Replicas: 1}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{layout.Keys, layout.Machines} {
		for _, how := range []string{"all", "sub"} {
			m := &nats.Msg{Subject: "$KV." + name + ".a", Header: nats.Header{"Nats-Rollup": {how}}}
			if _, err := js.PublishMsg(t.Context(), m); err == nil {
				t.Errorf("%s takes a message that rolls up %s", name, how)
			}
		}
		bucket, err := js.KeyValue(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := bucket.Get(t.Context(), "a"); err != nil || string(e.Value()) != "kept" {
			t.Errorf("%s has %v, %v", name, e, err)
		}
		if err := bucket.Delete(t.Context(), "a"); err != nil {
			t.Error(err)
		}
	}
}
