package watch_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/testkit/fixtures"
	"stead/orchestrator/watch"
	"stead/runs"
	"stead/runs/notify"
	"stead/timeline/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// machine is a home that is watched.
type machine struct {
	t      *testing.T
	home   string
	folder runs.Folder
	events chan watch.Event
	// later is how long after the sessions were held it is.
	later atomic.Int64
}

// started is when the recorded sessions were held.
var started = time.Date(2026, 11, 20, 18, 45, 50, 0, time.UTC)

// look watches a home in the background until the test ends.
func look(t *testing.T) *machine {
	t.Helper()
	watch.Hurry()
	m := &machine{t: t, home: t.TempDir(), events: make(chan watch.Event, 100)}
	m.folder = runs.Open(filepath.Join(m.home, ".local/share/stead"))
	for _, folder := range []string{".claude/projects", ".codex"} {
		if err := os.MkdirAll(filepath.Join(m.home, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	now := func() time.Time { return started.Add(time.Duration(m.later.Load())) }
	host := adapter.Host{Home: m.home, Getenv: func(string) string { return "" }, Now: now}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- watch.Sessions(ctx, watch.Options{
			Catalog:   catalog.New(catalog.Options{Readers: adapters.Readers(), Host: host, Runs: m.folder}),
			Readers:   adapters.Readers(),
			Signaller: signaller, Runs: m.folder, Live: store.New(now), Now: now, Failed: func(err error) { t.Error(err) },
		}, func(e watch.Event) { m.events <- e })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return m
}

func signaller(cli string) inject.Signaller {
	for _, d := range adapters.Drivers() {
		if s, ok := d.(inject.Signaller); ok && d.Info().Name == cli {
			return s
		}
	}
	return nil
}

// write appends to a session. One that is new appears with all of that at once: it depends on the moment what is seen
// of one that is empty before.
func (m *machine) write(path, text string) {
	m.t.Helper()
	path = filepath.Join(m.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if err := errors.Join(os.WriteFile(path+".new", []byte(text), 0o600), os.Rename(path+".new", path)); err != nil {
			m.t.Fatal(err)
		}
		return
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		m.t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		m.t.Fatal(err)
	}
}

// expect waits for events, each the beginning of its text.
func (m *machine) expect(want ...string) (last watch.Event) {
	m.t.Helper()
	for _, w := range want {
		select {
		case last = <-m.events:
			if !strings.HasPrefix(last.Text(), w) {
				m.t.Fatalf("got %q, want %q", last.Text(), w)
			}
		case <-time.After(patience):
			m.t.Fatalf("%q did not happen", w)
		}
	}
	return last
}

const (
	claudeSession = ".claude/projects/-home-user-demo-claude/6f786c7b-ece4-4cbb-876a-31e3be5368b2.jsonl"
	codexSession  = ".codex/sessions/2026/11/20/rollout-2026-11-20T18-45-50-01a1fa47-7b03-7880-a4b7-1550bbe64462.jsonl"
)

// turns splits a recorded rollout behind the end of each turn.
func turns(t *testing.T) []string {
	t.Helper()
	var turns []string
	var turn strings.Builder
	for line := range strings.Lines(string(fixtures.Read(t, "codex/"+filepath.Base(codexSession)))) {
		turn.WriteString(line)
		if strings.Contains(line, `"type":"task_complete"`) {
			turns = append(turns, turn.String())
			turn.Reset()
		}
	}
	if len(turns) != 3 {
		t.Fatalf("the recording has %d turns", len(turns))
	}
	return turns
}

func TestTurnsOfANewSessionAreSeen(t *testing.T) {
	m := look(t)
	for i, turn := range turns(t) {
		m.write(codexSession, turn)
		if i > 0 {
			m.expect("codex works in demo-codex")
		}
		e := m.expect("codex has finished in demo-codex: ")
		if e.Reported || e.Command != "stead show codex:01a1fa47" || e.About == "" {
			t.Errorf("got %+v", e)
		}
	}
}

func TestSessionInANewFolderIsSeen(t *testing.T) {
	m := look(t)
	recorded := strings.ReplaceAll(string(fixtures.Read(t, "claude/text.jsonl")), "2026-11-20T18:55:4",
		"2026-11-20T18:45:5")
	m.write(claudeSession, recorded)
	m.expect("claude has finished in demo-claude: ")
}

func TestOldSessionThatIsCopiedIntoAStoreIsNoNews(t *testing.T) {
	m := look(t)
	recorded := strings.ReplaceAll(string(fixtures.Read(t, "claude/text.jsonl")), "2026-11-20T", "2026-11-19T")
	m.write(claudeSession, recorded)
	m.write(codexSession, turns(t)[0])
	m.expect("codex has finished") // and nothing before it
}

// run saves a run's record in a state.
func (m *machine) run(r runs.Run) {
	m.t.Helper()
	if err := os.MkdirAll(m.folder.Dir(r.ID), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := m.folder.Save(r); err != nil {
		m.t.Fatal(err)
	}
}

func TestRunTellsOfItsOwnSession(t *testing.T) {
	m := look(t)
	r := runs.Run{
		ID: "20261120-184550-ab12", Status: runs.Running, Headless: true, State: signals.Permission, About: "shell: make",
		Dir: "/home/user/demo-x",
		To:  runs.Session{CLI: "codex", ID: "01a1fa47-7b03-7880-a4b7-1550bbe64462"}, Supervisor: runs.Self(),
	}
	m.run(r)
	if e := m.expect("codex waits in demo-x: shell: make"); !e.Reported || e.Command != "stead attach "+r.ID {
		t.Errorf("got %+v", e)
	}
	m.write(codexSession, turns(t)[0])
	r.State = signals.Working
	m.run(r)
	r.Status, r.FinalText = runs.Completed, "All done."
	m.run(r)
	m.expect("codex has finished in demo-x: All done.")
}

// TestMirrorOfARunIsNoNewsWhileTheRunKeepsItUp writes into a mirror as the run does, and then as the user who has taken
// it over.
func TestMirrorOfARunIsNoNewsWhileTheRunKeepsItUp(t *testing.T) {
	m := look(t)
	mirror := runs.Mirror{Session: runs.Session{CLI: "codex", ID: "01a1fa47-7b03-7880-a4b7-1550bbe64462"}}
	r := runs.Run{
		ID: "20261120-184550-ab12", Status: runs.Running, Headless: true, State: signals.Permission, Dir: "/home/user/demo-x",
		To: runs.Session{CLI: "claude", ID: "there"}, Supervisor: runs.Self(), Mirrors: []runs.Mirror{mirror},
	}
	m.run(r)
	m.expect("claude waits in demo-x")
	said := turns(t)
	m.write(codexSession, said[0])
	m.write(claudeSession, strings.ReplaceAll(string(fixtures.Read(t, "claude/text.jsonl")), "2026-11-20T18:55:4",
		"2026-11-20T18:45:5"))
	m.expect("claude has finished in demo-claude: ") // and the mirror has not
	r.State = signals.Input
	r.Mirrors = append(r.Mirrors, runs.Mirror{Session: runs.Session{CLI: "codex", ID: "another"}})
	m.run(r)
	m.expect("claude has finished in demo-x")
	m.write(codexSession, said[1])
	m.expect("codex has finished in demo-codex: The tests fail")
}

func TestKilledRunIsTold(t *testing.T) {
	m := look(t)
	supervisor := exec.Command("sleep", "1000")
	if err := supervisor.Start(); err != nil {
		t.Fatal(err)
	}
	m.run(runs.Run{
		ID: "20261120-184550-ab12", Status: runs.Running, State: signals.Permission, Dir: "/home/user/demo-x",
		To: runs.Session{CLI: "codex", ID: "b"}, Supervisor: runs.ProcessOf(supervisor.Process.Pid),
	})
	m.expect("codex waits in demo-x")
	_ = supervisor.Process.Kill()
	_ = supervisor.Wait()
	if e := m.expect("codex has failed in demo-x: stead was killed"); e.Reported || e.Kind != notify.Failed {
		t.Errorf("got %+v", e)
	}
}

func TestManySessionsAtOnce(t *testing.T) {
	m := look(t)
	turn := turns(t)[0]
	const many = 40
	for i := range many {
		id := fmt.Sprintf("01a1fa47-%04x-7880-a4b7-1550bbe64462", i)
		m.write(fmt.Sprintf(".codex/sessions/2026/11/20/rollout-2026-11-20T18-45-50-%s.jsonl", id),
			strings.ReplaceAll(turn, "01a1fa47-7b03-7880-a4b7-1550bbe64462", id))
	}
	seen := map[string]int{}
	for range many {
		seen[m.expect("codex has finished").Session]++
	}
	if len(seen) != many {
		t.Errorf("%d of %d sessions were told of: %v", len(seen), many, seen)
	}
}

func TestEndOfARunIsToldOnce(t *testing.T) {
	m := look(t)
	r := runs.Run{
		ID: "20261120-184550-ab12", Status: runs.Running, Headless: true, State: signals.Permission, Dir: "/home/user/demo-x",
		To: runs.Session{CLI: "codex", ID: "01a1fa47-7b03-7880-a4b7-1550bbe64462"}, Supervisor: runs.Self(),
	}
	m.run(r)
	m.expect("codex waits in demo-x")
	m.write(codexSession, turns(t)[0])
	m.later.Store(int64(2 * time.Second))
	r.Status, r.FinalText = runs.Completed, "All done."
	m.run(r)
	m.expect("codex has finished in demo-x: All done.")
	m.write(codexSession, turns(t)[1][:100]) // what is left of it
	m.write(strings.ReplaceAll(codexSession, "7b03", "7b04"), strings.ReplaceAll(turns(t)[0], "7b03", "7b04"))
	if e := m.expect("codex has finished in demo-codex"); e.Session != "codex:01a1fa47-7b04-7880-a4b7-1550bbe64462" {
		t.Errorf("got %+v", e)
	}
}
