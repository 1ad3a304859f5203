package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"stead/forks"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Errors of a merge.
var (
	// ErrNothingNew: the session holds nothing beyond the session that it was made from.
	ErrNothingNew = errors.New("nothing to merge")
	// ErrNoParent: it is unknown which session the session was made from.
	ErrNoParent = errors.New("no fork that stead knows")
)

// Merge describes what is brought back into the session of a request.
type Merge struct {
	// Fork is the reference of the session whose turns are brought back: those beyond the session that it was made from.
	Fork string
	// As is the form in which they are brought back.
	As MergeForm
}

// MergeForm is the form in which turns are brought back.
type MergeForm string

// The forms of a merge.
const (
	// MergeFull brings the turns back unchanged.
	MergeFull MergeForm = ""
	// MergeSummary brings back a text that says what was asked, done and answered.
	MergeSummary MergeForm = "summary"
)

// ParseMergeForm parses a form from the command line: full or summary. Empty means full.
func ParseMergeForm(text string) (MergeForm, error) {
	switch f := MergeForm(text); f {
	case MergeFull, MergeSummary:
		return f, nil
	case "full":
		return MergeFull, nil
	}
	return "", fmt.Errorf("turns cannot be brought back as %q: use full or summary", text)
}

// branchOff is a session that has diverged, with the entries that its parent lacks.
type branchOff struct {
	session runs.Session
	added   timeline.Stream
}

// branches finds the entries that sessions have beyond the sessions that they were made from.
type branches struct{ finder Finder }

// merged returns the current state of a session, followed by the turns of a fork.
func (f Finder) merged(ctx context.Context, q Query) (Source, error) {
	fork, err := branches{f}.find(ctx, q.Merge.Fork)
	if err != nil {
		return Source{}, err
	}
	from, err := f.resolve(ctx, q)
	if err != nil {
		return Source{}, err
	}
	added, err := outline(ctx, fork.added)
	if err != nil {
		return Source{}, err
	}
	if added.entries == 0 {
		return Source{}, fmt.Errorf("%w: %s holds nothing that %s does not", ErrNothingNew, fork.session.Reference(), q.From)
	}
	if q.Merge.As == MergeSummary {
		fork.added.Entries = timeline.Of(added.summary(fork, f.Host.Now()))
	}
	from.With = fork.session.Reference()
	return from.join(ctx, fork, added, q.Merge.As)
}

// join adds the fork's turns after the session's end. It gives them new ids where necessary, because CLIs number the
// calls of each session from the beginning.
func (from Source) join(ctx context.Context, fork branchOff, added *turnsOutline, as MergeForm) (Source, error) {
	taken := map[string]bool{}
	if err := from.Stream.Each(ctx, func(e *timeline.Entry) error { taken[e.ID] = true; return nil }); err != nil {
		return from, err
	}
	isForeign := fork.added.Header.Source.CLI != from.Stream.Header.Source.CLI
	if isForeign && added.thoughts > 0 && as == MergeFull {
		from.LeftOut = append(from.LeftOut, writers.LeftOut{What: "thinking",
			Why: "it belongs to another CLI than the session that it is merged into", Count: added.thoughts})
	}
	brought := fork.added.Entries
	from.Stream.Entries = history.Then(from.Stream.Entries, func(yield func(*timeline.Entry, error) bool) {
		names := renaming{taken: taken, given: map[string]string{}}
		for e, err := range brought {
			if err == nil {
				e = names.entry(e, isForeign)
			}
			if !yield(e, err) {
				return
			}
		}
	})
	from.Stream.Header.Metadata.Tokens = nil
	if as == MergeFull {
		from.Stream.Children = append(from.Stream.Children[:len(from.Stream.Children):len(from.Stream.Children)],
			fork.added.Children...)
	}
	return from, nil
}

// renaming gives entries unused ids.
type renaming struct {
	taken map[string]bool
	given map[string]string
}

