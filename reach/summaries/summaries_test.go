package summaries_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/reach/summaries"
)

func open(t *testing.T) *summaries.Store {
	t.Helper()
	s, err := summaries.Open(t.Context(), filepath.Join(t.TempDir(), "summaries.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// some are sessions of two machines and two CLIs. Pairs of them were updated at the same time.
func some(n int) (all []summaries.Summary) {
	for i := range n {
		all = append(all, summaries.Summary{Machine: fmt.Sprint("m", i%2), CLI: fmt.Sprint("c", i/2%2),
			Session: fmt.Sprint(i), Updated: int64(100 + i/2), Title: fmt.Sprint("Title ", i)})
	}
	return all
}

func put(t *testing.T, s *summaries.Store, all ...summaries.Summary) {
	t.Helper()
	if err := s.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
}

// ids are the sessions of all pages.
func ids(t *testing.T, s *summaries.Store, f summaries.Filter, limit int) (all []string) {
	t.Helper()
	for after := (summaries.Place{}); ; {
		page, end, err := s.Page(t.Context(), f, after, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return all
		}
		for _, p := range page {
			all = append(all, p.Session)
		}
		after = end
	}
}

func TestPagesHaveEverySessionOnceNewestFirst(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, some(7)...)
	for limit := 1; limit < 9; limit++ {
		if got := strings.Join(ids(t, s, summaries.Filter{}, limit), " "); got != "6 5 4 3 2 1 0" {
			t.Errorf("pages of %d: %s", limit, got)
		}
	}
}

func TestFiltersLetThroughWhatTheySay(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, some(8)...)
	put(t, s, summaries.Summary{Machine: "m2", Session: "odd", Title: `100%_\`})
	for _, c := range []struct {
		f    summaries.Filter
		want string
	}{
		{summaries.Filter{Machine: "m1"}, "7 5 3 1"}, {summaries.Filter{CLI: "c1"}, "7 6 3 2"},
		{summaries.Filter{Machine: "m1", CLI: "c0"}, "5 1"},
		{summaries.Filter{Title: "tITLE 3"}, "3"}, {summaries.Filter{Title: "%"}, "odd"},
		{summaries.Filter{Title: "_"}, "odd"}, {summaries.Filter{Title: `\`}, "odd"},
	} {
		got := ids(t, s, c.f, 3)
		if n, err := s.Count(t.Context(), c.f); strings.Join(got, " ") != c.want || n != len(got) || err != nil {
			t.Errorf("%+v: %s, count %d, %v", c.f, got, n, err)
		}
	}
}

func TestNewerSummaryTakesThePlaceOfTheOlder(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := some(4)
	put(t, s, all...)
	all[0].Updated, all[0].Title = 999, "new"
	put(t, s, all[0])
	page, _, err := s.Page(t.Context(), summaries.Filter{}, summaries.Place{}, 9)
	if err != nil || len(page) != 4 || page[0] != all[0] {
		t.Error(page, err)
	}
}

func TestForgottenMachineHasNone(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, some(6)...)
	if err := s.Forget(t.Context(), "m0"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(ids(t, s, summaries.Filter{}, 9), " "); got != "5 3 1" {
		t.Error(got)
	}
}

func TestTooMuchIsRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s := open(t)
	long := summaries.Summary{Machine: "m", Title: strings.Repeat("x", 1<<20)}
	for _, batch := range [][]summaries.Summary{some(summaries.MostAtOnce + 1), append(some(3), long),
		{{Session: strings.Repeat("x", 1000)}}} {
		if err := s.Put(t.Context(), batch); !errors.Is(err, summaries.ErrTooMany) {
			t.Error(err)
		}
	}
	if n, err := s.Count(t.Context(), summaries.Filter{}); n != 0 || err != nil {
		t.Error(n, err)
	}
}
