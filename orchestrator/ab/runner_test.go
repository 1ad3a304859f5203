package ab_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks/worktree"
	"stead/inject"
	"stead/internal/sys/installed"
	"stead/internal/testkit/fixtures"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/session"
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/universal"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	claudewriter "stead/writers/claude"
)

// shellDriver starts a shell in place of Claude Code. What it does is told as the model.
type shellDriver struct {
	inject.Driver
	home string
}

func (shellDriver) Info() adapter.Info                         { return claude.Reader{}.Info() }
func (d shellDriver) Home(adapter.Host) string                 { return d.home }
func (shellDriver) Configured(inject.Environment) inject.Model { return inject.Model{} }
func (shellDriver) Window(string) int64                        { return 200_000 }
func (shellDriver) Composer() inject.Typing                    { return inject.Typing{} }
func (shellDriver) Announced([]byte) (string, bool)            { return "", false }
func (shellDriver) Failure([]byte) (string, bool)              { return "", false }

func (shellDriver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }

// Command implements inject.Driver.
func (shellDriver) Command(l inject.Launch) inject.Command {
	said := record(l.Session.ID, "u1", lastRecord(l.Session.Path), "user",
		`"message":{"role":"user","content":"Go on."}`) + "\n" +
		record(l.Session.ID, "a1", "u1", "assistant",
			`"message":{"id":"m","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}}`) + "\n"
	return inject.Command{Arguments: []string{"-c", l.Model + `; code=$?; printf %s "$0" >> "$1"; exit $code`, said,
		l.Session.Path}}
}

var recordID = regexp.MustCompile(`"uuid":"([^"]*)"`)

// lastRecord is what the next record of a session follows.
func lastRecord(path string) string {
	data, err := os.ReadFile(path)
	found := recordID.FindAllSubmatch(data, -1)
	if err != nil || len(found) == 0 {
		return ""
	}
	return string(found[len(found)-1][1])
}

func record(session, id, parent, kind, more string) string {
	up := "null"
	if parent != "" {
		up = `"` + parent + `"`
	}
	return fmt.Sprintf(
		`{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%q,"timestamp":"2026-11-22T10:00:00.000Z","sessionId":%q,"cwd":"/home/user/demo-x","version":"2.1.197",%s}`, up, kind, id, session, more)
}

// ring is a runner with a folder in git and a session to continue.
type ring struct {
	*ab.Runner
	folder, session string
}

func newRing(t *testing.T) ring {
	t.Helper()
	home, folder, data := t.TempDir(), filepath.Join(t.TempDir(), "project"), t.TempDir()
	for name, value := range map[string]string{"HOME": home, "GIT_CONFIG_GLOBAL": os.DevNull,
		"GIT_CONFIG_SYSTEM": os.DevNull} {
		t.Setenv(name, value)
	}
	session := filepath.Join(home, "text.jsonl")
	fixtures.Copy(t, "claude/text.jsonl", session)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"init -q -b main",
		"-c user.name=U -c user.email=u@localhost commit -q --allow-empty -m Begin"} {
		command := exec.Command("git", strings.Fields(line)...)
		command.Dir = folder
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", line, err, said)
		}
	}
	host := adapter.Host{Home: home, Getenv: os.Getenv, Now: time.Now}
	all := runs.Open(data)
	return ring{folder: folder, session: session, Runner: &ab.Runner{
		Contests: ab.Open(data), Trees: filepath.Join(data, "worktrees"), Worktree: worktree.Options{State: data},
		Orchestrator: &orchestrator.Orchestrator{
			Adapters: []inject.Adapter{{Reader: claude.Reader{}, Writer: claudewriter.Writer{},
				Driver: shellDriver{home: filepath.Join(home, ".claude")}}},
			Catalog: catalog.New(catalog.Options{Readers: []readers.Reader{claude.Reader{}, universal.Reader{}}, Host: host,
				Runs: all, Dir: folder}),
			Runs: all, Live: store.New(time.Now), Host: host, Environment: []string{"PATH=/usr/bin:/bin"},
			Locate: func(context.Context, inject.Driver) (installed.Program, error) {
				return installed.Program{Path: "/bin/sh", Version: "2.1.197"}, nil
			},
			ExitCode: func(error) int { return 0 },
		},
	}}
}

// plan has contestants do what they are told in shell commands.
func (r ring) plan(commands ...string) ab.Plan {
	p := ab.Plan{Request: orchestrator.Request{From: r.session, Dir: r.folder, Prompt: "Go on."}, Parallel: 4}
	for _, command := range commands {
		p.Entrants = append(p.Entrants, ab.Entrant{CLI: "claude", Model: command})
	}
	return p
}

// observer keeps what a contest is told to look like at each change.
type observer struct {
	mutex  sync.Mutex
	states map[string][]ab.State
	notes  []string
	most   int // how many have worked at a time
}