// entry returns an entry with an unused id. It drops the record, which refers to the preceding records of another
// session.
func (n renaming) entry(e *timeline.Entry, isForeign bool) *timeline.Entry {
	renamed := *e
	renamed.Native = nil
	if isForeign {
		renamed.Thinking = timeline.Text{}
	}
	for n.taken[renamed.ID] {
		renamed.ID += "~"
	}
	if renamed.ID != e.ID {
		n.given[e.ID] = renamed.ID
	}
	renamed.CallID = cmp.Or(n.given[e.CallID], e.CallID)
	renamed.ParentID = cmp.Or(n.given[e.ParentID], e.ParentID)
	return &renamed
}

// Parent returns the reference of the session that another was made from. Errors: those of the catalog, ErrNoParent.
func (f Finder) Parent(ctx context.Context, reference string) (string, error) {
	if err := refuseDraft(reference); err != nil {
		return "", err
	}
	session, err := f.Session(ctx, reference)
	if err != nil {
		return "", err
	}
	if run, ok := f.Runs.MadeBy(session.CLI, session.ID); ok && run.From.ID != "" {
		return run.From.Reference(), nil
	}
	if run, _, ok := f.Runs.MirroredIn(session.CLI, session.ID); ok {
		return "run:" + run.ID, nil
	}
	if n, ok := f.Native(ctx, session.Reference()); ok {
		return n.Parent, nil
	}
	return "", fmt.Errorf("%w: the origin of %s is not known: name it with --into", ErrNoParent, session.Reference())
}

// find finds a session and its entries beyond the session that it was made from.
func (b branches) find(ctx context.Context, reference string) (branchOff, error) {
	if err := refuseDraft(reference); err != nil {
		return branchOff{}, err
	}
	session, err := b.finder.Session(ctx, reference)
	if err != nil {
		return branchOff{}, err
	}
	if run, ok := b.finder.Runs.MadeBy(session.CLI, session.ID); ok {
		return b.ofRun(ctx, run)
	}
	if _, m, ok := b.finder.Runs.MirroredIn(session.CLI, session.ID); ok {
		return b.ofMirror(ctx, m)
	}
	n, ok := b.finder.Native(ctx, session.Reference())
	if !ok {
		return branchOff{}, fmt.Errorf(
			"%w: neither stead nor its CLI recorded the origin of %s, so its new turns cannot be told apart", ErrNoParent, session.Reference())
	}
	return b.ofCLI(ctx, session, n)
}

// ofRun returns the entries that a run's CLIs have added.
func (b branches) ofRun(ctx context.Context, run runs.Run) (branchOff, error) {
	whole, err := b.finder.wayBack(ctx, run, nil, run.To.CLI)
	if err != nil {
		return branchOff{}, err
	}
	part := whole.Stream.Filter(func(e *timeline.Entry) (*timeline.Entry, bool) {
		return e, history.IsAdded(e, run) &&
			e.Active()
	})
	part.Header.Source.CLI, part.Children = run.To.CLI, nil
	return branchOff{run.To, part}, nil
}

// ofMirror returns the entries of a run's mirror after the run's last write to it.
func (b branches) ofMirror(ctx context.Context, m runs.Mirror) (branchOff, error) {
	own, err := b.finder.Open(ctx, m.Session)
	if err != nil {
		return branchOff{}, err
	}
	part := own.Filter(func(e *timeline.Entry) (*timeline.Entry, bool) {
		return e, e.Active() && e.Native != nil && e.Native.Line > m.Lines
	})
	part.Children = nil
	return branchOff{m.Session, part}, nil
}

// ofCLI returns the entries of a session that its own CLI has forked: those whose ids its parent lacks.
func (b branches) ofCLI(ctx context.Context, session runs.Session, n forks.Node) (branchOff, error) {
	own, err := b.finder.Open(ctx, session)
	if err != nil {
		return branchOff{}, err
	}
	parent, err := b.finder.resolve(ctx, Query{From: n.Parent, To: session.CLI})
	if err != nil {
		return branchOff{}, err
	}
	inherited := map[string]bool{}
	if err := parent.Stream.Each(ctx, func(e *timeline.Entry) error { inherited[e.ID] = true; return nil }); err != nil {
		return branchOff{}, err
	}
	part := own.Filter(func(e *timeline.Entry) (*timeline.Entry, bool) {
		return e, e.Active() && !inherited[e.ID] && (e.Native == nil || e.Native.Session == "")
	})
	part.Children = nil
	return branchOff{session, part}, nil
}
