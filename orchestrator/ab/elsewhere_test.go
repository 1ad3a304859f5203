package ab_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/inject"
	"stead/internal/sys/installed"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/session"
	"stead/runs"
)

// place is another machine, as a contest sees it: the commands that its CLIs are told are done in the tree.
type place struct {
	t     *testing.T
	known string
	asked chan orchestrator.Request
	// fails is how each run ends.
	fails error
}

func (p place) Rehearse(_ context.Context, machine string, _ orchestrator.Request) (string, error) {
	switch strings.ToLower(machine) {
	case "here":
		return "", nil
	case p.known:
		return p.known, nil
	}
	return "", errors.New("there is no machine " + machine)
}

func (p place) Run(ctx context.Context, v ab.Visit, seen orchestrator.Observer) (runs.Run, error) {
	r := v.Request
	if v.Machine != p.known || v.Returns {
		p.t.Errorf("asked is %+v", v)
	}
	p.asked <- r
	run := runs.Run{ID: "20261125-100000.000-abcd", Part: r.Part, Turns: 3}
	seen.Changed(run)
	command := exec.Command("sh", "-c", r.Model)
	command.Dir = v.Tree.Dir()
	if err := command.Run(); err != nil {
		p.t.Error(err)
	}
	if errors.Is(p.fails, context.Canceled) {
		<-ctx.Done()
		return run, session.ErrInterrupted
	}
	return run, p.fails
}

// elsewhere is a ring with a desk.
func elsewhere(t *testing.T) (ring, place) {
	t.Helper()
	r, p := newRing(t), place{t: t, known: "desk", asked: make(chan orchestrator.Request, 9)}
	r.Elsewhere = p
	return r, p
}

// planAt has contestants do what they are told on a machine each.
func (r ring) planAt(machine, command string, here ...string) ab.Plan {
	p := r.plan(here...)
	p.Entrants = append([]ab.Entrant{{CLI: "claude", Machine: machine, Model: command}}, p.Entrants...)
	return p
}

// TestWorkOfAnotherMachineCountsAsThatOfThisOne has one work on the desk, whose name is written in its own way, and one
// here.
func TestWorkOfAnotherMachineCountsAsThatOfThisOne(t *testing.T) {
	r, desk := elsewhere(t)
	p := r.planAt("Desk", "cat draft > answer", "echo no > answer")
	if err := os.WriteFile(filepath.Join(r.folder, "draft"), []byte("yes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Check = "grep -q yes answer && grep -q yes draft"
	c, err := r.Run(t.Context(), p, &observer{})
	if err != nil {
		t.Fatal(err)
	}
	there, here := c.Contestants[0], c.Contestants[1]
	if !there.Succeeded() || there.Machine != "desk" || there.Files != 1 || there.Run != "20261125-100000.000-abcd" ||
		there.Turns != 3 {
		t.Errorf("there: %+v", there)
	}
	if here.State != ab.Done || here.Machine != "" || here.Succeeded() || here.Files != 1 {
		t.Errorf("here: %+v", here)
	}
	if len(desk.asked) != 1 {
		t.Fatalf("the desk is asked %d times", len(desk.asked))
	}
	asked := <-desk.asked
	if asked.From != c.From || asked.Prompt != "Go on." || asked.Part == nil || asked.Part.Of != c.Reference() ||
		asked.Dir != there.Tree {
		t.Errorf("the desk is asked for %+v", asked)
	}
	if c, err = r.Pick(t.Context(), c, ab.Picking{Name: "1", Stay: true}, nobody{}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(r.folder, "answer")); err != nil || string(text) != "yes\n" {
		t.Errorf("picked is %q, %v", text, err)
	}
}

// TestMachineThatFailsIsOneContestantsFailure has the desk go away when half of the work has come home.
func TestMachineThatFailsIsOneContestantsFailure(t *testing.T) {
	r, desk := elsewhere(t)
	desk.fails = errors.New("desk went away")
	r.Elsewhere = desk
	c, err := r.Run(t.Context(), r.planAt("desk", "echo half > half", "true"), &observer{})
	if err != nil {
		t.Fatal(err)
	}
	if there := c.Contestants[0]; there.State != ab.Failed || there.Reason != "desk went away" || there.Files != 1 {
		t.Errorf("there: %+v", there)
	}
	if here := c.Contestants[1]; !here.Succeeded() {
		t.Errorf("here: %+v", here)
	}
}

func TestInterruptionEndsTheRunElsewhere(t *testing.T) {
	r, desk := elsewhere(t)
	desk.fails = context.Canceled // by the interruption
	r.Elsewhere = desk
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	go func() {
		select {
		case <-desk.asked:
			interrupt()
		case <-ctx.Done():
		}
	}()
	c, err := r.Run(ctx, r.planAt("desk", "echo half > half"), &observer{})
	if there := c.Contestants[0]; !errors.Is(err, session.ErrInterrupted) || there.State != ab.Stopped ||
		there.Files != 1 {
		t.Errorf("it is %+v: %v", there, err)
	}
}

// TestCLIOfAnotherMachineMayBeMissingHere has no CLI here at all: who works here cannot take part, and nothing is left
// of that.
func TestCLIOfAnotherMachineMayBeMissingHere(t *testing.T) {
	r, _ := elsewhere(t)
	r.Orchestrator.Locate = func(context.Context, inject.Driver) (installed.Program, error) {
		return installed.Program{}, installed.ErrNotInstalled
	}
	if c, err := r.Run(t.Context(), r.planAt("desk", "true"), &observer{}); err != nil || !c.Contestants[0].Succeeded() {
		t.Errorf("it is %+v: %v", c.Contestants, err)
	}
	for machine, want := range map[string]string{"attic": "claude cannot take part: there is no machine attic",
		"here": installed.ErrNotInstalled.Error()} {
		before, _ := r.Contests.IDs()
		if c, err := r.Run(t.Context(), r.planAt(machine, "true"), &observer{}); err == nil || c.ID != "" ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("on %s: %+v, %v", machine, c, err)
		}
		if after, _ := r.Contests.IDs(); len(after) != len(before) {
			t.Errorf("left behind: %v", after)
		}
	}
	r.Elsewhere = nil
	if _, err := r.Run(t.Context(), r.planAt("desk", "true"), &observer{}); !errors.Is(err, ab.ErrPlan) {
		t.Errorf("where nobody can be asked: %v", err)
	}
}
