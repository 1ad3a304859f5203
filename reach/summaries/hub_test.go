package summaries

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stead/catalog/listing"
	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
	"stead/reach/seal"
	"stead/timeline"
)

func TestMain(m *testing.M) {
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("never: %s", what)
		}
	}
}

// machine is one that has joined a hub.
type machine struct {
	t      *testing.T
	self   member.Member
	conn   *nats.Conn
	js     jetstream.JetStream
	known  *roster.Roster
	keys   *seal.Keyring
	folder string
	store  *Store
}

func connected(t *testing.T, m member.Member) *machine {
	t.Helper()
	c := &machine{t: t, self: m, folder: t.TempDir()}
	c.connect()
	var err error
	c.store, err = Open(t.Context(), filepath.Join(c.folder, "summaries.db"))
	must(t, err)
	t.Cleanup(func() { _ = c.store.Close() })
	return c
}

func (c *machine) connect() {
	c.t.Helper()
	var err error
	c.conn, err = link.Dial(c.self)
	must(c.t, err)
	conn := c.conn
	c.t.Cleanup(conn.Close)
	c.js, err = jetstream.New(conn)
	must(c.t, err)
	c.known, err = roster.Follow(c.t.Context(), c.js, c.self.Signer())
	must(c.t, err)
	known := c.known
	c.t.Cleanup(func() { conn.Close(); known.Close() })
	c.keys = seal.NewKeyring(c.js, c.self, c.known.All, c.folder)
}

// knows waits until the machine knows that there are so many machines.
func (c *machine) knows(count int) {
	c.t.Helper()
	eventually(c.t, fmt.Sprintf("%s knows %d machines", c.self.Name, count),
		func() bool { return len(c.known.All()) == count })
}

func noRuns() ([]Run, error) { return nil, nil }

// looks has a node look twice: only then it believes that something is gone.
func looks(t *testing.T, at *publishing) {
	t.Helper()
	for range 2 {
		must(t, at.look(t.Context()))
	}
}

// publishing is what a node knows that has begun now.
func (c *machine) publishing(rows ...listing.Row) *publishing {
	return newPublishing(Publisher{
		Conn: c.conn, JS: c.js, Keys: c.keys, Self: c.self, Known: c.known, Folder: c.folder,
		Rows: func(context.Context) ([]listing.Row, error) { return rows, nil }, Runs: noRuns,
		Failed: func(err error) { c.t.Error(err) },
	})
}

// publish has the machine begin to publish, look once, and end.
func (c *machine) publish(rows ...listing.Row) {
	c.t.Helper()
	looks(c.t, c.publishing(rows...))
}

// catchUp reads what is new of some machines.
func (c *machine) catchUp(of ...*machine) error {
	var peers []member.Peer
	for _, m := range of {
		peers = append(peers, m.self.Peer)
	}
	return Reader{Conn: c.conn, Keys: c.keys, Self: c.self.Peer, Store: c.store, Now: time.Now}.CatchUp(c.t.Context(),
		peers)
}

// titles are those of a machine's sessions that are known, the newest first.
func (c *machine) titles(of *machine) string {
	c.t.Helper()
	rows, err := c.store.Rows(c.t.Context(), of.self.Name)
	must(c.t, err)
	var all []string
	for _, r := range rows {
		all = append(all, r.Title)
	}
	return strings.Join(all, " ")
}

// reads checks what another machine's titles are after what is new was read.
func (c *machine) reads(of *machine, want string) {
	c.t.Helper()
	must(c.t, c.catchUp(of))
	if got := c.titles(of); got != want {
		c.t.Errorf("%s knows %q of %s, want %q", c.self.Name, got, of.self.Name, want)
	}
}

func row(id, title string) listing.Row {
	age, _ := time.ParseDuration(title + "m") // titles of tests are their age
	return listing.Row{
		Reference: "claude:" + id[:1], State: listing.Working, Turns: 3,
		Summary: timeline.Summary{CLI: "claude", ID: id, Path: "/home/ann/" + id, Project: "/code/app", Title: title,
			Model: "opus", Updated: noon.Add(-age)},
	}
}

