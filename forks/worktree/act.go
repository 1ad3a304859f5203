package worktree

import (
	"context"
	"fmt"
	"os"
	"strings"

	"stead/forks/worktree/git"
)

// Act is what is about to be changed in the user's folder: enough to tell, when whoever did it was killed, how far it
// came, and to take it back.
type Act struct {
	// Commit is the work. Merges says that git merges it; else only files are changed.
	Commit string    `json:"commit"`
	Merges bool      `json:"merges,omitempty"`
	Steps  []ActStep `json:"steps"`
}

// ActStep is what is changed in one working tree. Head is the commit that is checked out before, From the tree with
// what is uncommitted, To what shall be there. To is empty where this git cannot tell before it merges.
type ActStep struct {
	Dir        string `json:"dir"`
	Repository string `json:"repository"`
	Own        bool   `json:"own,omitempty"`
	Head       string `json:"head,omitempty"`
	From       string `json:"from"`
	To         string `json:"to,omitempty"`
}

// Begin is called with what is about to be changed, before the first change. An error keeps it from being done. Each
// git that changes something inherits the file that it returns, so that a lock on that lasts until the last of them has
// ended, also when this process is killed. Nil calls nobody.
type Begin func(Act) (*os.File, error)

// actOf is what the steps are about to do.
func actOf(ctx context.Context, commit string, steps []step) (Act, error) {
	act := Act{Commit: commit}
	for _, p := range steps {
		one, err := p.act(ctx)
		if err != nil {
			return act, err
		}
		act.Steps = append(act.Steps, one)
	}
	return act, nil
}

func (p step) act(ctx context.Context) (ActStep, error) {
	s := p.snapshot
	head, err := s.git().Head(ctx)
	return ActStep{Dir: s.Top, Repository: s.Repository, Own: s.Own, Head: head, From: p.from, To: p.to}, err
}

func (s ActStep) git() git.Dir {
	return Snapshot{Dir: s.Dir, Top: s.Dir, Repository: s.Repository, Own: s.Own}.git()
}

// Fate is what has become of an act.
type Fate string

// The fates of an act that was cut off.
const (
	// Finished: all of it was done.
	Finished Fate = "finished"
	// TakenBack: all files are as before, but for those of [Outcome.Changed].
	TakenBack Fate = "taken back"
	// Left: the user has committed something since, or nobody can tell what was there. Nothing was touched.
	Left Fate = "left"
)

// Outcome is what an act that was cut off has left.
type Outcome struct {
	Fate Fate
	// Changed are files that somebody has changed since. They stay as they are.
	Changed []string
	// Lock is git's lock on the index, which is still there. Empty where none is.
	Lock string
}

// Settle finds out how far an act came whose process is gone. What was not done to its end is taken back: every file
// that it has changed gets what it held before. A file that holds something else is the user's.
func (a Act) Settle(ctx context.Context) (Outcome, error) {
	steps := make([]settling, 0, len(a.Steps))
	isFinished := true
	for _, s := range a.Steps {
		head, err := s.git().Head(ctx)
		if err != nil {
			return Outcome{}, fmt.Errorf("look at %s: %w", s.Dir, err)
		}
		if head != s.Head {
			return Outcome{Fate: a.moved(ctx, s)}, nil
		}
		if s.To == "" {
			return Outcome{Fate: Left}, nil
		}
		one, err := s.look(ctx)
		if err != nil {
			return Outcome{}, fmt.Errorf("look at %s: %w", s.Dir, err)
		}
		isFinished = isFinished && one.isDone()
		steps = append(steps, one)
	}
	if isFinished && !a.Merges {
		return Outcome{Fate: Finished}, nil
	}
	return a.takeBack(ctx, steps)
}

// moved says what it means that another commit is checked out than before: git's merge moves it last.
func (a Act) moved(ctx context.Context, s ActStep) Fate {
	if a.Merges && s.git().Run(ctx, nil, nil, "merge-base", "--is-ancestor", a.Commit, "HEAD") == nil {
		return Finished
	}
	return Left
}

func (a Act) takeBack(ctx context.Context, steps []settling) (Outcome, error) {
	outcome := Outcome{Fate: TakenBack}
	whole := context.WithoutCancel(ctx)
	for _, s := range steps {
		if err := a.takeBackStep(whole, s, &outcome); err != nil {
			return outcome, fmt.Errorf("take back what was done in %s: %w", s.Dir, err)
		}
	}
	return outcome, nil
}

func (a Act) takeBackStep(ctx context.Context, s settling, outcome *Outcome) error {
	if err := s.restoreFiles(ctx); err != nil {
		return err
	}
	outcome.Changed = append(outcome.Changed, s.changed...)
	lock := underwayFile(ctx, s.git(), "index.lock")
	if exists(lock) {
		outcome.Lock = lock
	}
	if !a.Merges {
		return nil
	}
	if err := s.restoreIndex(ctx); err != nil {
		return err
	}
	return a.quitMerge(ctx, s.git())
}

// quitMerge has git forget the merge of this work, and no other.
func (a Act) quitMerge(ctx context.Context, g git.Dir) error {
	merging, err := os.ReadFile(underwayFile(ctx, g, "MERGE_HEAD"))
	if err != nil || strings.TrimSpace(string(merging)) != a.Commit {
		return nil //nolint:nilerr // nothing is being merged
	}
	return g.Run(ctx, nil, nil, "merge", "--quit")
}
