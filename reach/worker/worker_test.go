package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/reach/hubtest"
	"stead/reach/journey"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/parcel"
	"stead/reach/queue"
	"stead/reach/roster"
	"stead/reach/seal"
	"stead/reach/tenure"
	"stead/reach/worker"
	"stead/runs"
)

// TestMain has git know nothing of this machine.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for name, value := range map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1"} {
		_ = os.Setenv(name, value)
	}
	hubtest.Together()
	code := m.Run()
	_ = os.RemoveAll(home)
	if err := goleak.Find(hubtest.Late()); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(30 * time.Second); !is(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("it never comes to this: %s", what)
		}
	}
}

// machine is one with a stead that only notes what it is to do, and whose runs end when the test says so.
type machine struct {
	worker.Machine
	t *testing.T

	access sync.Mutex
	lines  [][]string
	stop   func()
}

func newMachine(t *testing.T, hub *hubtest.Server, name string, roles ...member.Role) *machine {
	t.Helper()
	if len(roles) > 0 {
		hub.Admit(name, roles...)
	}
	return newMachineAt(t, hub, hub.Address(), name)
}

// newMachineAt is one that finds the hub at an address, such as that of a proxy.
func newMachineAt(t *testing.T, hub *hubtest.Server, address, name string) *machine {
	t.Helper()
	js, data := hub.ConnectAt(address, name), t.TempDir()
	self := hub.Machine(name)
	known, err := roster.Follow(t.Context(), js, self.Pin)
	must(t, err)
	t.Cleanup(known.Close)
	m := &machine{t: t}
	m.Machine = worker.Machine{
		Access: worker.Access{Conn: js.Conn(), JS: js, Self: self, Trust: known.Keyed,
			Keys: seal.NewKeyring(js, self, known.All, data)}, Known: known, Slots: 2,
		CLIs: func() []string { return []string{"codex"} }, Arrivals: journey.OpenArrivals(data), Runs: runs.Open(data),
		Folders: func(context.Context) ([]string, error) { return nil, nil }, Stead: m.stead,
		Failed: func(err error) { t.Log(name, err) }, LeaseTTL: time.Second, AckWait: time.Second,
	}
	return m
}

// book is what machines say of jobs.
func (m *machine) book() tenure.Book { return tenure.Book{JS: m.JS, Self: m.Self, Trust: m.Trust} }

// serve has the machine work until the test ends, or until its stop is called.
func (m *machine) serve() {
	ctx, cancel := context.WithCancel(m.t.Context())
	var done sync.WaitGroup
	done.Go(func() { m.Serve(ctx) })
	m.stop = func() { cancel(); done.Wait() }
	m.t.Cleanup(m.stop)
}

// stead begins a run, or resumes one. It is this process's.
func (m *machine) stead(_ context.Context, line []string) (string, error) {
	m.access.Lock()
	defer m.access.Unlock()
	m.lines = append(m.lines, line)
	for _, argument := range line {
		if id, isResumed := strings.CutPrefix(argument, "--resume="); isResumed {
			m.changes(id, func(r *runs.Run) { r.Status, r.Reason, r.Supervisor = runs.Running, "", runs.ProcessOf(os.Getpid()) })
			return id, nil
		}
	}
	id, err := m.Runs.Create(time.Now())
	if err != nil {
		return "", err
	}
	r := runs.Run{ID: id, Status: runs.Running, Supervisor: runs.ProcessOf(os.Getpid())}
	for _, argument := range line {
		if dir, ok := strings.CutPrefix(argument, "--cwd="); ok {
			r.Dir = dir
		}
	}
	return id + "\n", m.Runs.Save(r)
}

func (m *machine) changes(id string, change func(*runs.Run)) {
	m.t.Helper()
	r, err := m.Runs.Load(id)
	if err == nil {
		change(&r)
		err = m.Runs.Save(r)
	}
	if err != nil {
		m.t.Error(err)
	}
}

// told is what the machine's stead was told.
func (m *machine) told() [][]string {
	m.access.Lock()
	defer m.access.Unlock()
	return append([][]string{}, m.lines...)
}

