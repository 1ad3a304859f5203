package mirror

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/testkit/sample"
	"stead/readers/codex"
	"stead/runs"
	"stead/timeline/store"
	"stead/writers"
	codexwriter "stead/writers/codex"
)

// elsewhere is a driver of Codex that is never started.
type elsewhere struct{ inject.Driver }

func (elsewhere) Info() adapter.Info { return codex.Reader{}.Info() }

// both is a run of a session of Claude Code in Codex whose own session lies in a store, too.
type both struct {
	*synced
	own     Rest
	receipt writers.Receipt
}

func newBoth(t *testing.T) *both {
	t.Helper()
	b := &both{synced: newSynced(t, false)}
	target := injection.Target{Reader: codex.Reader{}, Writer: codexwriter.Writer{},
		Store: adapter.Store{CLI: "codex", Root: t.TempDir()}}
	b.own = Rest{
		Adapter: inject.Adapter{Reader: target.Reader, Writer: target.Writer, Driver: elsewhere{}}, Target: target,
		Policies: policy.Policies{Vendor: vendor},
		Options: writers.Options{Dir: "/home/user/demo", Now: time.Now(),
			NewID: func() string { return "01a203d1-7a5a-78ca-8a7d-4eeaa998dffe" }},
	}
	began := sample.Conversation(sample.User("Begin."), sample.Assistant("It begins."))
	chosen, err := policy.Select(t.Context(), began, codex.Reader{}.Info(), b.own.Policies)
	if err != nil {
		t.Fatal(err)
	}
	if b.receipt, err = target.Deliver(t.Context(), chosen, b.own.Options); err != nil {
		t.Fatal(err)
	}
	b.own.At = adapter.Location{Path: b.receipt.Path, ID: b.receipt.ID}
	b.pair.record.Count(func(r *runs.Run) { r.To, r.Lines = b.session(), b.receipt.Lines })
	b.gains(says(1)...)
	b.update(t.Context(), moment{})
	return b
}

func (b *both) session() runs.Session {
	return runs.Session{CLI: "codex", ID: b.receipt.ID, Path: b.receipt.Path}
}

// atRest brings over what is new while no CLI works.
func (b *both) atRest() {
	b.t.Helper()
	b.update(b.t.Context(), moment{rest: &b.own})
}

// has fails the test unless the run's own session holds the source and then just these texts, and its journal each of
// them once.
func (b *both) has(want ...string) {
	b.t.Helper()
	own, err := codex.Reader{}.Open(b.t.Context(), b.own.At)
	if err != nil {
		b.t.Fatal(err)
	}
	if got := strings.Join(texts(b.t, own), " "); got != strings.TrimSpace("Begin. It begins. "+strings.Join(want, " ")) {
		b.t.Errorf("the run's session holds %q, want %q", got, want)
	}
	journal, err := b.pair.options.Sources.Journal(b.t.Context(), b.pair.record.Current().ID)
	if err != nil {
		b.t.Fatal(err)
	}
	all := strings.Join(texts(b.t, journal), "\n")
	for _, text := range want {
		if count := strings.Count(all, text); count != 1 {
			b.t.Errorf("%q is %d times in the run's timeline", text, count)
		}
	}
}

func (b *both) mirror() runs.Mirror {
	m, _ := b.pair.record.Current().Mirror()
	return m
}

// unchanged returns a function that fails the test when a byte of either session has changed since, or what the record
// says of them.
func (b *both) unchanged() func() {
	b.t.Helper()
	read := func() (all []byte) {
		for _, path := range []string{b.mirror().Path, b.receipt.Path} {
			content, err := os.ReadFile(path)
			if err != nil {
				b.t.Fatal(err)
			}
			all = append(all, content...)
		}
		return fmt.Appendf(all, "%+v", b.mirror())
	}
	before := read()
	return func() {
		b.t.Helper()
		if after := read(); !bytes.Equal(before, after) {
			b.t.Errorf("something changed:\n%s\n%s", before, after)
		}
	}
}

func TestTurnsOfTheMirrorComeIntoTheRun(t *testing.T) {
	b := newBoth(t)
	b.goneOn(b.mirror().Session, 7)
	b.update(t.Context(), moment{})
	b.has()
	b.atRest()
	b.has("Prompt 7.", "Answer 7.")
	if !strings.Contains(b.notes.last(), b.mirror().Reference()+" was continued, and 1 turn of it") {
		t.Errorf("the user is told %q", b.notes.last())
	}
	same := b.unchanged()
	b.atRest()
	b.update(t.Context(), moment{})
	b.update(t.Context(), moment{last: true, rest: &b.own})
	same()
	b.gains(says(8)...)
	b.update(t.Context(), moment{})
	b.holds(b.mirror().Session, "Prompt 1.", "Answer 1.", "Prompt 7.", "Answer 7.", "Prompt 8.", "Answer 8.")
	same = b.unchanged()
	b.atRest()
	same()
	b.goneOn(b.mirror().Session, 9)
	b.update(t.Context(), moment{last: true, rest: &b.own})
	b.has("Prompt 7.", "Answer 7.", "Prompt 9.", "Answer 9.")
	if len(b.mirrors()) != 1 {
		t.Errorf("the mirrors are %+v", b.mirrors())
	}
}