func (o *observer) Changed(c ab.Contest) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.states == nil {
		o.states = map[string][]ab.State{}
	}
	working := 0
	for _, one := range c.Contestants {
		seen := o.states[one.Name]
		if len(seen) == 0 || seen[len(seen)-1] != one.State {
			o.states[one.Name] = append(seen, one.State)
		}
		if one.State == ab.Working {
			working++
		}
	}
	o.most = max(o.most, working)
}

func (o *observer) Counted(string, runs.Run)    {}
func (o *observer) Did(string, *timeline.Entry) {}

func (o *observer) Note(name, text string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.notes = append(o.notes, name+": "+text)
}

func TestContestantsDifferAsTheyWorked(t *testing.T) {
	r := newRing(t)
	p := r.plan("echo yes > answer", "echo no > answer; echo more > other", "exit 3", "true")
	p.Check = "grep -q yes answer || { echo it says no; false; }"
	var seen observer
	c, err := r.Run(t.Context(), p, &seen)
	if err != nil {
		t.Fatal(err, seen.notes)
	}
	type result struct {
		state ab.State
		files int
		ok    bool
	}
	want := map[string]result{"claude": {ab.Done, 1, true}, "claude-2": {ab.Done, 2, false},
		"claude-3": {ab.Failed, 0, false}, "claude-4": {ab.Done, 0, false}}
	for _, one := range c.Contestants {
		if got := (result{one.State, one.Files, one.Succeeded()}); got != want[one.Name] {
			t.Errorf("%s is %+v, want %+v (%s)", one.Name, got, want[one.Name], one.Reason)
		}
	}
	if second := c.Contestants[1]; second.Checked == nil || second.Checked.ExitCode != 1 ||
		second.Checked.Output != "it says no\n" {
		t.Errorf("the check of the second: %+v", second.Checked)
	}
	if got := fmt.Sprint(seen.states["claude"]); got != "[waiting preparing working checking done]" {
		t.Errorf("its states were %s", got)
	}
	kept, err := r.Contests.Find("latest")
	if err != nil || !reflect.DeepEqual(kept.Contestants, c.Contestants) {
		t.Errorf("the record says %+v, %v", kept, err)
	}
	if left, _ := os.ReadDir(r.folder); len(left) != 1 {
		t.Errorf("the user's folder has %v", left)
	}
}

func TestSessionThatGrowsIsTheSameForAll(t *testing.T) {
	r := newRing(t)
	later := record("s", "x1", lastRecord(r.session), "user", `"message":{"role":"user","content":"Said later."}`)
	p := r.plan("echo '"+later+"' >> "+r.session, "true")
	p.Parallel = 1
	c, err := r.Run(t.Context(), p, &observer{})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range c.Contestants {
		journal, err := os.ReadFile(r.Orchestrator.Runs.Journal(one.Run))
		if err != nil || strings.Contains(string(journal), "Said later.") {
			t.Errorf("%s has what was said later, or nothing: %v", one.Name, err)
		}
	}
	if grown, err := os.ReadFile(r.session); err != nil || !strings.Contains(string(grown), "Said later.") {
		t.Errorf("the session has not grown: %v", err)
	}
}

func TestNobodySucceeds(t *testing.T) {
	r := newRing(t)
	c, err := r.Run(t.Context(), r.plan("exit 3"), &observer{})
	if !errors.Is(err, ab.ErrNoWinner) || !errors.Is(err, session.ErrCLIFailed) || c.Status != runs.Completed {
		t.Errorf("the contest is %s: %v", c.Status, err)
	}
}

// TestWhatIsWrongIsToldBeforeAnythingIsMade names what the plan gets wrong.
func TestWhatIsWrongIsToldBeforeAnythingIsMade(t *testing.T) {
	r := newRing(t)
	for name, change := range map[string]func(*ab.Plan){
		"no such CLI":     func(p *ab.Plan) { p.Entrants[0].CLI = "nobody" },
		"no such session": func(p *ab.Plan) { p.Request.From = "claude:00000000" },
		"no such folder":  func(p *ab.Plan) { p.Request.Dir = filepath.Join(r.folder, "none") },
		"no prompt":       func(p *ab.Plan) { p.Request.Prompt = " \n" },
		"nobody":          func(p *ab.Plan) { p.Entrants = nil },
		"not installed": func(*ab.Plan) {
			r.Orchestrator.Locate = func(context.Context, inject.Driver) (installed.Program, error) {
				return installed.Program{}, installed.ErrNotInstalled
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			locate := r.Orchestrator.Locate
			defer func() { r.Orchestrator.Locate = locate }()
			p := r.plan("true")
			change(&p)
			if c, err := r.Run(t.Context(), p, &observer{}); err == nil || c.ID != "" {
				t.Errorf("it was begun: %s, %v", c.ID, err)
			}
			if ids, _ := r.Contests.IDs(); len(ids) > 0 {
				t.Errorf("left behind: %v", ids)
			}
			if refs, _ := exec.Command("git", "-C", r.folder, "for-each-ref", "refs/stead").Output(); len(refs) > 0 {
				t.Errorf("left behind: %s", refs)
			}
		})
	}
}