// sent is how many messages the hub's stream of summaries has ever had.
func sent(t *testing.T, h *hub.Hub) uint64 {
	t.Helper()
	stream, err := h.JetStream().Stream(t.Context(), layout.Summaries)
	must(t, err)
	return stream.CachedInfo().State.LastSeq
}

func TestOtherMachinesKnowTheSessionsOfOneThatIsAway(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	node, viewer := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "phone", member.Viewer)
	desk, phone := connected(t, node), connected(t, viewer)
	phone.reads(desk, "")
	at := desk.publishing()
	tell := func(rows ...listing.Row) {
		at.Rows = func(context.Context) ([]listing.Row, error) { return rows, nil }
		looks(t, at)
	}
	a, b := row("aaaa", "1"), row("bbbb", "2")
	tell(a, b)
	phone.reads(desk, "1 2")
	b.Title = "3"
	tell(a, b)
	phone.reads(desk, "1 3")
	tell(a, b)
	at.Rows = func(context.Context) ([]listing.Row, error) { return nil, nil } // the store cannot be read for a moment
	must(t, at.look(t.Context()))
	if !at.isDue {
		t.Error("it does not look again at what it has missed")
	}
	tell(a, b)
	tell(b)
	phone.reads(desk, "3")
	if n := sent(t, h); n != 4 {
		t.Errorf("there were %d messages: two sessions, a change and an end are four", n)
	}
	rows, err := phone.store.Rows(t.Context(), "desk")
	want := b
	want.State = listing.Idle // nobody can tell what happens there
	if err != nil || len(rows) != 1 || !reflect.DeepEqual(rows[0], want) {
		t.Errorf("it is %+v, %v\nwant  %+v", rows, err, want)
	}
	desk.conn.Close()
	phone.reads(desk, "3")
	if err := phone.conn.LastError(); err != nil {
		t.Errorf("the viewer asks for what it may not have: %v", err)
	}
}

func TestRestartPublishesWhatHasChangedAlone(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	a, b, c := row("aaaa", "1"), row("bbbb", "2"), row("cccc", "3")
	for _, s := range []struct {
		rows []listing.Row
		sent uint64
	}{{[]listing.Row{a, b}, 2}, {[]listing.Row{a, b}, 2}, {[]listing.Row{a, b, c}, 3}, {[]listing.Row{a, c},
		4}, {[]listing.Row{a, c}, 4}, {[]listing.Row{a, b, c}, 5}} {
		desk.publish(s.rows...)
		if n := sent(t, h); n != s.sent {
			t.Errorf("with %d sessions there were %d messages, want %d", len(s.rows), n, s.sent)
		}
	}
	phone.reads(desk, "1 2 3")
}

func TestNothingIsPublishedThatNobodyCouldRead(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk := connected(t, hubtest.Join(t, h, "desk", member.Node))
	hubtest.JoinAs(t, h, "bob", "stranger", member.Viewer)
	desk.knows(2)
	at := desk.publishing(row("aaaa", "1"))
	at.attend(t.Context())
	if n := sent(t, h); n != 0 {
		t.Errorf("%d messages were published", n)
	}
	phone := connected(t, hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(3)
	at.attend(t.Context())
	phone.reads(desk, "1")
}

func TestRevokedMachineOpensNothingThatCameLater(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	nodes := []member.Member{hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Node),
		hubtest.Join(t, h, "lost", member.Viewer)}
	desk, laptop, lost := connected(t, nodes[0]), connected(t, nodes[1]), connected(t, nodes[2])
	desk.knows(3)
	desk.publish(row("aaaa", "1"))
	lost.reads(desk, "1")
	must(t, h.Revoke("lost"))
	desk.knows(2)
	laptop.knows(2)
	desk.publish(row("aaaa", "2"))
	laptop.reads(desk, "2")
	laptop.opens(t, lost, desk, 1, true)
	laptop.opens(t, lost, desk, 2, false)
}