// TestHalfATurnOfTheMirrorIsNotTaken has the mirror's model still answer.
func TestHalfATurnOfTheMirrorIsNotTaken(t *testing.T) {
	b := newBoth(t)
	path := b.mirror().Path
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b.goneOn(b.mirror().Session, 7)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	added := bytes.SplitAfter(bytes.TrimPrefix(whole, before), []byte("\n"))
	write := func(content []byte) {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	write(append(bytes.Clone(before), added[0]...))
	b.atRest()
	b.has()
	b.update(t.Context(), moment{last: true, rest: &b.own})
	b.has()
	write(whole)
	b.atRest()
	b.has("Prompt 7.", "Answer 7.")
}

// TestWhatACLINotesInAMirrorIsNothingSaid has a CLI open the mirror and note that.
func TestWhatACLINotesInAMirrorIsNothingSaid(t *testing.T) {
	b := newBoth(t)
	file, err := os.OpenFile(b.mirror().Path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"type":"mode","mode":"normal","sessionId":"` + b.mirror().ID + `"}` + "\n")
	}
	if err := errors.Join(err, file.Close(), os.Chtimes(b.mirror().Path, time.Time{},
		time.Now().Add(-time.Minute))); err != nil {
		t.Fatal(err)
	}
	b.gains(says(2)...)
	b.update(t.Context(), moment{})
	b.holds(b.mirror().Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
	if len(b.mirrors()) != 1 {
		t.Errorf("the mirrors are %+v", b.mirrors())
	}
}

// TestKilledSteadTakesATurnOnce kills stead after each step of taking a turn, and resumes.
func TestKilledSteadTakesATurnOnce(t *testing.T) {
	for name, undo := range map[string]struct{ session, journal bool }{
		"before the session": {true, true}, "before the journal": {false, true}, "before the record": {},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBoth(t)
			b.goneOn(b.mirror().Session, 7)
			before := b.pair.record.Current()
			was, err := writers.FingerprintOf(t.Context(), codexwriter.Writer{}, b.own.At)
			if err != nil {
				t.Fatal(err)
			}
			session, journal := b.kept(b.receipt.Path), b.kept(b.pair.journal.Path())
			b.atRest()
			after := b.mirror()
			if undo.session {
				session()
			}
			if undo.journal {
				journal()
			}
			if b.pair.journal, _, err = store.Reopen(b.pair.journal.Path()); err != nil {
				t.Fatal(err)
			}
			b.pair.record.Count(func(r *runs.Run) {
				*r = before
				r.Taking = &runs.Taking{Lines: after.Lines, Fingerprint: was}
			})
			if _, err := b.Complete(t.Context(), b.own); err != nil {
				t.Fatal(err)
			}
			b.atRest()
			b.has("Prompt 7.", "Answer 7.")
			if now := b.pair.record.Current(); now.Taking != nil || b.mirror().Entries != after.Entries ||
				now.Lines != b.records() {
				t.Errorf("the record is %+v", now)
			}
		})
	}
}

// records is how many records the run's own session has.
func (b *both) records() int {
	b.t.Helper()
	last, err := LastRecord(b.t.Context(), codex.Reader{}, b.own.At)
	if err != nil {
		b.t.Fatal(err)
	}
	return last
}

// kept returns a function that makes a file again what it is now, to its time.
func (b *both) kept(path string) func() {
	b.t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		b.t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.t.Fatal(err)
	}
	return func() {
		b.t.Helper()
		if err := errors.Join(os.WriteFile(path, content, 0o600),
			os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
			b.t.Fatal(err)
		}
	}
}

// TestWhatAKilledSteadWroteIntoTheMirrorIsItsOwn kills stead between writing a turn and noting it.
func TestWhatAKilledSteadWroteIntoTheMirrorIsItsOwn(t *testing.T) {
	for name, goesOn := range map[string]bool{"nobody goes on": false, "the user goes on": true} {
		t.Run(name, func(t *testing.T) {
			b := newBoth(t)
			before := b.mirror()
			b.gains(says(2)...)
			b.update(t.Context(), moment{})
			written := b.mirror()
			before.Writing = written.Entries
			if err := b.pair.keepMirror(before); err != nil {
				t.Fatal(err)
			}
			if goesOn {
				b.goneOn(written.Session, 7)
			} else if err := os.Chtimes(written.Path, time.Time{}, time.Now().Add(-time.Minute)); err != nil {
				t.Fatal(err)
			}
			b.atRest()
			if goesOn {
				b.has("Prompt 7.", "Answer 7.")
			} else {
				b.has()
			}
			if m := b.mirror(); m.ID != written.ID || m.Writing != 0 || m.Entries < written.Entries {
				t.Errorf("the mirror is %+v", m)
			}
			b.gains(says(3)...)
			b.update(t.Context(), moment{})
			if goesOn {
				b.holds(written.Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 7.", "Answer 7.",
					"Prompt 3.", "Answer 3.")
			} else {
				b.holds(written.Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
			}
		})
	}
}

// worker is the run's CLI, which waits for its user or not.
type worker struct{ idle, ended bool }

func (w *worker) IsIdle() bool { return w.idle }
func (w *worker) MakeWay()     { w.ended = true }

// TestCLIIsEndedForNewsOnlyWhenItWaits has somebody go on in the mirror while the run's CLI works, and while it waits.
func TestCLIIsEndedForNewsOnlyWhenItWaits(t *testing.T) {
	for _, idle := range []bool{false, true} {
		b := newBoth(t)
		w := &worker{idle: idle}
		defer b.During(w)()
		b.goneOn(b.mirror().Session, 7)
		b.look(t.Context())
		if w.ended != idle {
			t.Errorf("idle %v: the CLI is ended: %v", idle, w.ended)
		}
		if !idle && !strings.Contains(b.notes.last(), "when the run is idle") {
			t.Errorf("the user is told %q", b.notes.said)
		}
		b.has()
	}
}
