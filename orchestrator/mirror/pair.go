package mirror

import (
	"context"
	"fmt"
	"slices"

	"stead/orchestrator/history"
	"stead/orchestrator/record"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// pair is a run and its mirror: what is known of both, and what their user was told.
type pair struct {
	options Options
	record  *record.Keeper
	journal *store.Journal
	// alarmed is what the user was told last of the present mirror.
	alarmed string
	// word is what the user is to be told between two CLIs.
	word string
}

// alarm tells the user something about the present mirror, and that once.
func (p *pair) alarm(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text != p.alarmed {
		p.options.Note(text)
	}
	p.alarmed = text
}

// tell tells the user something that must be seen behind a CLI that has the screen, too.
func (p *pair) tell(format string, args ...any) {
	p.alarm(format, args...)
	p.word = p.alarmed
}

// takeWord returns what the user is to be told between two CLIs, once.
func (p *pair) takeWord() (word string) {
	word, p.word = p.word, ""
	return word
}

// keepMirror notes what the present mirror is now.
func (p *pair) keepMirror(present runs.Mirror) error {
	return p.record.Update(func(r *runs.Run) { r.Mirrors = withLast(r.Mirrors, present) })
}

func withLast(all []runs.Mirror, present runs.Mirror) []runs.Mirror {
	return append(slices.Clone(all[:len(all)-1]), present)
}

// adopt notes what the mirror's CLI has written into it without a word being said, as Codex does when it opens a
// session: it stays.
func (p *pair) adopt(present runs.Mirror, theirs gained) error {
	if theirs.fingerprint == present.Fingerprint || theirs.side.Busy {
		return nil
	}
	present.Fingerprint, present.Lines = theirs.fingerprint, theirs.lines
	return p.keepMirror(present)
}

// progress is what the run has gained since its mirror was last the same.
type progress struct {
	side Side
	// run is the record then, journal the run's timeline, last the index of the last entry that the mirror shall hold.
	run     runs.Run
	journal timeline.Stream
	last    int
}

// measure says what the run has gained: all of it at its end, before that what is finished. A CLI that is idle waits
// for its user.
func (p *pair) measure(ctx context.Context, at moment, idle bool) (ours progress, err error) {
	run := p.record.Current()
	ours.run = run
	if run.To.CLI == run.Home() && len(run.Hops) == 0 {
		return ours, nil // nothing has left the source's CLI yet
	}
	if ours.journal, err = p.options.Sources.Journal(ctx, run.ID); err != nil {
		return ours, err
	}
	present, _ := run.Mirror()
	whole, settled, err := history.Count(ours.journal, run)
	if err != nil {
		return ours, err
	}
	if ours.last = max(settled, present.Entries); at.last {
		ours.last = whole
	}
	ours.side, err = Measure(history.Between(ours.journal, run, present.Entries, ours.last).Entries)
	ours.side.Busy = settled < whole || at.rest == nil && !idle
	return ours, err
}

// between is what the run has gained from an entry to the last that is finished, as the source's CLI is told it. What
// was said in a mirror that was parted from stays there.
func (o progress) between(from int) timeline.Stream {
	return history.Delivered(history.Between(o.journal, o.run, from, o.last), o.run, o.run.Home())
}

// whole is the run's timeline up to the last entry that is finished, as the source's CLI is told it.
func (o progress) whole() timeline.Stream {
	return history.Delivered(history.Until(o.journal, o.run, o.last), o.run, o.run.Home())
}