// While the desk is off, another machine gets the keys of the desk from the laptop, and is revoked.
func TestMachineThatCameAndWentMeanwhileOpensNothing(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	nodes := []member.Member{hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Node)}
	desk, laptop := connected(t, nodes[0]), connected(t, nodes[1])
	desk.knows(2)
	desk.publish(row("aaaa", "1"))
	desk.conn.Close()
	lost := connected(t, hubtest.Join(t, h, "lost", member.Viewer))
	laptop.knows(3)
	_, err := laptop.keys.Rewrap(t.Context(), laptop.known.All())
	must(t, err)
	lost.reads(desk, "1")
	must(t, h.Revoke("lost"))
	laptop.knows(2)
	desk.connect()
	desk.publish(row("aaaa", "2"))
	laptop.reads(desk, "2")
	laptop.opens(t, lost, desk, 2, false)
}

// opens checks whether a machine that was revoked can open what was published in an epoch, if somebody gives it what
// the hub has.
func (c *machine) opens(t *testing.T, lost, of *machine, epoch uint64, may bool) {
	t.Helper()
	keys := seal.NewKeyring(c.js, lost.self, c.known.All, t.TempDir())
	_, err := keys.Get(t.Context(), keyName(of.self.Peer), epoch)
	if _, here := c.keys.Get(t.Context(), keyName(of.self.Peer), epoch); here != nil || (err == nil) != may {
		t.Errorf("the key of epoch %d: %v, and here %v", epoch, err, here)
	}
}

func TestMachineThatJoinsLaterReadsAll(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	nodes := []member.Member{hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Node)}
	desk, laptop := connected(t, nodes[0]), connected(t, nodes[1])
	desk.knows(2)
	desk.publish(row("aaaa", "1"))
	tablet := connected(t, hubtest.Join(t, h, "tablet", member.Viewer))
	desk.knows(3)
	desk.publish(row("aaaa", "1"), row("bbbb", "2"))
	if err := tablet.catchUp(desk); err == nil {
		t.Error("without the key nothing is missing")
	}
	laptop.knows(3)
	_, err := laptop.keys.Rewrap(t.Context(), laptop.known.All())
	must(t, err)
	tablet.reads(desk, "1 2")
}

// lies is the message at the hub of the desk's session with an id.
func (c *machine) lies(h *hub.Hub, id string) *jetstream.RawStreamMsg {
	c.t.Helper()
	stream, err := h.JetStream().Stream(c.t.Context(), layout.Summaries)
	must(c.t, err)
	m, err := stream.GetLastMsgForSubject(c.t.Context(), layout.SummarySubject(c.self.Name, kind,
		nameOf(c.self, "claude", id)))
	must(c.t, err)
	return m
}

func TestWhatTheHubSwapsOrDamagesCountsForNothing(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	desk.publish(row("aaaa", "1"), row("bbbb", "2"), row("cccc", "3"))
	old := desk.lies(h, "aaaa")
	desk.publish(row("aaaa", "0"), row("bbbb", "2"), row("cccc", "3"))
	phone.reads(desk, "0 2 3")
	b, c := desk.lies(h, "bbbb"), desk.lies(h, "cccc")
	damaged := bytes.Clone(c.Data)
	damaged[len(damaged)-1]++
	unknown := bytes.Clone(b.Data)
	unknown[0] = 9 // no key of that epoch
	for _, m := range []*nats.Msg{
		{Subject: old.Subject, Data: old.Data}, {Subject: b.Subject, Data: c.Data}, {Subject: c.Subject, Data: damaged},
		{Subject: b.Subject, Data: unknown}, {Subject: b.Subject},
		{Subject: c.Subject, Data: make([]byte, largestMessage+1)},
		{Subject: layout.SummarySubject("desk", kind, "x"), Data: b.Data},
		{Subject: layout.SummarySubject("desk", "run", "x")},
	} {
		_, err := h.JetStream().PublishMsg(t.Context(), m)
		must(t, err)
		phone.reads(desk, "0 2 3")
	}
	before := sent(t, h)
	desk.publish(row("aaaa", "0"), row("bbbb", "2"), row("cccc", "3"))
	if n := sent(t, h) - before; n != 3 {
		t.Errorf("of three that were harmed %d are mended", n)
	}
	tablet := connected(t, hubtest.Join(t, h, "tablet", member.Viewer))
	_, err := desk.keys.Rewrap(t.Context(), append(desk.known.All(), tablet.self.Peer))
	must(t, err)
	tablet.reads(desk, "0 2 3")
}

