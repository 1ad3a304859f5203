package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/queue"
)

func TestMain(m *testing.M) {
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// limited is a test's context. It ends what hangs.
func limited(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// field is a hub, the machine that puts jobs there, and what becomes of them.
type field struct {
	t      testing.TB
	hub    *hubtest.Server
	js     jetstream.JetStream // the laptop's
	phone  jetstream.JetStream // of a machine that may only look
	laptop member.Member
	peers  map[string]member.Peer
	book   *book
}

func newField(t testing.TB) *field {
	t.Helper()
	f := &field{t: t, hub: hubtest.Serve(t), peers: map[string]member.Peer{},
		book: &book{t: t, jobs: map[string]*entry{}, news: make(chan struct{})}}
	f.hub.Admit("laptop", member.Operator)
	f.hub.Admit("node", member.Node)
	f.hub.Admit("phone", member.Viewer)
	f.phone = f.hub.Connect("phone")
	f.js, f.laptop = f.hub.Connect("laptop"), f.hub.Machine("laptop")
	f.peers[f.laptop.Key] = f.laptop.Peer
	return f
}

func (f *field) join(name, user string, roles ...member.Role) member.Member {
	f.t.Helper()
	m, err := member.New(name, user)
	if err != nil {
		f.t.Fatal(err)
	}
	m.Roles = roles
	f.peers[m.Key] = m.Peer
	return m
}

func (f *field) trust(key string) (member.Peer, bool) {
	p, ok := f.peers[key]
	return p, ok
}

func (f *field) put(job queue.Job) {
	f.t.Helper()
	if job.User == "" {
		job.User = "ann"
	}
	if job.Project == "" {
		job.Project = "stead"
	}
	job.Work = json.RawMessage(`{"prompt":"go on"}`)
	if err := queue.Put(limited(f.t), f.js, f.laptop, job); err != nil {
		f.t.Fatal(err)
	}
}

// options are those of a machine that does each job at once.
func (f *field) options(name string) queue.Options {
	return queue.Options{
		Machine: member.Peer{Name: name, User: "ann"}, Slots: 4, CLIs: func() []string { return []string{"codex"} },
		Trust: f.trust, Claim: f.book,
		Begin: f.book.begin, Resume: f.book.resume, AckWait: time.Second, Poll: 50 * time.Millisecond, SlotTTL: time.Second,
	}
}

// run has a machine work until the test ends, or until stop is called.
func (f *field) run(o queue.Options) (stop func()) { return f.runAt(f.hub.Connect("node"), o) }

func (f *field) runAt(js jetstream.JetStream, o queue.Options) (stop func()) {
	ctx, cancel := context.WithCancel(f.t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := queue.NewWorker(js, o).Run(ctx); !errors.Is(err, context.Canceled) &&
			!errors.Is(err, nats.ErrConnectionClosed) {
			f.t.Error(err)
		}
	})
	stop = func() { cancel(); done.Wait() }
	f.t.Cleanup(stop)
	return stop
}

// emptied waits until the queue is empty.
func (f *field) emptied() {
	f.t.Helper()
	for ctx, left := limited(f.t), uint64(0); ; {
		stream, err := f.js.Stream(ctx, layout.Queue)
		if err != nil {
			f.t.Fatalf("the queue is not emptied, %d jobs are left: %v; all jobs are %s", left, err, f.book)
		}
		if left = stream.CachedInfo().State.Msgs; left == 0 {
			return
		}
	}
}

// book is what has become of jobs, on whatever machine. It is also where runs are claimed.
type book struct {
	t testing.TB

	mu      sync.Mutex
	jobs    map[string]*entry
	order   []string // projects, as their jobs began
	news    chan struct{}
	running map[string]int
	most    map[string]int
	two     chan struct{} // closed when two jobs of the project "free" have run at a time
	once    sync.Once
}

type entry struct {
	claimed               bool
	begun, resumed, ended int
}

func (b *book) of(id string) *entry {
	if b.jobs[id] == nil {
		b.jobs[id] = &entry{}
	}
	return b.jobs[id]
}

// note changes the book, and tells those who wait.
func (b *book) note(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	close(b.news)
	b.news = make(chan struct{})
}

// until waits for a condition.
func (b *book) until(what string, is func() bool) {
	b.t.Helper()
	ctx := limited(b.t)
	for {
		b.mu.Lock()
		done, news := is(), b.news
		b.mu.Unlock()
		if done {
			return
		}
		select {
		case <-news:
		case <-ctx.Done():
			b.t.Fatalf("it never comes to this: %s; all jobs are %s", what, b)
		}
	}
}

func (b *book) Claim(_ context.Context, run string) (first bool, err error) {
	b.note(func() {
		first = !b.of(run).claimed
		b.of(run).claimed = true
	})
	return first, nil
}

func (b *book) begin(_ context.Context, job queue.Job) error {
	b.note(func() {
		b.of(job.ID).begun++
		b.of(job.ID).ended++
		b.order = append(b.order, job.Project)
	})
	return nil
}

func (b *book) resume(_ context.Context, job queue.Job) error {
	b.note(func() { b.of(job.ID).resumed++; b.of(job.ID).ended++ })
	return nil
}

// stay begins a job that lasts until its machine ends, or until the way is free.
func (b *book) stay(free <-chan struct{}) func(context.Context, queue.Job) error {
	return func(ctx context.Context, job queue.Job) error {
		b.note(func() { b.of(job.ID).begun++ })
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-free:
			b.note(func() { b.of(job.ID).ended++ })
			return nil
		}
	}
}

// sum adds up what became of all jobs.
func (b *book) sum() (all entry) {
	for _, e := range b.jobs {
		all.begun += e.begun
		all.resumed += e.resumed
		all.ended += e.ended
	}
	return all
}

// String says what has become of each job.
func (b *book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var each []string
	for id, e := range b.jobs {
		each = append(each, fmt.Sprintf("%s: %+v", id, *e))
	}
	slices.Sort(each)
	return strings.Join(each, ", ")
}
