package adaptertest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// fixtureStore is a store that contains every fixture, with their headers by location.
type fixtureStore struct {
	host    adapter.Host
	store   adapter.Store
	headers map[adapter.Location]timeline.Header
}

func (a Adapter) shelve(t testing.TB) fixtureStore {
	t.Helper()
	if a.Recorded.Root == "" {
		t.Skip("the format has no store")
	}
	host, store := a.store(t)
	s := fixtureStore{host: host, store: store, headers: map[adapter.Location]timeline.Header{}}
	for _, fixture := range fixtures.Match(t, a.Recorded.Fixtures...) {
		location := a.put(t, store.Root, fixture)
		header := a.open(t, session{fixture: fixture, location: location}).Header
		s.headers[adapter.Location{Path: location.Path, ID: header.ID}] = header
	}
	return s
}

// list returns the summaries that match a query, by location, without those of sub-agents.
func (a Adapter) list(t testing.TB, s fixtureStore, query readers.Query) (
	map[adapter.Location]timeline.Summary, []error) {
	t.Helper()
	found := map[adapter.Location]timeline.Summary{}
	var failures []error
	for summary, err := range readers.List(context.Background(), a.Reader, s.store, query) {
		location := adapter.Location{Path: summary.Path, ID: summary.ID}
		_, twice := found[location]
		switch {
		case err != nil:
			failures = append(failures, err)
		case summary.Parent != "":
		case twice:
			t.Errorf("%s is listed twice", summary.Path)
		default:
			found[location] = summary
		}
	}
	return found, failures
}

func checkList(t testing.TB, a Adapter) {
	s := a.shelve(t)
	if diff := cmp.Diff([]adapter.Store{s.store}, a.Reader.Discover(s.host)); diff != "" {
		t.Errorf("discovered stores (-want +got):\n%s", diff)
	}
	found, failures := a.list(t, s, readers.Query{})
	for _, err := range failures {
		t.Errorf("list a sound store: %v", err)
	}
	for location, header := range s.headers {
		summary, ok := found[location]
		if !ok {
			t.Errorf("%s is not listed", location)
			continue
		}
		a.compareSummary(t, summary, header)
		a.checkQueries(t, s, summary)
	}
}

func (a Adapter) compareSummary(t testing.TB, summary timeline.Summary, header timeline.Header) {
	t.Helper()
	name := summary.Path
	if summary.CLI != header.Source.CLI || summary.ID != header.ID {
		t.Errorf("%s is listed as %s:%s, but opens as %s:%s", name, summary.CLI, summary.ID, header.Source.CLI, header.ID)
	}
	if summary.Project != header.Project.Path {
		t.Errorf("%s is listed in project %q, but opens in %q", name, summary.Project, header.Project.Path)
	}
	if isFork := header.Lineage != nil && header.Lineage.Kind == timeline.LineageFork; !a.Reader.Info().Portable &&
		isFork != (summary.ForkedFrom != "") {
		t.Errorf("%s is listed as a fork of %q, but opens with %+v", name, summary.ForkedFrom, header.Lineage)
	}
	if strings.TrimSpace(summary.Title) == "" || summary.Updated.IsZero() {
		t.Errorf("%s is listed without title or time: %+v", name, summary)
	}
	if info, err := os.Stat(summary.Path); a.Records == nil && err == nil && info.Size() != summary.Bytes {
		t.Errorf("%s is listed with %d bytes, but has %d", name, summary.Bytes, info.Size())
	}
}

// checkQueries finds one session with all kinds of queries.
func (a Adapter) checkQueries(t testing.TB, s fixtureStore, want timeline.Summary) {
	t.Helper()
	for _, c := range []struct {
		query readers.Query
		found bool
	}{
		{readers.Query{Prefix: want.ID}, true},
		{readers.Query{Prefix: want.ID[:len(want.ID)/2]}, true},
		{readers.Query{Project: want.Project}, true},
		{readers.Query{Prefix: want.ID + "0"}, false},
		{readers.Query{Project: want.Project + "/elsewhere"}, false},
	} {
		found, _ := a.list(t, s, c.query)
		if _, ok := found[adapter.Location{Path: want.Path, ID: want.ID}]; ok != c.found {
			t.Errorf("query %+v finds %s: %v, want %v", c.query, want.Path, ok, c.found)
		}
		for _, other := range found {
			if !strings.HasPrefix(other.ID, c.query.Prefix) || (c.query.Project != "" && other.Project != c.query.Project) {
				t.Errorf("query %+v finds %s of project %q", c.query, other.ID, other.Project)
			}
		}
	}
}

func checkListBadFile(t testing.TB, a Adapter) {
	s := a.shelve(t)
	bad := "" // the first one, so that the rest shows whether the list continues
	for location := range s.headers {
		if bad == "" || location.Path < bad {
			bad = location.Path
		}
	}
	fixtures.Put(t, bad, strangers()["noise"])
	found, failures := a.list(t, s, readers.Query{})
	if len(failures) != 1 || !strings.Contains(fmt.Sprint(failures), bad) {
		t.Errorf("errors %v, want one that names %s", failures, bad)
	}
	for location := range s.headers {
		if _, ok := found[location]; !ok && location.Path != bad {
			t.Errorf("%s is not listed beside a bad file", location)
		}
	}
}