func TestHubThatWasWipedGetsAllAgain(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	nodes := []member.Member{hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "attic", member.Node),
		hubtest.Join(t, h, "phone", member.Viewer)}
	desk, attic, phone := connected(t, nodes[0]), connected(t, nodes[1]), connected(t, nodes[2])
	desk.knows(3)
	attic.knows(3)
	desk.publish(row("aaaa", "1"), row("bbbb", "2"))
	attic.publish(row("cccc", "3"))
	must(t, phone.catchUp(desk, attic))
	changed := make(chan struct{}, 1)
	at := Publisher{
		Conn: desk.conn, JS: desk.js, Keys: desk.keys, Self: desk.self, Known: desk.known, Folder: desk.folder,
		Changed: changed, Every: 10 * time.Millisecond,
		Rows: func(context.Context) ([]listing.Row, error) {
			return []listing.Row{row("aaaa", "1"), row("dddd", "4")}, nil
		}, Runs: noRuns, Failed: func(err error) { t.Log(err) },
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); at.Serve(ctx) }()
	defer func() { stop(); <-ended }()
	eventually(t, "what has changed is there", func() bool { return sent(t, h) == 5 })

	must(t, h.Close())
	must(t, os.RemoveAll(filepath.Join(h.Folder(), "store")))
	h = hubtest.Open(t, h.Folder(), h.Address())
	eventually(t, "the hub has all again", func() bool { return sent(t, h) == 2 })
	eventually(t, "the phone is there", phone.conn.IsConnected)
	eventually(t, "it is read", func() bool { return phone.catchUp(desk, attic) == nil && phone.titles(desk) == "1 4" })
	if got := phone.titles(attic); got != "3" {
		t.Errorf("of a machine that the hub has lost %q is known", got)
	}
}

// A hub that is restored from a backup has other messages under the same numbers. What it has lost stays known.
func TestHubThatWasRestoredHidesNothing(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	store, backup := filepath.Join(h.Folder(), "store"), t.TempDir()
	again := func(while func()) {
		t.Helper()
		must(t, h.Close())
		while()
		h = hubtest.Open(t, h.Folder(), h.Address())
		eventually(t, "all are connected again", func() bool { return desk.conn.IsConnected() && phone.conn.IsConnected() })
	}
	a, b, c, d := row("aaaa", "1"), row("bbbb", "2"), row("cccc", "3"), row("dddd", "4")
	desk.publish(a)
	again(func() { must(t, os.CopyFS(backup, os.DirFS(store))) })
	desk.publish(a, b, c)
	phone.reads(desk, "1 2 3")
	again(func() {
		must(t, os.RemoveAll(store))
		must(t, os.CopyFS(store, os.DirFS(backup)))
	})
	if n := sent(t, h); n != 1 {
		t.Fatalf("the backup has %d messages", n)
	}
	phone.reads(desk, "1 2 3")
	desk.publish(a, c, d)
	phone.reads(desk, "1 2 3 4")
}

func TestManySessionsComeInPages(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	var rows []listing.Row
	for i := range 2*pageMessages + 7 {
		rows = append(rows, row(fmt.Sprintf("%04d", i), fmt.Sprint(i)))
	}
	desk.publish(rows...)
	must(t, phone.catchUp(desk))
	if n := len(strings.Fields(phone.titles(desk))); n != len(rows) {
		t.Errorf("of %d sessions %d are known", len(rows), n)
	}
	desk.publish(rows[1:]...)
	must(t, phone.catchUp(desk))
	if n := len(strings.Fields(phone.titles(desk))); n != len(rows)-1 {
		t.Errorf("of %d sessions %d are known", len(rows)-1, n)
	}
	if n := sent(t, h); n != uint64(len(rows))+1 {
		t.Errorf("there were %d messages", n)
	}
}

