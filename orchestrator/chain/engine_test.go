package chain_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/orchestrator"
	"stead/orchestrator/chain"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/timeline"
)

// died is what a killed process does: nothing more.
type died struct{}

// workshop is an engine whose CLIs write what they are told into files.
type workshop struct {
	t      *testing.T
	engine *chain.Engine
	dir    string
	// told is what each step's session was told.
	told []string
	// dies is asked at each moment of a run, and after each change of the chain's record.
	dies func(moment string) bool
	// fails returns what a CLI's work ends with.
	fails func(r orchestrator.Request) error
	last  chain.Chain
	notes []string
}

func newWorkshop(t *testing.T) *workshop {
	t.Helper()
	data := t.TempDir()
	w := &workshop{t: t, dir: t.TempDir(), dies: func(string) bool { return false },
		fails: func(orchestrator.Request) error { return nil }}
	w.engine = &chain.Engine{
		Run: w.run, Runs: runs.Open(data), Chains: chain.Open(data), State: t.TempDir(), Now: time.Now,
		Environment: []string{"PATH=" + os.Getenv("PATH")},
	}
	return w
}

// run works as the orchestrator does: first the record, then the session, then the work.
func (w *workshop) run(ctx context.Context, r orchestrator.Request, seen orchestrator.Observer) (runs.Run, error) {
	run, err := w.record(r)
	if err != nil {
		w.t.Fatal(err)
	}
	w.moment("begun")
	run.To = runs.Session{CLI: r.To, ID: "of " + run.ID}
	w.save(run, seen)
	w.moment("delivered")
	if err := w.fails(r); err != nil {
		run.Status, run.Reason = runs.Failed, err.Error()
		w.save(run, seen)
		return run, err
	}
	if ctx.Err() != nil {
		run.Status = runs.Interrupted
		w.save(run, seen)
		return run, session.ErrInterrupted
	}
	w.told = append(w.told, run.Part.Name+": "+run.Prompt)
	if err := os.WriteFile(filepath.Join(r.Dir, run.Part.Name+".txt"), []byte(run.Prompt+"\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	run.Status, run.FinalText = runs.Completed, "Did "+run.Part.Name
	w.save(run, seen)
	w.moment("completed")
	return run, nil
}

// record is that of the run that is resumed, or a new one.
func (w *workshop) record(r orchestrator.Request) (runs.Run, error) {
	if r.Resume != "" {
		return w.engine.Runs.Load(r.Resume)
	}
	id, err := w.engine.Runs.Create(time.Now())
	run := runs.Run{ID: id, Status: runs.Running, Part: r.Part, Prompt: r.Prompt, Kind: r.Kind,
		Supervisor: runs.Process{PID: 1, Started: "long ago"}}
	if err == nil {
		err = w.engine.Runs.Save(run)
	}
	return run, err
}

func (w *workshop) save(run runs.Run, seen orchestrator.Observer) {
	if err := w.engine.Runs.Save(run); err != nil {
		w.t.Fatal(err)
	}
	seen.Changed(run)
}

func (w *workshop) moment(name string) {
	if w.dies(name) {
		panic(died{})
	}
}

// Changed implements chain.Watcher.
func (w *workshop) Changed(c chain.Chain) {
	w.last = c
	w.moment("changed")
}

// Counted implements chain.Watcher.
func (w *workshop) Counted(string, runs.Run) {}

// Did implements chain.Watcher.
func (w *workshop) Did(string, *timeline.Entry) {}

// Note implements chain.Watcher.
func (w *workshop) Note(text string) { w.notes = append(w.notes, text) }

// alive does something and reports whether that was survived.
func alive(do func()) (survived bool) {
	defer func() {
		if cause := recover(); cause != nil {
			if _, ok := cause.(died); !ok {
				panic(cause)
			}
		}
	}()
	do()
	return true
}

func (w *workshop) begin(text string, vars map[string]string) (c chain.Chain, err error) {
	w.t.Helper()
	r, err := recipe.Parse("r.yaml", []byte(text), recipe.Known{CLIs: []string{"claude", "codex", "opencode"}})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.engine.Begin(w.t.Context(), chain.Order{Recipe: r, Source: []byte(text), Vars: vars, Dir: w.dir}, w)
}

func (w *workshop) resume(d chain.Decision) (chain.Chain, error) {
	return w.engine.Resume(w.t.Context(), w.last.ID, d, "", w)
}

const three = `
vars: {what: a parser}
steps:
  - {name: plan, cli: claude, prompt: "Plan {{.Vars.what}}."}
  - {name: implement, cli: codex, prompt: "Implement: {{.Prev.Text}}", check: "echo wrong; test -e mended || { touch mended; exit 3; }", retries: 1}
  - {name: review, cli: opencode, hand: diff, prompt: "Review {{.Files}} after {{.Steps.plan.Text}}."}
`

// outcome is what of a chain's record does not depend on when it was made.
func outcome(c chain.Chain) []string {
	all := []string{string(c.Status)}
	for _, a := range c.Attempts {
		all = append(all, fmt.Sprintf("%s %d %s prev %d %q files %q said %q from %v", a.Step, a.Number, a.State, a.Previous,
			a.Prompt, a.Files, a.Text, a.From != ""))
	}
	return all
}

func TestStepsGetWhatTheOnesBeforeHaveDone(t *testing.T) {
	w := newWorkshop(t)
	c, err := w.begin(three, nil)
	if err != nil {
		t.Fatal(err)
	}
	review := "Review implement.txt\nmended\nplan.txt after Did plan.\n\nThe changes made in step implement (codex):\n\n"
	want := []string{
		"completed",
		`plan 1 done prev -1 "Plan a parser." files ["plan.txt"] said "Did plan" from false`,
		`implement 1 failed prev 0 "Implement: Did plan" files ["implement.txt"] said "Did implement" from true`,
		`implement 2 done prev 0 "The check ` + "`echo wrong; test -e mended || { touch mended; exit 3; }`" +
			` failed with exit code 3. It said:\n\nwrong\n\n\nFix what is wrong." files ["implement.txt" "mended"] said "Did implement" from true`,
	}
	got := outcome(c)
	if diff := cmp.Diff(want, got[:4]); diff != "" {
		t.Error(diff)
	}
	last := c.Attempts[3]
	if !strings.HasPrefix(last.Prompt, review) || !strings.Contains(last.Prompt, "+++ b/implement.txt") ||
		strings.Contains(last.Prompt, "plan.txt\n+++") {
		t.Errorf("the review was told\n%s", last.Prompt)
	}
	if c.Attempts[1].From != "run:"+c.Attempts[0].Run || c.Attempts[2].From != "run:"+c.Attempts[1].Run ||
		last.From != "" {
		t.Errorf("the sessions go on from %q, %q, %q", c.Attempts[1].From, c.Attempts[2].From, last.From)
	}
}

// TestChainKilledAtEachMomentEndsAsOneThatWasNot kills a chain at each moment at which something on disk has changed,
// once and then again, and resumes it.
func TestChainKilledAtEachMomentEndsAsOneThatWasNot(t *testing.T) {
	whole := newWorkshop(t)
	unkilled, err := whole.begin(three, nil)
	if err != nil {
		t.Fatal(err)
	}
	for moment, died := 1, true; died; moment++ {
		w := newWorkshop(t)
		died = w.killedAt(three, func(count int) bool { return count == moment })
		if diff := cmp.Diff(outcome(unkilled), outcome(w.last)) + cmp.Diff(whole.told, w.told); diff != "" {
			t.Errorf("killed at moment %d: %s", moment, diff)
		}
	}
	w := newWorkshop(t)
	w.killedAt(three, func(count int) bool { return count%4 == 0 })
	if diff := cmp.Diff(outcome(unkilled), outcome(w.last)) + cmp.Diff(whole.told, w.told); diff != "" {
		t.Errorf("killed at every fourth moment: %s", diff)
	}
}

// killedAt kills a chain at the moments that are wanted, and resumes it until it ends. It reports whether such a moment
// came.
func (w *workshop) killedAt(text string, wanted func(count int) bool) (came bool) {
	w.t.Helper()
	count := 0
	w.dies = func(string) bool {
		count++
		dies := wanted(count)
		came = came || dies
		return dies
	}
	var err error
	ended := alive(func() { _, err = w.begin(text, nil) })
	for !ended {
		ended = alive(func() { _, err = w.resume(chain.Undecided) })
	}
	if err != nil {
		w.t.Error(err)
	}
	return came
}

func TestChainGoesOnAtTheStepThatFailed(t *testing.T) {
	w := newWorkshop(t)
	w.fails = func(r orchestrator.Request) error {
		if r.To == "codex" {
			return fmt.Errorf("%w: it was refused", session.ErrCLIFailed)
		}
		return nil
	}
	c, err := w.begin("steps: [{name: a, cli: claude, prompt: x}, {name: b, cli: codex, prompt: y}]", nil)
	if !errors.Is(err, chain.ErrStep) || !errors.Is(err, session.ErrCLIFailed) || c.Status != chain.Failed ||
		!strings.Contains(c.Reason, "at step b: the CLI failed: it was refused") {
		t.Fatalf("%s, %q, %v", c.Status, c.Reason, err)
	}
	w.fails = func(orchestrator.Request) error { return nil }
	if c, err = w.resume(chain.Undecided); err != nil || c.Status != chain.Completed || len(c.Attempts) != 2 {
		t.Errorf("%v, %v", outcome(c), err)
	}
	if want := []string{"a: x", "b: y"}; !slices.Equal(w.told, want) {
		t.Errorf("the CLIs were told %q", w.told)
	}
}

func TestFailureGoesWhereTheRecipeSays(t *testing.T) {
	for _, c := range []struct{ name, recipe, want string }{
		{"on",
			"steps: [{name: a, cli: claude, prompt: x, check: 'false', on_failure: continue}, {name: b, cli: codex, prompt: y}]", "a failed, b done: completed"},
		{
			"back, until it is right",
			"max_steps: 9\nsteps: [{name: a, cli: claude, prompt: x}, {name: b, cli: codex, prompt: y, check: 'test -e once || { touch once; exit 1; }', on_failure: goto a}]",
			"a done, b failed, a done, b done: completed",
		},
		{
			"back, until it is enough",
			"max_steps: 5\nsteps: [{name: a, cli: claude, prompt: x}, {name: b, cli: codex, prompt: y, check: 'false', on_failure: goto a}]",
			"a done, b failed, a done, b failed, a done: failed",
		},
		{"past steps",
			"steps: [{name: a, cli: claude, prompt: x, check: 'false', on_failure: goto c}, {name: b, cli: codex, prompt: y}, {name: c, cli: codex, prompt: z}]", "a failed, c done: completed"},
		{"nowhere after retries", "steps: [{name: a, cli: claude, prompt: x, check: 'false', retries: 2}]",
			"a failed, a failed, a failed: failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkshop(t)
			got, _ := w.begin(c.recipe, nil)
			var went []string
			for _, a := range got.Attempts {
				went = append(went, a.Step+" "+string(a.State))
			}
			if is := strings.Join(went, ", ") + ": " + string(got.Status); is != c.want {
				t.Errorf("it went %s, want %s", is, c.want)
			}
		})
	}
}

func TestChainThatIsResumedMayMakeAsManyAttemptsAgain(t *testing.T) {
	w := newWorkshop(t)
	c, err := w.begin(
		"max_steps: 2\nsteps: [{name: a, cli: claude, prompt: x}, {name: b, cli: codex, prompt: y}, {name: c, cli: codex, prompt: z}]", nil)
	if !errors.Is(err, chain.ErrStep) || len(c.Attempts) != 2 {
		t.Fatalf("%v, %v", outcome(c), err)
	}
	if c, err = w.resume(chain.Undecided); err != nil || c.Status != chain.Completed || len(c.Attempts) != 3 {
		t.Errorf("%v, %v", outcome(c), err)
	}
}

func TestWorktreeOfAFolderThatIsGoneIsRemovedByForceOnly(t *testing.T) {
	w := newWorkshop(t)
	t.Setenv("HOME", t.TempDir())
	if output, err := exec.Command("git", "init", "-q", w.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	c, err := w.begin("worktree: true\nsteps: [{name: a, cli: claude, prompt: x}]", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(w.dir); err != nil {
		t.Fatal(err)
	}
	if err := w.engine.Remove(t.Context(), c.ID, false); !errors.Is(err, chain.ErrLoss) {
		t.Errorf("without force: %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "a.txt")); err != nil {
		t.Errorf("the work is lost: %v", err)
	}
	if err := w.engine.Remove(t.Context(), c.ID, true); err != nil {
		t.Errorf("by force: %v", err)
	}
	if _, err := os.Stat(c.Tree.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the worktree is still there: %v", err)
	}
}

func TestStepThatMustBeApprovedWaits(t *testing.T) {
	const gated = "steps: [{name: a, cli: claude, prompt: x}, {name: b, cli: codex, prompt: y, approve: true}]"
	for d, want := range map[chain.Decision]chain.Status{chain.Approved: chain.Completed, chain.Rejected: chain.Failed,
		chain.Undecided: chain.Waiting} {
		w := newWorkshop(t)
		if c, err := w.begin(gated, nil); !errors.Is(err, chain.ErrWaiting) || c.Status != chain.Waiting || len(w.told) != 1 {
			t.Fatalf("%s, %v", c.Status, err)
		}
		c, _ := w.resume(d)
		if c.Status != want || (len(w.told) == 2) != (d == chain.Approved) {
			t.Errorf("%q: %s, told %q", d, c.Status, w.told)
		}
	}
}

func TestInterruptedChainGoesOnInItsRun(t *testing.T) {
	w := newWorkshop(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.dies = func(moment string) bool {
		if moment == "delivered" {
			cancel()
		}
		return false
	}
	r, err := recipe.Parse("r.yaml", []byte("steps: [{name: a, cli: claude, prompt: x}]"),
		recipe.Known{CLIs: []string{"claude"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := w.engine.Begin(ctx, chain.Order{Recipe: r, Dir: w.dir}, w)
	if !errors.Is(err, session.ErrInterrupted) || c.Status != chain.Interrupted || c.Reason != "interrupted" {
		t.Fatalf("%s, %q, %v", c.Status, c.Reason, err)
	}
	if c, err = w.resume(chain.Undecided); err != nil || c.Status != chain.Completed {
		t.Errorf("%s, %v", c.Status, err)
	}
	if all, err := w.engine.Runs.All(); err != nil || len(all) != 1 {
		t.Errorf("there are %d runs, %v", len(all), err)
	}
}

func TestVariablesAreTheRecipes(t *testing.T) {
	const text = "vars: {a: , b: x}\nsteps: [{name: s, cli: claude, prompt: '{{.Vars.a}}{{.Vars.b}}'}]"
	for _, c := range []struct {
		vars map[string]string
		want string
	}{
		{nil, "a has no value"},
		{map[string]string{"a": "1", "bb": "2"}, "has no variable bb; did you mean b?"},
		{map[string]string{"a": "1", "b": "2"}, ""},
	} {
		w := newWorkshop(t)
		_, err := w.begin(text, c.vars)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) ||
			!errors.Is(err, chain.ErrVars)) {
			t.Errorf("%v: %v", c.vars, err)
		}
		if ids, _ := w.engine.Chains.IDs(); (len(ids) == 0) != (err != nil) {
			t.Errorf("%v: there are %d chains", c.vars, len(ids))
		}
	}
}

func TestStepMayBeSaidByATemplate(t *testing.T) {
	w := newWorkshop(t)
	w.engine.Library.User = t.TempDir()
	text := "---\ndescription: Say something.\nvars:\n  what: {type: text, required: true}\n---\nSay {{.what}}!\n"
	if err := os.WriteFile(filepath.Join(w.engine.Library.User, "say.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := recipe.Parse("r.yaml",
		[]byte(
			"vars: {n: 3, yes: true}\nsteps: [{name: a, cli: claude, template: say, vars: {what: '{{.Vars.n}} {{.Vars.yes}}'}}]"), recipe.Known{
			CLIs: []string{"claude"}, Template: func(name string, _ map[string]string) error {
				_, err := w.engine.Library.Find(name)
				return err
			},
		})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.engine.Begin(t.Context(), chain.Order{Recipe: r, Dir: w.dir}, w); err != nil ||
		!slices.Equal(w.told, []string{"a: Say 3 true!"}) {
		t.Errorf("%q, %v", w.told, err)
	}
}

// TestRunThatIsStoppedInterruptsTheChain stops a step's run alone.
func TestRunThatIsStoppedInterruptsTheChain(t *testing.T) {
	w := newWorkshop(t)
	w.fails = func(orchestrator.Request) error { return session.ErrInterrupted }
	if c, err := w.begin("steps: [{name: a, cli: claude, prompt: x, retries: 3}]", nil); !errors.Is(err,
		session.ErrInterrupted) || c.Status != chain.Interrupted {
		t.Fatalf("%s, %v", c.Status, err)
	}
	w.fails = func(orchestrator.Request) error { return nil }
	if c, err := w.resume(chain.Undecided); err != nil || len(c.Attempts) != 1 {
		t.Errorf("%v, %v", outcome(c), err)
	}
}
