package adaptertest

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	universalreader "stead/readers/universal"
	"stead/timeline"
	"stead/writers"
	universalwriter "stead/writers/universal"
)

// checkUniversal converts every fixture to the universal format, in both encodings, and back.
func checkUniversal(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		for _, w := range []universalwriter.Writer{{}, {Lines: true}} {
			stream := a.open(t, s)
			name := s.fixture + " as document"
			if w.Lines {
				name = s.fixture + " as lines"
			}
			plan, err := w.Plan(adapter.Store{Root: t.TempDir()}, stream, options(""))
			if err != nil {
				t.Fatalf("%s: plan: %v", name, err)
			}
			receipt, err := w.Write(context.Background(), plan)
			if err != nil {
				t.Fatalf("%s: write: %v", name, err)
			}
			back, err := universalreader.Reader{}.Open(context.Background(), adapter.Location{Path: receipt.Path})
			if err != nil {
				t.Fatalf("%s: open: %v", name, err)
			}
			compareRecords(t, a, s, name, collect(t, name, back))
			_, store := a.newStore(t)
			restored := a.write(t, name, store, back, options(stream.Header.ID))
			a.compareRestored(t, name, s.location, restored)
		}
	})
}

// spoken matches the beginning of a message's text in formats of JSON. It includes six letters: the length of an escape
// sequence.
var spoken = regexp.MustCompile(`("(?:text|content|message)":\[?")[A-Za-z ]{6}`)

// halve puts half a character at the beginning of each text, like a CLI that cuts a character in two. It does not
// change any length, because the file may be a database.
func halve(file []byte) []byte { return spoken.ReplaceAll(file, []byte(`${1}\ud83d`)) }

// checkHalves converts sessions with halves of characters to the universal format and back, which must restore every
// byte. It also converts them to another CLI, which must get whole characters and a report of the repair.
func checkHalves(t testing.TB, a Adapter) {
	a.needsWriter(t)
	halved := false
	a.eachFixture(t, func(s session) {
		t.Helper()
		file := s.file(t)
		if bytes.Equal(halve(file), file) {
			return
		}
		fixtures.Put(t, s.location.Path, halve(file))
		stream := a.open(t, s)
		for _, w := range []universalwriter.Writer{{}, {Lines: true}} {
			back := a.carried(t, s, w, stream)
			_, store := a.newStore(t)
			a.compareRestored(t, s.fixture+" with half a character", s.location,
				a.write(t, s.fixture, store, back, options(stream.Header.ID)))
		}
		halved = a.checkForeignHalves(t, s, stream) || halved
	})
	if !halved {
		t.Error("no fixture was given half a character")
	}
}

// carried returns a session after a round trip through the universal format, which must contain no half characters.
func (a Adapter) carried(t testing.TB, s session, w universalwriter.Writer, stream timeline.Stream) timeline.Stream {
	t.Helper()
	plan, err := w.Plan(adapter.Store{Root: t.TempDir()}, stream, options(""))
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := w.Write(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	location := adapter.Location{Path: receipt.Path}
	if file := (session{location: location}).file(t); timeline.HasHalf(file) {
		t.Errorf("%s: half a character stands in the universal format, which strict parsers refuse", s.fixture)
	}
	back, err := universalreader.Reader{}.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// checkForeignHalves writes the session as if it were another CLI's. It reports whether the delivered part contained a
// half.
func (a Adapter) checkForeignHalves(t testing.TB, s session, stream timeline.Stream) bool {
	t.Helper()
	entries, halved := collect(t, s.fixture, stream), false
	for _, e := range entries {
		if e.Native != nil {
			e.Native.CLI = "another"
			halved = halved || e.Active() && timeline.HasHalf(e.Native.Raw)
		}
	}
	stream.Header.Source.CLI, stream.Entries, stream.Children = "another", timeline.Of(entries...), nil
	receipt, written := a.deliver(t, stream)
	said := slices.ContainsFunc(receipt.Losses, func(l writers.Loss) bool { return l.What == "half a character" })
	if halved && !said {
		t.Errorf("%s: half a character is repaired, and the losses %v do not say so", s.fixture, receipt.Losses)
	}
	if a.Records == nil && timeline.HasHalf(written) {
		t.Errorf("%s: half a character is delivered to another CLI", s.fixture)
	}
	return halved
}
