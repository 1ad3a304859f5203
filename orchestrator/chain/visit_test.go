package chain_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/orchestrator/session"
	"stead/runs"
)

// desk is another machine, as a chain sees it. Its CLIs write what they are told into files.
type desk struct {
	w *workshop
	// begun are the runs there, by the branches of their visits.
	begun map[string]runs.Run
	// asked are the requests that a run was begun for.
	asked []orchestrator.Request
	// refuses is why the machine cannot do something at all. Fails is asked how a visit ends, whose work is done.
	refuses error
	fails   func(v ab.Visit) error
}

func newDesk(w *workshop) *desk {
	d := &desk{w: w, begun: map[string]runs.Run{}, fails: func(ab.Visit) error { return nil }}
	w.engine.Elsewhere = d
	return d
}

// Rehearse implements [ab.Elsewhere].
func (d *desk) Rehearse(_ context.Context, machine string, _ orchestrator.Request) (string, error) {
	if strings.EqualFold(machine, "desk") {
		return "desk", d.refuses
	}
	return "", nil
}

// Run implements [ab.Elsewhere].
func (d *desk) Run(_ context.Context, v ab.Visit, seen orchestrator.Observer) (runs.Run, error) {
	if v.Machine != "desk" || !v.Returns {
		d.w.t.Errorf("asked is %+v", v)
	}
	d.w.moment("sent")
	run, isThere := d.begun[v.Tree.Branch]
	if !isThere {
		id, err := d.w.engine.Runs.Create(time.Now())
		if err == nil {
			err = os.Remove(d.w.engine.Runs.Dir(id)) // it is there, not here
		}
		if err != nil {
			d.w.t.Fatal(err)
		}
		run = runs.Run{ID: id, Status: runs.Completed, To: runs.Session{CLI: v.Request.To, ID: "of " + id},
			FinalText: "Did " + v.Request.Part.Name}
		d.begun[v.Tree.Branch], d.asked = run, append(d.asked, v.Request)
		d.w.told = append(d.w.told, v.Request.Part.Name+": "+v.Request.Prompt)
	}
	run.Part = v.Request.Part
	d.w.moment("begun there")
	failed := d.fails(v)
	if errors.Is(failed, ab.ErrLost) || errors.Is(failed, session.ErrInterrupted) {
		return runs.Run{ID: run.ID}, failed
	}
	if err := os.WriteFile(filepath.Join(v.Tree.Dir(), v.Request.Part.Name+".txt"), []byte(v.Request.Prompt+"\n"),
		0o600); err != nil {
		d.w.t.Fatal(err)
	}
	if err := os.MkdirAll(d.w.engine.Runs.Dir(run.ID), 0o700); err != nil {
		d.w.t.Fatal(err)
	}
	d.w.save(run, seen)
	d.w.moment("home")
	return run, failed
}

// noCopies fails the test when a copy of the folder is left.
func (w *workshop) noCopies() {
	w.t.Helper()
	if left, _ := os.ReadDir(filepath.Join(w.engine.State, "worktrees")); len(left) > 0 {
		w.t.Errorf("left is %v", left)
	}
}

const away = `
steps:
  - {name: plan, cli: claude, prompt: "Plan it."}
  - {name: implement, cli: codex, on: Desk, args: [--fast], prompt: "Implement: {{.Prev.Text}}", check: "echo wrong; test -e mended || { touch mended; exit 3; }", retries: 1}
  - {name: review, cli: opencode, on: here, hand: diff, prompt: "Review {{.Files}}."}
`

