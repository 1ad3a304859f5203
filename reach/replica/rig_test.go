package replica_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/timeline"
	"stead/timeline/store"
)

// machine is one of ann's.
type machine struct {
	member member.Member
	folder string
	conn   *nats.Conn
	keys   *seal.Keyring
}

// team makes machines that know each other.
func team(t testing.TB, urls ...string) (all []*machine) {
	t.Helper()
	var peers []member.Peer
	for i := range urls {
		m, err := member.New(fmt.Sprintf("m%d", i), "ann")
		if err != nil {
			t.Fatal(err)
		}
		m.Roles = []member.Role{member.Node}
		peers = append(peers, m.Peer)
		all = append(all, &machine{member: m, folder: t.TempDir()})
	}
	for i, m := range all {
		m.connect(t, urls[i], peers)
		t.Cleanup(m.conn.Close)
	}
	return all
}

func (m *machine) connect(t testing.TB, url string, peers []member.Peer) {
	m.conn = dial(t, url)
	js, err := jetstream.New(m.conn)
	if err != nil {
		t.Fatal(err)
	}
	m.keys = seal.NewKeyring(js, m.member, func() []member.Peer { return peers }, m.folder)
}

func (m *machine) source() replica.Source {
	return replica.Source{Conn: m.conn, Keys: m.keys, User: "ann", Run: "r"}
}

func (m *machine) journal() string { return filepath.Join(m.folder, "runs", "r", "timeline.jsonl") }

// begin makes the machine's journal.
func (m *machine) begin(t testing.TB) *store.Journal {
	t.Helper()
	j, err := store.Create(m.journal(), timeline.Stream{Header: timeline.Header{ID: "s", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}}, Entries: timeline.Of()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

// entry has some 1.5 kB that no other has.
func entry(size int) *timeline.Entry {
	random := make([]byte, size/2)
	_, _ = rand.Read(random)
	return &timeline.Entry{ID: hex.EncodeToString(random[:8]), Timestamp: "2026-11-20T10:00:00Z", Type: timeline.ToolResult, CallID: "c", Success: true, Output: timeline.NewText(hex.EncodeToString(random))}
}

func write(t testing.TB, j *store.Journal, count int) {
	t.Helper()
	for range count {
		if err := j.Append(entry(1500)); err != nil {
			t.Fatal(err)
		}
	}
}

// publish has a machine publish until the test, or what is returned, ends it.
func (m *machine) publish(t testing.TB, epoch uint64, o replica.Options) (p *replica.Publisher, end func() error) {
	t.Helper()
	o.Source, o.Journal = m.source(), m.journal()
	p = replica.New(o)
	until(t, "begin", func(ctx context.Context) error { return p.Begin(ctx, epoch) })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	end = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { _ = end() })
	return p, end
}

// sync brings hub and journal together, whatever the hub is doing.
func (m *machine) sync(t testing.TB, epoch uint64) {
	t.Helper()
	m.syncWith(t, epoch, replica.Options{})
}

func (m *machine) syncWith(t testing.TB, epoch uint64, o replica.Options) {
	t.Helper()
	o.Source, o.Journal = m.source(), m.journal()
	p := replica.New(o)
	until(t, "sync", func(ctx context.Context) error { return errors.Join(p.Begin(ctx, epoch), p.Sync(ctx)) })
}

// reader collects what a follower hands on.
type reader struct {
	mutex sync.Mutex
	bytes []byte
	more  chan struct{}
	err   error
}

func (m *machine) follow(t testing.TB, from int64) *reader {
	t.Helper()
	f, err := m.source().Follow(from)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &reader{more: make(chan struct{}, 1)}
	var group sync.WaitGroup
	group.Go(func() { r.read(ctx, f, from) })
	t.Cleanup(func() {
		cancel()
		group.Wait()
		_ = f.Close()
	})
	return r
}

func (r *reader) read(ctx context.Context, f *replica.Follower, from int64) {
	for {
		data, err := f.Next(ctx)
		var forked *replica.ForkedError
		r.mutex.Lock()
		switch {
		case errors.As(err, &forked):
			r.bytes, err = r.bytes[:max(0, forked.Offset-from)], nil
		case err == nil:
			r.bytes = append(r.bytes, data...)
		}
		r.err = err
		r.mutex.Unlock()
		select {
		case r.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// awaits waits until the follower has handed on so many bytes.
func (r *reader) awaits(t testing.TB, isEnough func([]byte) bool) {
	t.Helper()
	deadline := time.After(60 * time.Second)
	for {
		r.mutex.Lock()
		enough, err, size := isEnough(r.bytes), r.err, len(r.bytes)
		r.mutex.Unlock()
		if enough {
			return
		}
		if err != nil {
			t.Fatalf("the follower ended: %v", err)
		}
		select {
		case <-r.more:
		case <-deadline:
			t.Fatalf("the follower has %d bytes, and waits", size)
		}
	}
}

func content(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// agree is the oracle: the hub's bytes are those of the journal's whole lines, epochs rise, and every follower ends complete.
func (m *machine) agree(t testing.TB, followers ...*reader) {
	t.Helper()
	want := content(t, m.journal())
	want = want[:bytes.LastIndexByte(want, '\n')+1] // a kill may end a write at the end of a page: the line is no part of the journal
	defer func() {
		if t.Failed() {
			t.Logf("the journal has %d bytes", len(want))
		}
	}()
	for _, r := range append(followers, m.follow(t, 0)) {
		r.awaits(t, func(got []byte) bool { return bytes.Equal(got, want) })
	}
	epochs := m.epochs(t)
	for i := 1; i < len(epochs); i++ {
		if epochs[i] < epochs[i-1] {
			t.Fatalf("epochs fall: %v", epochs)
		}
	}
}

// epochs are those of the run's messages, in their order.
func (m *machine) epochs(t testing.TB) (all []uint64) {
	t.Helper()
	for seq := uint64(1); ; {
		request, _ := json.Marshal(map[string]any{"seq": seq, "next_by_subj": layout.RunSubject("ann", "r")})
		var reply *nats.Msg
		until(t, "a message", func(ctx context.Context) (err error) {
			reply, err = m.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+layout.Runs, request)
			return err
		})
		if reply.Header.Get("Status") == "404" {
			return all
		}
		var epoch uint64
		fmt.Sscan(reply.Header.Get("Stead-Epoch"), &epoch)
		fmt.Sscan(reply.Header.Get("Nats-Sequence"), &seq)
		all = append(all, epoch)
		seq++
	}
}
