package adaptertest

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// checkInvented gives records and parts an unknown kind. Each must be reported as unknown, and its text must be
// delivered.
func checkInvented(t testing.TB, a Adapter) {
	for _, name := range slices.Sorted(maps.Keys(a.Recorded.Invented)) {
		replaced := strings.NewReplacer(a.Recorded.Invented[name]...)
		isMet := false
		for _, fixture := range fixtures.Match(t, a.Recorded.Fixtures...) {
			s := a.place(t, fixture)
			file := s.file(t)
			invented := []byte(replaced.Replace(string(file)))
			if bytes.Equal(file, invented) {
				continue
			}
			fixtures.Put(t, s.location.Path, invented)
			isMet = a.meetInvented(t, s, fixture+" with an invented kind of "+name) || isMet
		}
		if !isMet {
			t.Errorf("no recorded session with an invented kind of %s has an entry that says so, and one with its text", name)
		}
	}
}

// meetInvented reports whether a session says that an invented kind is unknown, and delivers its text. It fails if only
// one of the two is true.
func (a Adapter) meetInvented(t testing.TB, s session, name string) bool {
	t.Helper()
	stream, err := a.Reader.Open(context.Background(), s.location)
	if err != nil {
		return false // no prompt may be left
	}
	isNamed, isTold := false, false
	for _, e := range collect(t, name, stream) {
		isInvented := e.Origin != nil && strings.Contains(e.Origin.Name, invented)
		isNamed = isNamed || isInvented && e.IsUnknown()
		isTold = isTold || isInvented && e.Origin.Kind == timeline.Unsorted && e.Active()
	}
	if isTold && !isNamed {
		t.Errorf("%s: its text is delivered, but no entry says that the kind is unknown", name)
	}
	return isNamed && isTold
}

// invented is a part of the names of all invented kinds.
const invented = "invented"

// checkUnreadable adds a line that is cut in its middle. It must be reported with the kind in its beginning.
func checkUnreadable(t testing.TB, a Adapter) {
	if a.Records != nil {
		return
	}
	a.eachFixture(t, func(s session) {
		file := s.file(t)
		fixtures.Put(t, s.location.Path, append(slices.Concat(bytes.TrimSuffix(file, []byte("\n"))),
			"\n{\"type\":\"stub\",\"content\":\"cut o\n"...))
		stream, err := a.Reader.Open(context.Background(), s.location)
		if err != nil {
			return
		}
		for _, e := range collect(t, s.fixture, stream) {
			if e.IsUnknown() && e.Origin.Name == "stub" && e.Native.Damaged {
				return
			}
		}
		t.Errorf("%s: a line that is cut is not named", s.fixture)
	})
}
