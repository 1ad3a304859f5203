package mirror

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit/sample"
	"stead/readers/claude"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
	claudewriter "stead/writers/claude"
)

func TestMirrorGrowsByWholeTurns(t *testing.T) {
	s := newSynced(t, false)
	s.update(t.Context(), moment{})
	if len(s.mirrors()) != 0 {
		t.Fatal("a run without a turn has a mirror")
	}
	s.gains(says(1)...)
	s.gains(sample.User("Prompt 2."))
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	s.gains(sample.Assistant("Answer 2."))
	s.update(t.Context(), moment{})
	s.update(t.Context(), moment{})
	s.gains(sample.User("Prompt 3."))
	s.update(t.Context(), moment{last: true})
	if len(s.mirrors()) != 1 || s.mirrors()[0].Entries != 5 {
		t.Errorf("the mirrors are %+v", s.mirrors())
	}
	stream, _ := claude.Reader{}.Open(t.Context(), s.mirrors()[0].Location())
	if last := texts(t, stream); !slices.Contains(last, "Prompt 3.") || len(last) < 7 {
		t.Errorf("at the end the mirror holds %q", last)
	}
	if !slices.Equal(s.notes.said, []string{"the run is mirrored in " + s.mirrors()[0].Reference()}) {
		t.Errorf("the user is told %q", s.notes.said)
	}
}

func texts(t *testing.T, stream timeline.Stream) (all []string) {
	t.Helper()
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Active() {
			all = append(all, e.Content.String())
		}
	}
	return all
}

// TestMirrorOfWhatWasLeftIsReplacedOnce has the user go back in the run behind a turn that the mirror holds, and goes
// on twice.
func TestMirrorOfWhatWasLeftIsReplacedOnce(t *testing.T) {
	s := newSynced(t, false)
	s.gains(append(says(1), says(2)...)...)
	s.update(t.Context(), moment{})
	_, err := s.pair.journal.Arrange(t.Context(), func(e *timeline.Entry) string {
		if strings.HasSuffix(e.Content.String(), " 2.") {
			return "other:there/branch-1"
		}
		return e.Branch
	})
	if err != nil {
		t.Fatal(err)
	}
	for number := 3; number < 5; number++ {
		s.gains(says(number)...)
		s.update(t.Context(), moment{})
	}
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 3.", "Answer 3.", "Prompt 4.", "Answer 4.")
	if said := strings.Join(s.notes.said, "\n"); !strings.Contains(said, "the user went back") {
		t.Errorf("the user is told %q", said)
	}
}

func TestMirrorThatWasGoneOnWithIsTheUsers(t *testing.T) {
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	theirs := s.mirrors()[0].Session
	s.look(t.Context())
	if len(s.notes.said) != 1 {
		t.Errorf("the user is told of nothing: %q", s.notes.said)
	}
	s.goneOn(theirs, 7)
	s.look(t.Context())
	if !strings.Contains(s.notes.last(), theirs.Reference()+" was continued") {
		t.Errorf("the user is told %q", s.notes.last())
	}
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	if said := strings.Join(s.notes.said, "\n"); !strings.Contains(said, "both are kept") ||
		!strings.Contains(said, "stead fork merge "+theirs.Reference()+" --into run:") {
		t.Errorf("the user is told %q", said)
	}
	s.isBranch(theirs, "Prompt 7.", "Answer 7.")
	s.gains(says(3)...)
	s.update(t.Context(), moment{})
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(theirs, "Prompt 1.", "Answer 1.", "Prompt 7.", "Answer 7.")
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
}

