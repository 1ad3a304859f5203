package codex

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
	"stead/readers"
	"stead/timeline"
)

// TestAWindowTellsWhatTheWholeDoes reads recorded rollouts on from each of their lines, with windows that are too small
// for most of them. What the window cannot tell is read anew; what it tells is what a reading of the whole tells:
// texts, outcomes, models and costs.
func TestAWindowTellsWhatTheWholeDoes(t *testing.T) {
	first, most := resumed, mostResumed
	t.Cleanup(func() { resumed, mostResumed = first, most })
	for _, window := range []int64{2 << 10, 16 << 10, first} {
		resumed, mostResumed = window, 4*window
		read, anew := 0, 0
		for _, fixture := range fixtures.Match(t, recorded.Codex().Fixtures...) {
			location := fixtures.Place(t, recorded.Codex(), t.TempDir(), fixture)
			whole := all(t, location)
			file, err := os.ReadFile(location.Path)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range positions(whole)[1:] {
				fixtures.Put(t, location.Path, file[:at.Offset])
				before := all(t, location)
				fixtures.Put(t, location.Path, file)
				rest, err := readOn(location, at)
				if errors.Is(err, readers.ErrAnew) {
					anew++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				read++
				for _, e := range rest {
					if e.Model == "" && len(before) > 0 { // then whoever reads on knows it
						e.Model = modelAt(whole, e.Native.Line)
					}
				}
				if diff := cmp.Diff(inShort(whole), inShort(append(before, rest...))); diff != "" {
					t.Fatalf("%s: read on from line %d with a window of %d bytes (-whole +read on):\n%s", fixture, at.Line, window,
						diff)
				}
			}
		}
		if t.Logf("window %d: %d positions read on, %d anew", window, read, anew); read < anew/8 || window == first &&
			read < 4*anew {
			t.Errorf("of %d positions only %d were read on with a window of %d bytes", read+anew, read, window)
		}
	}
}

// all returns the entries of a rollout, none of one without a conversation.
func all(t *testing.T, location adapter.Location) []*timeline.Entry {
	t.Helper()
	s, err := Reader{}.Open(t.Context(), location)
	if err != nil {
		return nil
	}
	var entries []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e.Clone())
	}
	return entries
}

// modelAt returns the model of a line.
func modelAt(entries []*timeline.Entry, line int) string {
	for _, e := range entries {
		if e.Native.Line == line {
			return e.Model
		}
	}
	return ""
}

func positions(entries []*timeline.Entry) []readers.Position {
	var all []readers.Position
	for _, e := range entries {
		if e.Native.Session == "" {
			all = append(all, readers.PositionOf(e.Native))
		}
	}
	slices.SortFunc(all, func(a, b readers.Position) int { return a.Line - b.Line })
	return slices.Compact(all)
}

func readOn(location adapter.Location, at readers.Position) ([]*timeline.Entry, error) {
	var rest []*timeline.Entry
	for e, err := range (Reader{}).From(context.Background(), location, at) {
		if err != nil {
			return nil, err
		}
		rest = append(rest, e.Clone())
	}
	return rest, nil
}

// inShort says what entries tell, in the order of the file.
func inShort(entries []*timeline.Entry) []string {
	sorted := slices.SortedStableFunc(slices.Values(entries),
		func(a, b *timeline.Entry) int { return a.Native.Line - b.Native.Line })
	var all []string
	for _, e := range sorted {
		usage := ""
		if e.Usage != nil {
			usage = fmt.Sprint(*e.Usage)
		}
		if e.Hidden && usage == "" {
			continue
		}
		all = append(all, fmt.Sprintf("%s:%d@%d %s %s model %s branch %s: %s%s %s %s ok %v %s %s%s", e.Native.Session,
			e.Native.Line, e.Native.Offset, e.Type,
			e.Timestamp, e.Model, e.Branch, e.Content.String(), e.Thinking.String(),
			e.Tool, e.Input, e.Success, e.Output.String(), e.Error.String(), usage))
	}
	return all
}
