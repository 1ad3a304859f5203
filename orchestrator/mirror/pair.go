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

// pair is a run and its mirror: the known state of both, and what their user was told.
type pair struct {
	options Options
	record  *record.Keeper
	journal *store.Journal
	// alarmed is the last message to the user about the present mirror.
	alarmed string
	// word is the message that the user gets between two CLIs.
	word string
}

// alarm shows the user a message about the present mirror, but not twice in a row.
func (p *pair) alarm(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text != p.alarmed {
		p.options.Note(text)
	}
	p.alarmed = text
}

// tell shows the user a message that must also be visible after a CLI has had the screen.
func (p *pair) tell(format string, args ...any) {
	p.alarm(format, args...)
	p.word = p.alarmed
}

// takeWord returns the message for the user between two CLIs, once.
func (p *pair) takeWord() (word string) {
	word, p.word = p.word, ""
	return word
}

// keepMirror stores the state of the present mirror in the record.
func (p *pair) keepMirror(present runs.Mirror) error {
	return p.record.Update(func(r *runs.Run) { r.Mirrors = withLast(r.Mirrors, present) })
}

func withLast(all []runs.Mirror, present runs.Mirror) []runs.Mirror {
	return append(slices.Clone(all[:len(all)-1]), present)
}

// adopt records what the mirror's CLI has written into it without a message, as Codex does when it opens a session.
// These records stay.
func (p *pair) adopt(present runs.Mirror, theirs gained) error {
	if theirs.fingerprint == present.Fingerprint || theirs.side.Busy {
		return nil
	}
	present.Fingerprint, present.Lines = theirs.fingerprint, theirs.lines
	return p.keepMirror(present)
}

// progress is what the run has gained since its mirror was last in step.
type progress struct {
	side Side
	// run is the record at that time, journal the run's timeline, last the index of the last entry for the mirror.
	run     runs.Run
	journal timeline.Stream
	last    int
}

// measure returns what the run has gained: everything at its end, and before that only finished entries. An idle CLI
// waits for its user.
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

// between returns the run's entries after from up to the last finished one, in the form for the source's CLI. Turns of
// a mirror that the run has parted from stay in that mirror.
func (o progress) between(from int) timeline.Stream {
	return history.Delivered(history.Between(o.journal, o.run, from, o.last), o.run, o.run.Home())
}

// whole returns the run's timeline up to the last finished entry, in the form for the source's CLI.
func (o progress) whole() timeline.Stream {
	return history.Delivered(history.Until(o.journal, o.run, o.last), o.run, o.run.Home())
}