// run is the machine's only run, once it has begun.
func (m *machine) run() (r runs.Run) {
	m.t.Helper()
	until(m.t, "a run has begun", func() bool {
		all, err := m.Runs.All()
		if len(all) == 1 && err == nil {
			r = all[0]
		}
		return len(all) == 1
	})
	return r
}

func (m *machine) waiting() []queue.Wait {
	m.t.Helper()
	all, err := m.Waiting(m.t.Context(), time.Now())
	must(m.t, err)
	return all
}

// isEmpty reports whether the queue has no jobs.
func (m *machine) isEmpty() bool {
	m.t.Helper()
	stream, err := m.JS.Stream(m.t.Context(), layout.Queue)
	must(m.t, err)
	return stream.CachedInfo().State.Msgs == 0
}

// sends has a job wait, of some work. It returns the id.
func (m *machine) sends() string {
	m.t.Helper()
	id := worker.NewID()
	must(m.t, m.Send(m.t.Context(), queue.Job{ID: id, User: hubtest.User, Project: "demo", CLI: "codex"},
		[]string{"--to=codex", "-p", "A secret plan."}, packed(m.t)))
	return id
}

// packed is a parcel with the work of a repository.
func packed(t *testing.T) *bytes.Buffer {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "demo")
	must(t, os.MkdirAll(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "main.txt"), []byte("one\n"), 0o600))
	for _, line := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"},
		{"-c", "user.name=User", "-c", "user.email=user@example.com", "commit", "-qm", "Begin"}} {
		command := exec.Command("git", line...)
		command.Dir = dir
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", line, err, output)
		}
	}
	snapshot, err := worktree.Take(t.Context(), dir, worktree.Options{Name: "snapshot-run"})
	must(t, err)
	load := parcel.Load{Snapshot: &snapshot}
	load.Origin, err = travel.OriginOf(t.Context(), snapshot)
	must(t, err)
	load.Tips, err = travel.TipsOf(t.Context(), snapshot, nil)
	must(t, err)
	var content bytes.Buffer
	_, err = parcel.Pack(t.Context(), &content, load)
	must(t, err)
	return &content
}

func ends(r *runs.Run) { r.Status = runs.Completed }

func TestJobIsDoneWhereItsWorkHasCome(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk := newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "desk")
	job := laptop.sends()
	if all := laptop.waiting(); len(all) != 1 || all[0].Why != "no machine takes jobs" ||
		bytes.Contains(all[0].Job.Work, []byte("secret")) {
		t.Errorf("there waits %+v", all)
	}
	desk.serve()
	r := desk.run()
	if text, err := os.ReadFile(filepath.Join(r.Dir, "main.txt")); err != nil || string(text) != "one\n" {
		t.Errorf("the work is %q, %v", text, err)
	}
	if a, err := desk.Arrivals.Behind(r); err != nil || a.Job != job {
		t.Errorf("it has come as %+v, %v", a, err)
	}
	want := []string{"run", "--detach", "--cwd=" + r.Dir, "--to=codex", "-p", "A secret plan."}
	if told := desk.told(); len(told) != 1 || strings.Join(told[0], "\n") != strings.Join(want, "\n") {
		t.Errorf("its stead was told %q", told)
	}
	until(t, "nothing waits", func() bool { return len(laptop.waiting()) == 0 })
	until(t, "its run is known", func() bool {
		o, err := laptop.Outcome(t.Context(), job)
		must(t, err)
		return o == worker.Outcome{Machine: "desk", Run: r.ID}
	})
	if _, err := laptop.Cancel(t.Context(), job); !errors.Is(err, queue.ErrBegun) ||
		!strings.Contains(err.Error(), "desk has it") {
		t.Errorf("it is cancelled with %v", err)
	}
	desk.changes(r.ID, ends)
	until(t, "the job is over", laptop.isEmpty)
}