func TestMachinesThatAreNoMoreAreForgotten(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	nodes := []member.Member{hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "attic", member.Node),
		hubtest.Join(t, h, "phone", member.Viewer)}
	desk, attic, phone := connected(t, nodes[0]), connected(t, nodes[1]), connected(t, nodes[2])
	desk.knows(3)
	attic.knows(3)
	desk.publish(row("aaaa", "1"))
	attic.publish(row("bbbb", "2"))
	must(t, phone.catchUp(desk, attic))
	must(t, phone.store.Saw(t.Context(), map[string]time.Time{"desk": noon, "attic": noon.Add(time.Hour)}))
	must(t, phone.store.Saw(t.Context(), map[string]time.Time{"attic": noon, "desk": {}}))
	seen, err := phone.store.Seen(t.Context(), phone.self.Key)
	if err != nil || len(seen) != 2 || !seen["desk"].Equal(noon) || !seen["attic"].Equal(noon.Add(time.Hour)) {
		t.Errorf("they were seen %v, %v", seen, err)
	}
	phone.reads(desk, "1")
	if got := phone.titles(attic); got != "" {
		t.Errorf("%q is known of a machine that is no more", got)
	}
	other := *desk
	other.self.Key = attic.self.Key // another machine has got its name
	phone.reads(&other, "")
	phone.reads(desk, "1")
	if seen, err := phone.store.Seen(t.Context(), "another membership"); err != nil || len(seen) != 0 {
		t.Errorf("another membership knows %v, %v", seen, err)
	}
	must(t, phone.store.Keep(t.Context(), "another membership", []member.Peer{desk.self.Peer}))
	if got := phone.titles(desk); got != "" {
		t.Errorf("another membership knows %q", got)
	}
}

func TestHostileRowsAreMadeHarmlessOrLeftOut(t *testing.T) {
	t.Parallel()
	good := row("aaaa", "1")
	for what, change := range map[string]func(*listing.Row){
		"no CLI": func(r *listing.Row) { r.CLI = "" }, "a CLI with a slash": func(r *listing.Row) { r.CLI = "a/b" },
		"no id":                func(r *listing.Row) { r.ID = "" },
		"an id with a space":   func(r *listing.Row) { r.ID = "a b" },
		"an id with an escape": func(r *listing.Row) { r.ID = "a\x1b[31m" },
		"a long id":            func(r *listing.Row) { r.ID = strings.Repeat("a", 600) },
		"no time":              func(r *listing.Row) { r.Updated = time.Time{} },
		"a time out of bounds": func(r *listing.Row) { r.Updated = noon.AddDate(1000, 0, 0) },
		"a long path":          func(r *listing.Row) { r.Path = strings.Repeat("a", largestRow) },
	} {
		r := good
		change(&r)
		text, err := json.Marshal(r)
		must(t, err)
		if s, err := decode("desk", text); !errors.Is(err, errRow) {
			t.Errorf("with %s it is %+v, %v", what, s, err)
		}
		if _, err := encode(r); !errors.Is(err, errRow) {
			t.Errorf("with %s it leaves: %v", what, err)
		}
	}
	r := good
	r.Reference, r.Machine, r.Turns, r.Bytes, r.Copies, r.Title = "laptop/claude:aaaa", "laptop", -1, -1, 3, strings.Repeat("é", 3000)
	text, err := json.Marshal(r)
	must(t, err)
	s, err := decode("desk", text)
	must(t, err)
	var kept listing.Row
	must(t, json.Unmarshal([]byte(s.Row), &kept))
	if kept.Reference != "claude:aaaa" || kept.Machine != "" || kept.Turns != 0 || kept.Bytes != 0 || kept.Copies != 0 ||
		len(kept.Title) != longestText || !utf8.ValidString(kept.Title) {
		t.Errorf("it is %+v", kept)
	}
	for _, text := range []string{"", "null", "[]", "{", `{"cli":1}`} {
		if s, err := decode("desk", []byte(text)); !errors.Is(err, errRow) {
			t.Errorf("%q is %+v, %v", text, s, err)
		}
	}
}
