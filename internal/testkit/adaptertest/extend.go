package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
	"stead/writers"
)

// needsExtending skips a check if the writer does not add to sessions.
func (a Adapter) needsExtending(t testing.TB) {
	t.Helper()
	a.needsWriter(t)
	if a.Recorded.NotExtended != "" {
		t.Skip(a.Recorded.NotExtended)
	}
}

// turn returns entries to add to a session: a prompt, a call with its result, and an answer. The number distinguishes
// them from others.
func turn(number int) []*timeline.Entry {
	id := func(what string) string { return fmt.Sprintf("added-%s-%d", what, number) }
	entries := []*timeline.Entry{
		{ID: id("prompt"), Type: timeline.User, Content: timeline.NewText(fmt.Sprintf("Added prompt %d.", number))},
		{ID: id("call"), Type: timeline.ToolCall, Tool: timeline.Bash, OriginalTool: "shell",
			Input: []byte(`{"command":"date"}`)},
		{ID: id("result"), Type: timeline.ToolResult, CallID: id("call"), Success: true,
			Output: timeline.NewText(fmt.Sprintf("Added result %d.", number))},
		{ID: id("answer"), Type: timeline.Assistant, Content: timeline.NewText(fmt.Sprintf("Added answer %d.", number))},
	}
	for i, e := range entries {
		e.Timestamp = fixtures.Now.UTC().Format(fmt.Sprintf("2006-01-02T15:%02d:%02dZ", number, i))
	}
	return entries
}

// fingerprint takes the session's fingerprint, which must succeed.
func (a Adapter) fingerprint(t testing.TB, l adapter.Location) writers.Fingerprint {
	t.Helper()
	f, err := writers.FingerprintOf(context.Background(), a.Writer, l)
	if err != nil {
		t.Fatalf("take the fingerprint of %s: %v", l.Path, err)
	}
	return f
}

// extend adds a turn to the session of a stream, if the session still has this fingerprint.
func (a Adapter) extend(t testing.TB, store adapter.Store, was writers.Fingerprint, stream timeline.Stream,
	number int) (writers.Receipt, error) {
	t.Helper()
	o := options(was.ID)
	o.Extends, o.Now = &was, fixtures.Now.Add(time.Duration(number)*time.Minute)
	plan, err := a.Writer.Plan(store, writers.Extended(stream, timeline.Of(turn(number)...)), o)
	if err != nil {
		t.Fatalf("plan to add to %s: %v", was.ID, err)
	}
	if plan.Path != was.Path {
		t.Fatalf("to add to %s, %s is planned", was.Path, plan.Path)
	}
	return a.Writer.Write(context.Background(), plan)
}

// located opens a session and completes its location with the session's id: for fixtures that are files, only the file
// has the id.
func (a Adapter) located(t testing.TB, name string, l adapter.Location) (timeline.Stream, adapter.Location) {
	t.Helper()
	stream, err := a.Reader.Open(context.Background(), l)
	if err != nil {
		t.Fatalf("%s: open: %v", name, err)
	}
	l.ID = stream.Header.ID
	return stream, l
}

// checkExtend adds a turn to every fixture, and another one to the result.
func checkExtend(t testing.TB, a Adapter) {
	a.needsExtending(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		before := a.conversation(t, s.fixture, s.location)
		for number := range 2 {
			stream, location := a.located(t, s.fixture, s.location)
			records := a.records(t, location)
			receipt, err := a.extend(t, s.store, a.fingerprint(t, location), stream, number)
			if err != nil {
				t.Errorf("%s: add turn %d: %v", s.fixture, number, err)
				return
			}
			a.checkReceipt(t, s.fixture, receipt)
			a.keepsRecords(t, s.fixture, records, a.records(t, location))
			before = append(before, outline(turn(number))...)
			if diff := cmp.Diff(before, a.conversation(t, s.fixture, s.location)); diff != "" {
				t.Errorf("%s: with turn %d (-before and turn +after):\n%s", s.fixture, number, diff)
			}
		}
	})
}

// keepsRecords checks that a session still has its earlier records, in order. The row of a session in a database is an
// exception: it is the newest state.
func (a Adapter) keepsRecords(t testing.TB, name string, before, after [][]byte) {
	t.Helper()
	first := 0
	if a.Records != nil {
		first = 1
	}
	if len(after) <= len(before) || !slices.EqualFunc(before[first:], after[first:len(before)], bytes.Equal) {
		t.Errorf("%s: its %d records are not the first of the %d that it has now", name, len(before), len(after))
	}
}

// conversation returns the outline of a session.
func (a Adapter) conversation(t testing.TB, name string, l adapter.Location) []string {
	t.Helper()
	stream, err := a.Reader.Open(context.Background(), l)
	if err != nil {
		t.Fatalf("%s: open: %v", name, err)
	}
	return outline(collect(t, name, stream))
}

// outline returns the content of the active conversation, one line per entry.
func outline(entries []*timeline.Entry) []string {
	var lines []string
	for _, e := range entries {
		if e.Active() {
			lines = append(lines, fmt.Sprintf("%s: %s%s", e.Type, e.Content.String(), e.Output.String()))
		}
	}
	return lines
}

// checkExtendChanged adds to a session using the fingerprint from before another addition.
func checkExtendChanged(t testing.TB, a Adapter) {
	a.needsExtending(t)
	s := a.first(t)
	stream, location := a.located(t, s.fixture, s.location)
	was := a.fingerprint(t, location)
	if _, err := a.extend(t, s.store, was, stream, 1); err != nil {
		t.Fatal(err)
	}
	before := fixtures.Snapshot(t, s.host.Home)
	if _, err := a.extend(t, s.store, was, stream, 2); !errors.Is(err, writers.ErrChanged) {
		t.Errorf("adding to a session that has changed: error %v, want writers.ErrChanged", err)
	}
	if diff := cmp.Diff(before, fixtures.Snapshot(t, s.host.Home)); diff != "" {
		t.Errorf("the refused writing changed something (-before +after):\n%s", diff)
	}
	if err := os.RemoveAll(location.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := a.extend(t, s.store, was, stream, 2); err == nil {
		t.Error("a session that is gone was added to")
	}
}

// checkExtendFailing adds entries that end with an error.
func checkExtendFailing(t testing.TB, a Adapter) {
	a.needsExtending(t)
	s := a.first(t)
	stream, location := a.located(t, s.fixture, s.location)
	was := a.fingerprint(t, location)
	o := options(was.ID)
	o.Extends = &was
	before := a.records(t, location)
	files := names(fixtures.Snapshot(t, s.host.Home))
	plan, err := a.Writer.Plan(s.store, writers.Extended(stream, failingAfter(turn(1))), o)
	if err == nil {
		_, err = a.Writer.Write(context.Background(), plan)
	}
	if !errors.Is(err, errFault) {
		t.Errorf("the added entries fail: error %v", err)
	}
	if now := a.fingerprint(t, location); now != was || !slices.EqualFunc(before, a.records(t, location), bytes.Equal) {
		t.Error("the failed writing changed the session")
	}
	if diff := cmp.Diff(files, names(fixtures.Snapshot(t, s.host.Home))); diff != "" {
		t.Errorf("the failed writing left something behind (-before +after):\n%s", diff)
	}
}
