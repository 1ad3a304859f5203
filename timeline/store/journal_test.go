package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/readers/universal"
	"stead/timeline"
	"stead/timeline/store"
)

func entry(n int) *timeline.Entry {
	return &timeline.Entry{ID: fmt.Sprintf("e%d", n), Timestamp: "2026-11-20T10:00:00Z", Type: timeline.ToolResult,
		CallID: fmt.Sprintf("c%d", n), Success: true, Output: timeline.NewText(fmt.Sprintf("output %d\n", n))}
}

func history() timeline.Stream {
	return timeline.Stream{
		Header:  timeline.Header{ID: "s", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(entry(0)),
	}
}

func clock() time.Time { return time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) }

func create(t testing.TB, history timeline.Stream) *store.Journal {
	t.Helper()
	j, err := store.Create(filepath.Join(t.TempDir(), "run", "timeline.jsonl"), history)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func add(t testing.TB, j *store.Journal, numbers ...int) {
	t.Helper()
	var entries []*timeline.Entry
	for _, n := range numbers {
		entries = append(entries, entry(n))
	}
	if err := j.Append(entries...); err != nil {
		t.Fatal(err)
	}
}

// read returns the ids in a journal as any reader of the universal format sees them, and its children's.
func read(t testing.TB, path string) (ids []string, children []string) {
	t.Helper()
	s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	for _, child := range s.Children {
		for e, err := range child.Entries {
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, child.Header.ID+":"+e.ID)
		}
	}
	return ids, children
}