func TestJobGoesOnWithItsMachine(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk, tower := newMachine(t, hub, "laptop"), newMachine(t, hub, "desk"), newMachine(t, hub, "tower")
	desk.serve()
	laptop.sends()
	r := desk.run()
	desk.stop()
	desk.changes(r.ID, func(r *runs.Run) { r.Supervisor = runs.Process{} }) // it was killed
	tower.serve()
	until(t, "it is said whose it is", func() bool {
		all := laptop.waiting()
		return len(all) == 1 && strings.HasPrefix(all[0].Why, "desk has begun it")
	})
	desk.serve()
	until(t, "it is resumed", func() bool { return len(desk.told()) == 2 })
	if told := desk.told()[1]; told[len(told)-1] != "--resume="+r.ID {
		t.Errorf("it goes on with %q", told)
	}
	desk.changes(r.ID, ends)
	until(t, "the job is over", laptop.isEmpty)
	if told := tower.told(); len(told) > 0 {
		t.Errorf("the other machine did %q", told)
	}
}

func TestCancelledJobIsBegunByNobody(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk := newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "desk")
	first := laptop.sends()
	_, err := laptop.Cancel(t.Context(), first)
	must(t, err)
	if _, err := laptop.Cancel(t.Context(), first); !errors.Is(err, queue.ErrNone) {
		t.Errorf("it is cancelled again with %v", err)
	}
	if _, err := laptop.Outcome(t.Context(), first); !errors.Is(err, worker.ErrCancelled) {
		t.Errorf("it has come to %v", err)
	}
	// One whose message the hub keeps, as if a machine had just been given it.
	second := worker.NewID()
	must(t, laptop.book().Add(t.Context(), second, tenure.Word{Kind: "cancels"}))
	must(t, laptop.Send(t.Context(), queue.Job{ID: second, User: hubtest.User, Project: "demo"}, []string{"--to=codex"},
		packed(t)))
	desk.serve()
	until(t, "the queue is empty", laptop.isEmpty)
	if told := desk.told(); len(told) > 0 {
		t.Errorf("it was done: %q", told)
	}
}

// TestKeyIsWrappedForWhoJoins has a machine that has joined after the job was put there do it, for another one has
// wrapped the key for it.
func TestKeyIsWrappedForWhoJoins(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk := newMachine(t, hub, "laptop"), newMachine(t, hub, "desk")
	desk.CLIs = func() []string { return nil }
	laptop.sends()
	tower := newMachine(t, hub, "tower")
	tower.serve()
	until(t, "the tower is there", func() bool { return strings.Contains(laptop.waiting()[0].Why, "tower") })
	if told := tower.told(); len(told) > 0 {
		t.Fatalf("it did %q without the key", told)
	}
	if words, _, err := laptop.book().Read(t.Context(), laptop.waiting()[0].Job.ID); err != nil || len(words) > 0 {
		t.Errorf("it claims a job that it cannot do: %v, %v", words, err)
	}
	desk.serve()
	r := tower.run()
	tower.changes(r.ID, ends)
	until(t, "the job is over", laptop.isEmpty)
}

func TestSenderLearnsWhyAJobCouldNotBegin(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk := newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "desk")
	desk.Stead = func(context.Context, []string) (string, error) { return "", errors.New("codex is not signed in") }
	job := laptop.sends()
	if o, err := laptop.Outcome(t.Context(), job); err != nil || o != (worker.Outcome{}) {
		t.Errorf("before it has come to %+v, %v", o, err)
	}
	desk.serve()
	until(t, "the job is over", laptop.isEmpty)
	if o, err := laptop.Outcome(t.Context(), job); err != nil || o.Machine != "desk" ||
		!strings.Contains(o.Failed, "codex is not signed in") {
		t.Errorf("it has come to %+v, %v", o, err)
	}
}

func TestJobOfAMachineThatIsGoneCanBeDropped(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk := newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "desk")
	job := laptop.sends()
	desk.serve()
	desk.run()
	desk.stop()
	until(t, "nobody works at it", func() bool { return len(laptop.waiting()) == 1 })
	if by, err := laptop.Cancel(t.Context(), job); err != nil || by != "desk" {
		t.Errorf("it is dropped from %q, %v", by, err)
	}
	if !laptop.isEmpty() {
		t.Error("it is in the queue")
	}
	if _, err := laptop.Outcome(t.Context(), job); !errors.Is(err, worker.ErrCancelled) {
		t.Errorf("it has come to %v", err)
	}
}
