package adaptertest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// checkAt reads each record of a session alone, and compares its texts with those in the stream.
func checkAt(t testing.TB, a Adapter) {
	seeker, ok := a.Reader.(readers.Seeker)
	if !ok {
		t.Skip("the reader reads no single records")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		for _, told := range recordsOf(collect(t, s.fixture, a.open(t, s))) {
			alone, err := seeker.At(context.Background(), s.location, readers.PositionOf(told[0].Native))
			if err != nil {
				t.Fatalf("%s: read the record of line %d: %v", s.fixture, told[0].Native.Line, err)
			}
			if diff := cmp.Diff(texts(told), texts(alone)); diff != "" {
				t.Errorf("%s: line %d alone tells another text (-stream +alone):\n%s", s.fixture, told[0].Native.Line, diff)
			}
		}
	})
}

// recordsOf returns the entries of each of a session's own records, for records with visible entries.
func recordsOf(entries []*timeline.Entry) [][]*timeline.Entry {
	var records [][]*timeline.Entry
	for _, e := range entries {
		if e.Hidden || e.Native == nil || e.Native.Session != "" {
			continue
		}
		last := len(records) - 1
		if last >= 0 && records[last][0].Native.Line == e.Native.Line {
			records[last] = append(records[last], e)
		} else {
			records = append(records, []*timeline.Entry{e})
		}
	}
	return records
}

// texts returns the texts of entries that are not hidden.
func texts(entries []*timeline.Entry) []string {
	var all []string
	for _, e := range entries {
		if !e.Hidden {
			all = append(all, string(e.Type), e.Content.String(), e.Thinking.String(), string(e.Tool), string(e.Input),
				e.Output.String(), e.Error.String())
		}
	}
	return all
}

// checkFrom continues to read a session from each of its records. The earlier part and the rest together must equal a
// reading of the whole session.
func checkFrom(t testing.TB, a Adapter) {
	resumer, ok := a.Reader.(readers.Resumer)
	if !ok {
		t.Skip("the reader does not go on from a position")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		file, entries := s.file(t), collect(t, s.fixture, a.open(t, s))
		for _, record := range natives(a.Reader.Info().Name, entries)[1:] {
			if before, ok := a.before(t, s, file[:record.Offset]); ok {
				fixtures.Put(t, s.location.Path, file)
				a.compareFrom(t, resumer, s, record, before, entries)
			}
		}
	})
}

// before reads a file that contains only the beginning of a session. There may be no conversation in it yet.
func (a Adapter) before(t testing.TB, s session, beginning []byte) ([]*timeline.Entry, bool) {
	t.Helper()
	fixtures.Put(t, s.location.Path, beginning)
	stream, err := a.Reader.Open(context.Background(), s.location)
	if err != nil {
		return nil, false
	}
	return collect(t, s.fixture, stream), true
}

func (a Adapter) compareFrom(t testing.TB, r readers.Resumer, s session, from *timeline.Record, before,
	whole []*timeline.Entry) {
	t.Helper()
	got := byLine(before)
	for e, err := range r.From(context.Background(), s.location, readers.PositionOf(from)) {
		if errors.Is(err, readers.ErrAnew) {
			return
		}
		if err != nil {
			t.Fatalf("%s: read on from line %d: %v", s.fixture, from.Line, err)
		}
		got = append(got, e.Clone())
	}
	if diff := cmp.Diff(told(whole), told(got)); diff != "" {
		t.Errorf("%s: read on from line %d it differs from the stream (-stream +read on):\n%s", s.fixture, from.Line, diff)
	}
}

func byLine(entries []*timeline.Entry) []*timeline.Entry {
	return slices.SortedStableFunc(slices.Values(entries),
		func(a, b *timeline.Entry) int { return a.Native.Line - b.Native.Line })
}

// placedText is the texts of an entry, with their position and cost.
type placedText struct {
	Position readers.Position
	Texts    []string
	Usage    *timeline.Usage
	Begins   bool
}

func told(entries []*timeline.Entry) []placedText {
	var all []placedText
	for _, e := range byLine(entries) {
		if !e.Hidden {
			all = append(all, placedText{readers.PositionOf(e.Native), texts([]*timeline.Entry{e}), e.Usage, e.StartsTurn()})
		}
	}
	return all
}

// checkPick reads each session without some of its records. The others must have the same content, and no turn may be
// missing.
func checkPick(t testing.TB, a Adapter) {
	picker, ok := a.Reader.(readers.Picker)
	if !ok {
		t.Skip("the reader leaves out no records")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		whole := a.open(t, s)
		for _, divisor := range []int{1, 2, 3, 1 << 30} {
			isHeld := func(record []byte) bool { return len(record)%divisor == 0 }
			picked, err := picker.Pick(context.Background(), s.location, isHeld)
			if err != nil {
				t.Fatalf("%s: %v", s.fixture, err)
			}
			comparePicked(t, s.fixture, isHeld, whole, picked)
		}
	})
}

func comparePicked(t testing.TB, fixture string, isHeld func([]byte) bool, whole, picked timeline.Stream) {
	t.Helper()
	want, got := held(collect(t, fixture, whole), isHeld), held(collect(t, fixture, picked), isHeld)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: without some records the others tell something else (-stream +picked):\n%s", fixture, diff)
	}
	if len(whole.Children) != len(picked.Children) {
		t.Fatalf("%s: %d sub-agents of %d are left", fixture, len(picked.Children), len(whole.Children))
	}
	for i := range whole.Children {
		comparePicked(t, fixture, isHeld, whole.Children[i], picked.Children[i])
	}
}

// heldText is the content of an entry whose record is kept, or that begins a turn.
type heldText struct {
	Line   int
	Texts  []string
	Branch string
	Begins bool
}

func held(entries []*timeline.Entry, isHeld func([]byte) bool) []heldText {
	var all []heldText
	for _, e := range entries {
		if e.Native == nil || e.Hidden || !e.StartsTurn() && !isHeld(e.Native.Raw) {
			continue
		}
		all = append(all, heldText{e.Native.Line, texts([]*timeline.Entry{e}), e.Branch, e.StartsTurn()})
	}
	return all
}