// rest returns the ids that a reader of a journal comes to.
func rest(t testing.TB, path string) (ids []string) {
	t.Helper()
	reader, err := store.New(clock).Reader("run", path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.Rest(t.Context(), func(l store.Line) error { ids = append(ids, l.Row.ID); return nil }); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestJournalIsReadAsASession(t *testing.T) {
	j := create(t, history())
	add(t, j, 1, 2)
	add(t, j)
	add(t, j, 3)
	ids, _ := read(t, j.Path())
	if diff := cmp.Diff([]string{"e0", "e1", "e2", "e3"}, ids); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(j.Path()); err != nil || info.Mode().Perm() != 0o600 && testkit.HasModes {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
}

func TestWhatIsAppendedBelongsToTheSessionAndNotToItsLastChild(t *testing.T) {
	withChild := history()
	child := history()
	child.Header.ID = "kid"
	withChild.Children = []timeline.Stream{child}
	j := create(t, withChild)
	add(t, j, 1)
	ids, children := read(t, j.Path())
	if diff := cmp.Diff([][]string{{"e0", "e1"}, {"kid:e0"}}, [][]string{ids, children}); diff != "" {
		t.Error(diff)
	}
	// Who reads on from any place takes it for the session's, too.
	if diff := cmp.Diff([]string{"e0", "e1"}, rest(t, j.Path())); diff != "" {
		t.Error(diff)
	}
}

func TestExistingJournalIsRefused(t *testing.T) {
	j := create(t, history())
	if _, err := store.Create(j.Path(), history()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if ids, _ := read(t, j.Path()); len(ids) != 1 {
		t.Errorf("the journal holds %v", ids)
	}
}

func TestFailingHistoryLeavesNoJournal(t *testing.T) {
	folder := t.TempDir()
	broken := history()
	broken.Entries = func(yield func(*timeline.Entry, error) bool) {
		if yield(entry(0), nil) {
			yield(nil, errors.New("broken"))
		}
	}
	if _, err := store.Create(filepath.Join(folder, "run", "timeline.jsonl"), broken); err == nil {
		t.Error("no error")
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestFailingAppendLeavesTheJournalAsItWas(t *testing.T) {
	j := create(t, history())
	live := store.New(clock)
	if err := j.Announce(live, "run", history().Header); err != nil {
		t.Fatal(err)
	}
	path := j.Path()
	j.Close() // so that writing fails
	if err := j.Append(entry(1)); err == nil {
		t.Error("no error")
	}
	if ids, _ := read(t, path); len(ids) != 1 || len(names(live.Snapshot(), "run")) != 0 {
		t.Errorf("the journal holds %v, the live view %v", ids, names(live.Snapshot(), "run"))
	}
}

// The law of the crash: wherever the last writes were cut, what was whole before is there, once, and what was cut lies
// beside it.
func TestCutAnywhereReopensToAPrefix(t *testing.T) {
	j := create(t, history())
	begin, _ := os.Stat(j.Path())
	add(t, j, 1)
	add(t, j, 2, 3)
	content, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for size := int(begin.Size()); size <= len(content); size++ {
		path := filepath.Join(folder, fmt.Sprint(size))
		if err := os.WriteFile(path, content[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		whole := bytes.LastIndexByte(content[:size], '\n') + 1
		checkReopened(t, path, content[:whole], content[whole:size])
	}
}

// checkReopened opens a journal that was cut, appends an entry, and compares what it holds and what the live view does.
func checkReopened(t *testing.T, path string, whole, cut []byte) {
	t.Helper()
	j, recovery, err := store.Reopen(path)
	if err != nil {
		t.Fatalf("cut at %s: %v", path, err)
	}
	defer j.Close()
	aside, _ := os.ReadFile(path + ".cut")
	if recovery.Dropped != int64(len(cut)) || !bytes.Equal(aside, cut) {
		t.Errorf("cut at %s: recovery %+v, aside %q, want %q", path, recovery, aside, cut)
	}
	live := store.New(clock)
	if err := j.Announce(live, "run", history().Header); err != nil {
		t.Fatal(err)
	}
	add(t, j, 9)
	want := []string{"e0", "e1", "e2", "e3"}[:bytes.Count(whole, []byte("\n"))-1]
	want = append(slices.Clone(want), "e9")
	ids, _ := read(t, path)
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("cut at %s: %s", path, diff)
	}
	if diff := cmp.Diff(want, rest(t, path)); diff != "" {
		t.Errorf("cut at %s, by a reader: %s", path, diff)
	}
	if diff := cmp.Diff([]string{"e9"}, names(live.Snapshot(), "run")); diff != "" {
		t.Errorf("cut at %s, live view: %s", path, diff)
	}
}

func TestZerosOfAPowerFailureAreDropped(t *testing.T) {
	j := create(t, history())
	add(t, j, 1)
	content, _ := os.ReadFile(j.Path())
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, slices.Concat(content, make([]byte, 5000), []byte("\n"), make([]byte, 100)),
		0o600); err != nil {
		t.Fatal(err)
	}
	again, recovery, err := store.Reopen(path)
	if err != nil || recovery.Dropped != 5101 {
		t.Fatalf("recovery %+v, error %v", recovery, err)
	}
	again.Close()
	if ids, _ := read(t, path); !slices.Equal(ids, []string{"e0", "e1"}) {
		t.Errorf("the journal holds %v", ids)
	}
}

func TestReopenRefusesAnotherFile(t *testing.T) {
	for name, content := range map[string]string{"an entry": "{\"type\":\"user\"}\n", "empty": "", "prose": "hello\n",
		"a cut header": `{"format":"stead-timeline"`} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := store.Reopen(path); !errors.Is(err, store.ErrNoJournal) {
			t.Errorf("%s: error %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != content {
			t.Errorf("%s: the file became %q", name, after)
		}
	}
}

func BenchmarkAppendToVisible(b *testing.B) {
	j := create(b, history())
	live := store.New(time.Now)
	if err := j.Announce(live, "run", history().Header); err != nil {
		b.Fatal(err)
	}
	e := entry(0)
	e.Output = timeline.NewText(strings.Repeat("x", 1500))
	var times []time.Duration
	for n := uint64(1); b.Loop(); n++ {
		watch := store.NewWatchSet()
		live.Snapshot().Session(watch, "run")
		begin := time.Now()
		if err := j.Append(e); err != nil {
			b.Fatal(err)
		}
		watch.Watch(nil)
		if session, _ := live.Snapshot().Session(nil, "run"); session.Entries != n {
			b.Fatalf("%d entries are visible, want %d", session.Entries, n)
		}
		times = append(times, time.Since(begin))
	}
	sort.Slice(times, func(i, k int) bool { return times[i] < times[k] })
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
}

func BenchmarkRest(b *testing.B) {
	j := create(b, history())
	for range 200 {
		var batch []*timeline.Entry
		for n := range 100 {
			e := entry(n)
			e.Output = timeline.NewText(strings.Repeat("x", 1500))
			batch = append(batch, e)
		}
		if err := j.Append(batch...); err != nil {
			b.Fatal(err)
		}
	}
	info, _ := os.Stat(j.Path())
	b.SetBytes(info.Size())
	for b.Loop() {
		if ids := rest(b, j.Path()); len(ids) != 20_001 {
			b.Fatalf("%d entries were read", len(ids))
		}
	}
}