// TestMirrorThatWasPutBackIsNotTrusted has somebody put back an earlier state of the mirror's file.
func TestMirrorThatWasPutBackIsNotTrusted(t *testing.T) {
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	earlier, err := os.ReadFile(s.mirrors()[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	if err := os.WriteFile(s.mirrors()[0].Path, earlier, 0o600); err != nil {
		t.Fatal(err)
	}
	s.gains(says(3)...)
	s.update(t.Context(), moment{last: true})
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
}

// TestHalfATurnOfTheRunIsNotMirroredWhileItWorks looks at the mirror in the middle of a turn.
func TestHalfATurnOfTheRunIsNotMirroredWhileItWorks(t *testing.T) {
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	s.gains(says(2)...) // it may go on with a call
	s.look(t.Context())
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

// isBranch fails the test unless the journal has just these texts of a mirror, as a branch.
func (s *synced) isBranch(of runs.Session, want ...string) {
	s.t.Helper()
	journal, err := s.pair.options.Sources.Journal(s.t.Context(), s.pair.record.Current().ID)
	if err != nil {
		s.t.Fatal(err)
	}
	var got []string
	for e, err := range journal.Entries {
		if err != nil {
			s.t.Fatal(err)
		}
		if e.Branch == of.Reference() && !e.Hidden {
			got = append(got, e.Content.String())
		}
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("the branch of the journal has %q, want %q", got, want)
	}
}

// TestMirrorThatIsOpenWaits has somebody look into the mirror, who says nothing.
func TestMirrorThatIsOpenWaits(t *testing.T) {
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	s.driver.pid = os.Getpid()
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	if !strings.Contains(s.notes.last(), "come into it when it is closed there") {
		t.Errorf("the user is told %q", s.notes.last())
	}
	s.driver.pid = 0
	s.gains(says(3)...)
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
	s.driver.pid = os.Getpid()
	s.gains(says(4)...)
	s.update(t.Context(), moment{last: true})
	if len(s.mirrors()) != 2 {
		t.Fatal("at the end of the run its last turn is nowhere")
	}
	s.goneOn(s.mirrors()[1].Session, 7)
	s.gains(says(5)...)
	s.update(t.Context(), moment{})
	if len(s.mirrors()) != 3 {
		t.Error("a mirror in which something was said is waited for")
	}
}

// TestMirrorIsNotReplacedUnderAWriter has a program keep the mirror open that does not show that in any other way: what
// it wrote would be lost.
func TestMirrorIsNotReplacedUnderAWriter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has a file open")
	}
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	file, err := os.OpenFile(s.mirrors()[0].Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	file.Close()
	s.update(t.Context(), moment{})
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

// rigid is a writer that cannot add to a session.
type rigid struct{ claudewriter.Writer }

func (r rigid) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Extends != nil {
		return writers.Receipt{}, writers.ErrRewritten
	}
	return r.Writer.Write(ctx, plan)
}

func TestFormatThatCannotBeAddedToIsMirroredAnewAtTheEnd(t *testing.T) {
	s := newSynced(t, false)
	s.pair.options.Home.Writer = rigid{}
	for number := range 3 {
		s.gains(says(number)...)
		s.update(t.Context(), moment{})
	}
	if len(s.mirrors()) != 1 || len(s.notes.said) != 2 {
		t.Errorf("the mirrors are %+v, and the user is told %q", s.mirrors(), s.notes.said)
	}
	s.update(t.Context(), moment{last: true})
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[1].Session, "Prompt 0.", "Answer 0.", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

func TestSourceThatCannotBeAddedToStaysAsItIs(t *testing.T) {
	s := newSynced(t, true)
	s.pair.options.Home.Writer = rigid{}
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	s.holds(s.source)
	if len(s.mirrors()) != 2 || !strings.Contains(strings.Join(s.notes.said, "\n"),
		s.source.Reference()+" is left as it is") {
		t.Fatalf("the mirrors are %+v, and the user is told %q", s.mirrors(), s.notes.said)
	}
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.")
}

func TestSourceGrowsUntilItIsGoneOnWith(t *testing.T) {
	s := newSynced(t, true)
	s.gains(says(1)...)
	s.update(t.Context(), moment{})
	s.holds(s.source, "Prompt 1.", "Answer 1.")
	s.goneOn(s.source, 7)
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	s.holds(s.source, "Prompt 1.", "Answer 1.", "Prompt 7.", "Answer 7.")
	if len(s.mirrors()) != 2 || s.mirrors()[1].Source {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}
