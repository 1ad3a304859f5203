package adaptertest

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/testkit"
	"stead/timeline"
)

// checkGolden compares the timeline with the golden one. It leaves out native records: they are the lines of the
// fixture, which checkRecords compares, and they would make the golden file hard to read.
func checkGolden(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		var out bytes.Buffer
		if _, err := timeline.WriteLines(&out, withoutRecords(a.open(t, s))); err != nil {
			t.Fatalf("%s: %v", s.fixture, err)
		}
		got := bytes.ReplaceAll(out.Bytes(), []byte(s.store.Root), []byte("/store"))
		testkit.Golden(t, GoldenPath(s.fixture), got)
	})
}

// GoldenPath returns the path of a fixture's golden timeline, relative to the package that calls [Run].
func GoldenPath(fixture string) string {
	return filepath.Join("testdata", "golden", strings.TrimSuffix(fixture, path.Ext(fixture))+".jsonl")
}

// withoutRecords returns the stream and its children with only the positions of the native records.
func withoutRecords(s timeline.Stream) timeline.Stream {
	stripped := s.Filter(func(e *timeline.Entry) (*timeline.Entry, bool) {
		if e.Native == nil {
			return e, true
		}
		record := *e.Native
		record.Raw = nil
		entry := *e
		entry.Native = &record
		return &entry, true
	})
	stripped.Children = nil
	for _, child := range s.Children {
		stripped.Children = append(stripped.Children, withoutRecords(child))
	}
	return stripped
}

func checkStructure(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		problems, err := timeline.Validate(stream)
		if err != nil {
			t.Errorf("%s: %v", s.fixture, err)
		}
		for _, problem := range problems {
			t.Errorf("%s: %v", s.fixture, problem)
		}
		compareBranches(t, s.fixture, stream)
		for _, child := range stream.Children {
			if child.Header.Lineage == nil || child.Header.Lineage.Kind != timeline.LineageSubagent {
				t.Errorf("%s: child %s does not say which call started it", s.fixture, child.Header.ID)
			}
			collect(t, s.fixture, child)
		}
	})
}

// compareBranches compares the branches in the header with those of the entries.
func compareBranches(t testing.TB, name string, stream timeline.Stream) {
	t.Helper()
	counts := map[string]int{}
	for _, e := range collect(t, name, stream) {
		if e.Branch != "" && !e.Hidden {
			counts[e.Branch]++
		}
	}
	for _, branch := range stream.Header.Branches {
		if counts[branch.ID] != branch.Entries {
			t.Errorf("%s: branch %s has %d entries, the header says %d", name, branch.ID, counts[branch.ID], branch.Entries)
		}
		delete(counts, branch.ID)
	}
	for branch := range counts {
		t.Errorf("%s: the header does not list branch %s", name, branch)
	}
}

func checkRecords(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		compareRecords(t, a, s, s.fixture, collect(t, s.fixture, a.open(t, s)))
	})
}

// compareRecords fails unless the entries carry each record of the session's store once, byte for byte.
func compareRecords(t testing.TB, a Adapter, s session, name string, entries []*timeline.Entry) {
	t.Helper()
	want := a.records(t, s.location)
	got := natives(a.Reader.Info().Name, entries)
	if len(got) != len(want) {
		t.Errorf("%s: the store has %d records, the entries carry %d", name, len(want), len(got))
		return
	}
	for i, record := range got {
		if record.Line != i+got[0].Line || got[0].Line > 1 {
			t.Errorf("%s: record %d is said to be on line %d", name, i+1, record.Line)
			return
		}
		if !bytes.Equal(record.Raw, want[i]) {
			t.Errorf("%s: record %d was changed:\n%.300q\nwant\n%.300q", name, i+1, record.Raw, want[i])
		}
	}
}

// Brief returns a short form of an entry in one line.
func Brief(e *timeline.Entry) string {
	text := e.Content.String()
	switch e.Type {
	case timeline.ToolCall:
		text = fmt.Sprintf("%s %s", e.Tool, e.Input)
	case timeline.ToolResult:
		text = fmt.Sprintf("%s %v %q %s", e.CallID, e.Success, e.Output, e.Error)
	}
	if !e.Thinking.IsEmpty() {
		text += fmt.Sprintf(" (%s)", e.Thinking)
	}
	for _, a := range e.Attachments {
		text += " +" + a.MediaType
	}
	if e.Branch != "" {
		text += " on " + e.Branch
	}
	if e.Compaction != nil {
		text += fmt.Sprintf(" keeps %v", e.Compaction.Keeps)
	}
	return string(e.Type) + ": " + text
}
