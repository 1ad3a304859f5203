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
	// owner is the machine whose run it follows.
	owner  member.Peer
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
		m.owner = peers[0]
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
	return replica.Source{Conn: m.conn, Keys: m.keys, Of: m.owner, Run: "r"}
}

// options are those of the machine's run.
func (m *machine) options(o replica.Options) replica.Options {
	o.Conn, o.Keys, o.Self, o.Run, o.Journal = m.conn, m.keys, m.member, "r", m.journal()
	return o
}

func (m *machine) journal() string { return filepath.Join(m.folder, "runs", "r", "timeline.jsonl") }

// begin makes the machine's journal.
func (m *machine) begin(t testing.TB) *store.Journal {
	t.Helper()
	j, err := store.Create(m.journal(), timeline.Stream{Header: timeline.Header{ID: "s", Version: timeline.Version,
		Source: timeline.Source{CLI: "claude"}}, Entries: timeline.Of()})
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
	return &timeline.Entry{ID: hex.EncodeToString(random[:8]), Timestamp: "2026-11-20T10:00:00Z",
		Type: timeline.ToolResult, CallID: "c", Success: true, Output: timeline.NewText(hex.EncodeToString(random))}
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
func (m *machine) publish(t testing.TB, o replica.Options) (p *replica.Publisher, end func() error) {
	t.Helper()
	p = replica.New(m.options(o))
	until(t, "begin", p.Begin)
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
func (m *machine) sync(t testing.TB) {
	t.Helper()
	p := replica.New(m.options(replica.Options{}))
	until(t, "sync", func(ctx context.Context) error { return errors.Join(p.Begin(ctx), p.Sync(ctx)) })
}

// reader is another machine that gets the run from the hub.
type reader struct{ *machine }

func (m *machine) reads() reader { return reader{m} }

// awaits waits until the machine gets enough of the run.
func (r reader) awaits(t testing.TB, isEnough func([]byte) bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy")
	until(t, "enough of the run", func(ctx context.Context) error {
		if err := r.copies(ctx, path); err != nil {
			return err
		}
		if got := content(t, path); !isEnough(got) {
			return fmt.Errorf("%s gets %d bytes", r.member.Name, len(got))
		}
		return nil
	})
}

// copies has a machine write what the hub has of the run into a file.
func (m *machine) copies(ctx context.Context, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(m.source().Copy(ctx, file), file.Close())
}

func content(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// agree is the oracle: what other machines get is the journal's whole lines.
func (m *machine) agree(t testing.TB, others ...reader) {
	t.Helper()
	want := content(t, m.journal())
	// a kill may end a write at the end of a page: the line is no part of the journal
	want = want[:bytes.LastIndexByte(want, '\n')+1]
	for _, other := range append(others, m.reads()) {
		other.awaits(t, func(got []byte) bool { return bytes.Equal(got, want) })
	}
}

// messages are how many the hub has of the run.
func (m *machine) messages(t testing.TB) (count int) {
	t.Helper()
	for seq := uint64(1); ; count++ {
		request, _ := json.Marshal(map[string]any{"seq": seq, "next_by_subj": layout.RunSubject("ann", m.owner.Key, "r")})
		var reply *nats.Msg
		until(t, "a message", func(ctx context.Context) (err error) {
			reply, err = m.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+layout.Runs, request)
			return err
		})
		if reply.Header.Get("Status") == "404" {
			return count
		}
		fmt.Sscan(reply.Header.Get("Nats-Sequence"), &seq)
		seq++
	}
}