// TestManyContestantsLeaveNothingInMemory holds a contest of many, a few at a time. It grows by what is in its record
// and by nothing else.
func TestManyContestantsLeaveNothingInMemory(t *testing.T) {
	r := newRing(t)
	p := r.plan("true")
	p.Repeat = 30
	var seen observer
	c, err := r.Run(t.Context(), p, &seen)
	if err != nil || len(c.Winners()) != p.Repeat {
		t.Fatalf("%d of %d have succeeded: %v, %v", len(c.Winners()), p.Repeat, err, seen.notes)
	}
	if left := r.Orchestrator.Live.Snapshot().Sessions(nil); len(left) > 0 {
		t.Errorf("%d runs are in the live view still", len(left))
	}
	if seen.most > p.Parallel {
		t.Errorf("%d have worked at a time, want %d at most", seen.most, p.Parallel)
	}
}

func TestWhoTakesTooLongIsEnded(t *testing.T) {
	r := newRing(t)
	p := r.plan("sleep 1000")
	p.Request.Budget.Time = 300 * time.Millisecond
	c, err := r.Run(t.Context(), p, &observer{})
	if !errors.Is(err, ab.ErrNoWinner) || c.Contestants[0].State != ab.TimedOut {
		t.Errorf("it is %s (%s): %v", c.Contestants[0].State, c.Contestants[0].Reason, err)
	}
}

// TestOneIsStoppedAlone stops the first who works. What it has written is kept, and the other goes on.
func TestOneIsStoppedAlone(t *testing.T) {
	r := newRing(t)
	p := r.plan("echo half > half; sleep 1000", "true")
	p.Parallel = 1
	r.Alongside = func(stop func()) (orchestrator.Observer, func(runs.Run, error)) {
		r.Alongside = nil // the second has nobody who stops it
		return &stopper{stop: stop, half: filepath.Join(r.Trees, "*", "claude", "half")}, func(runs.Run, error) {}
	}
	c, err := r.Run(t.Context(), p, &observer{})
	if err != nil || c.Contestants[0].State != ab.Stopped || c.Contestants[0].Files != 1 ||
		c.Contestants[1].State != ab.Done {
		t.Errorf("the contest is %+v: %v", c.Contestants, err)
	}
}

// stopper stops a run as soon as it has written a file.
type stopper struct {
	nobody
	once sync.Once
	stop func()
	half string
}

// Changed implements orchestrator.Observer.
func (s *stopper) Changed(runs.Run) {
	s.once.Do(func() {
		go func() {
			for range time.Tick(5 * time.Millisecond) {
				if made, _ := filepath.Glob(s.half); len(made) > 0 {
					s.stop()
					return
				}
			}
		}()
	})
}

// TestInterruptionLeavesNothingHalfMade interrupts while the first works and the second waits.
func TestInterruptionLeavesNothingHalfMade(t *testing.T) {
	r := newRing(t)
	p := r.plan("echo half > half; sleep 1000", "true")
	p.Parallel = 1
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	r.Alongside = func(func()) (orchestrator.Observer, func(runs.Run, error)) {
		return &stopper{stop: interrupt, half: filepath.Join(r.Trees, "*", "claude", "half")}, func(runs.Run, error) {}
	}
	c, err := r.Run(ctx, p, &observer{})
	if !errors.Is(err, session.ErrInterrupted) || c.Status != runs.Interrupted {
		t.Errorf("the contest is %s: %v", c.Status, err)
	}
	if first, second := c.Contestants[0], c.Contestants[1]; first.State != ab.Stopped || first.Files != 1 ||
		second.State != ab.Waiting {
		t.Errorf("they are %+v", c.Contestants)
	}
	if list := strings.Split(r.git(t, "worktree", "list"), "\n"); len(list) != 2 {
		t.Errorf("the worktrees are %v", list)
	}
}

// hasty interrupts a contest while the first copy of the folder is made.
type hasty struct {
	observer
	interrupt func()
}

func (h *hasty) Changed(c ab.Contest) {
	if c.Contestants[0].State == ab.Preparing {
		h.interrupt()
	}
}

func TestContestOfWhichNothingCameLeavesNothing(t *testing.T) {
	r := newRing(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	c, err := r.Run(ctx, r.plan("true"), &hasty{interrupt: interrupt})
	if !errors.Is(err, session.ErrInterrupted) || c.HasCopies() {
		t.Errorf("the contest is %s: %v", c.Status, err)
	}
	if refs := r.git(t, "for-each-ref", "refs/stead", "refs/heads/stead"); refs != "" {
		t.Errorf("left behind: %s", refs)
	}
	if left, err := os.ReadDir(r.Trees); len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