func TestStepOfAnotherMachineCountsAsOneOfThisOne(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	w.engine.Settings.Elsewhere = map[string]orchestrator.Settings{"codex": {Arguments: []string{"--configured-here"}}}
	c, err := w.begin(away, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.noCopies()
	plan, first, second, review := c.Attempts[0], c.Attempts[1], c.Attempts[2], c.Attempts[3]
	if first.Machine != "desk" || first.State != chain.Missed || second.Machine != "desk" ||
		second.State != chain.Done || plan.Machine+review.Machine != "" {
		t.Errorf("they went %+v", c.Attempts)
	}
	if first.From != "run:"+plan.Run || second.From != "run:"+first.Run || first.Text != "Did implement" ||
		!slices.Equal(first.Files, []string{"implement.txt"}) {
		t.Errorf("there: %+v, then %+v", first, second)
	}
	if !strings.Contains(review.Prompt, "Review implement.txt\nmended\nplan.txt.") ||
		!strings.Contains(review.Prompt, "+++ b/implement.txt") {
		t.Errorf("the review was told\n%s", review.Prompt)
	}
	if r := d.asked[0]; len(d.asked) != 2 || r.Dir != w.dir || r.From != first.From ||
		!slices.Equal(r.Arguments, []string{"--fast"}) || r.Part.Of != "chain:"+c.ID {
		t.Errorf("the desk is asked for %+v", d.asked)
	}
	if text, err := os.ReadFile(filepath.Join(w.dir, "implement.txt")); err != nil || string(text) != second.Prompt+"\n" {
		t.Errorf("the work is %q, %v", text, err)
	}
}

// TestChainKilledWhileAnotherMachineWorksDoesNothingTwice kills a chain at each moment, and resumes it.
func TestChainKilledWhileAnotherMachineWorksDoesNothingTwice(t *testing.T) {
	const away = "steps: [{name: a, cli: codex, on: desk, prompt: x, check: 'test -e a.txt'}, {name: b, cli: claude, on: here, hand: diff, prompt: y}]"
	whole := newWorkshop(t)
	newDesk(whole)
	unkilled, err := whole.begin(away, nil)
	if err != nil {
		t.Fatal(err)
	}
	for moment, died := 1, true; died; moment++ {
		w := newWorkshop(t)
		newDesk(w)
		died = w.killedAt(away, func(count int) bool { return count == moment })
		if diff := cmp.Diff(outcome(unkilled), outcome(w.last)) + cmp.Diff(whole.told, w.told); diff != "" {
			t.Errorf("killed at moment %d: %s", moment, diff)
		}
		w.noCopies()
	}
}

func TestStepOfAMachineThatIsAwayFailsItsAttempt(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	d.refuses = errors.New("desk is away")
	c, err := w.begin("steps: [{name: a, cli: codex, on: desk, prompt: x, retries: 1}]", nil)
	if !errors.Is(err, chain.ErrStep) || len(c.Attempts) != 2 || c.Attempts[0].Reason != "desk is away" ||
		!strings.Contains(c.Reason, "at step a: desk is away") {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	d.refuses = nil
	if c, err = w.resume(chain.Undecided); err != nil || c.Status != chain.Completed ||
		!slices.Equal(w.told, []string{"a: x"}) {
		t.Errorf("%v, %v: %q", outcome(c), err, w.told)
	}
	w.noCopies()
}

// TestWorkThatWasLostFromSightIsGoneOnWith loses the desk, and then interrupts the chain. The work goes on there
// meanwhile.
func TestWorkThatWasLostFromSightIsGoneOnWith(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	ends := []error{ab.ErrLost, ab.ErrLost, session.ErrInterrupted, ab.ErrLost}
	d.fails = func(ab.Visit) (err error) {
		if len(ends) > 0 {
			err, ends = ends[0], ends[1:]
		}
		return err
	}
	const text = "steps: [{name: a, cli: codex, on: desk, prompt: x, retries: 1}, {name: b, cli: claude, prompt: y}]"
	if c, err := w.begin(text, nil); !errors.Is(err, chain.ErrStep) || len(c.Attempts) != 2 || c.Attempts[0].Away == nil {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	if c, err := w.resume(chain.Undecided); !errors.Is(err, session.ErrInterrupted) || c.Status != chain.Interrupted {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	if c, err := w.resume(chain.Undecided); err == nil || c.Status != chain.Failed {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	c, err := w.resume(chain.Undecided)
	if err != nil || c.Status != chain.Completed || !slices.Equal(w.told, []string{"a: x", "b: y"}) {
		t.Fatalf("%v, %v: %q", outcome(c), err, w.told)
	}
	if a := c.Attempts[len(c.Attempts)-2]; a.Text != "Did a" || !slices.Equal(a.Files, []string{"a.txt"}) {
		t.Errorf("it is %+v", a)
	}
	w.last = c
	if err := w.engine.Remove(t.Context(), c.ID, false); err != nil {
		t.Error(err)
	}
	w.noCopies()
}

// TestRunThatFailedElsewhereIsAtHomeWithItsWork has a run fail on the desk. The next attempt goes on from it.
func TestRunThatFailedElsewhereIsAtHomeWithItsWork(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	d.fails = func(ab.Visit) error {
		d.fails = func(ab.Visit) error { return nil }
		return session.ErrCLIFailed
	}
	c, err := w.begin("steps: [{name: a, cli: codex, on: desk, prompt: x}]", nil)
	if !errors.Is(err, session.ErrCLIFailed) || len(c.Attempts) != 1 {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "a.txt")); err != nil {
		t.Error(err)
	}
	if c, err = w.resume(chain.Undecided); err != nil || len(c.Attempts) != 2 ||
		c.Attempts[1].From != "run:"+c.Attempts[0].Run {
		t.Errorf("%v, %v", outcome(c), err)
	}
}

// TestStepElsewhereWorksInItsPartOfTheFolder has the whole folder travel for a step that works in a part of it.
func TestStepElsewhereWorksInItsPartOfTheFolder(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	if err := errors.Join(os.Mkdir(filepath.Join(w.dir, "sub"), 0o700),
		os.WriteFile(filepath.Join(w.dir, "above"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	d.fails = func(v ab.Visit) error {
		if _, err := os.Stat(filepath.Join(v.Tree.Dir(), "..", "above")); err != nil ||
			v.Request.Dir != filepath.Join(w.dir, "sub") {
			t.Errorf("it works in %s for %s: %v", v.Tree.Dir(), v.Request.Dir, err)
		}
		return nil
	}
	if _, err := w.begin("steps: [{name: a, cli: codex, on: desk, dir: ./sub, prompt: x}]", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "sub", "a.txt")); err != nil {
		t.Error(err)
	}
}

// TestWorkThatMeetsAnotherStaysOnItsBranch has somebody write here into the file that the desk writes.
func TestWorkThatMeetsAnotherStaysOnItsBranch(t *testing.T) {
	w := newWorkshop(t)
	d := newDesk(w)
	d.fails = func(ab.Visit) error {
		return os.WriteFile(filepath.Join(w.dir, "a.txt"), []byte("mine\n"), 0o600)
	}
	c, err := w.begin("steps: [{name: a, cli: codex, on: desk, prompt: x}]", nil)
	var conflict *worktree.Conflict
	if !errors.As(err, &conflict) || !strings.Contains(c.Reason, "its work is on the branch stead/chain-"+c.ID+"-0") {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	if text, _ := os.ReadFile(filepath.Join(w.dir, "a.txt")); string(text) != "mine\n" {
		t.Errorf("the folder has %q", text)
	}
	w.noCopies()
}
