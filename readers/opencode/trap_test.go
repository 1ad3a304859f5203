package opencode_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/opencode"
	"stead/timeline"
)

// visible returns one line for each visible entry of a session.
func visible(t *testing.T, location adapter.Location) []string {
	t.Helper()
	stream, err := opencode.Reader{}.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden {
			lines = append(lines, fmt.Sprintf("%d %s %s%s%s%s", e.Native.Line, e.Type, e.Content.String(), e.Thinking.String(),
				e.Output.String(), e.Branch))
		}
	}
	return lines
}

func compare(t *testing.T, location adapter.Location, want ...string) {
	t.Helper()
	if got := strings.Join(visible(t, location), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// The hexadecimal time of ids wraps around to zero: a later message may have the smaller id.
func TestMessagesAreOrderedByTimeAndNotById(t *testing.T) {
	l := newLive(t)
	l.message("msg_ffff", `{"role":"user"}`)
	l.part("msg_ffff", "prt_ffff", `{"type":"text","text":"before"}`)
	l.message("msg_0000", stopped)
	l.part("msg_0000", "prt_0001", `{"type":"text","text":"one"}`)
	l.part("msg_0000", "prt_0000", `{"type":"text","text":"zero"}`)
	compare(t, l.location, "3 user before", "5 assistant zero", "6 assistant one")
}

func TestResultsComeInTheOrderInWhichCallsEnded(t *testing.T) {
	l := newLive(t)
	l.message("msg_1", calls)
	l.part("msg_1", "prt_1",
		`{"type":"tool","tool":"x","state":{"status":"completed","input":{},"output":"slow","time":{"start":10,"end":30}}}`)
	l.part("msg_1", "prt_2",
		`{"type":"tool","tool":"x","state":{"status":"completed","input":{},"output":"quick","time":{"start":11,"end":20}}}`)
	l.part("msg_1", "prt_3", `{"type":"tool","tool":"x","state":{"status":"running","input":{}}}`)
	compare(t, l.location, "3 tool_call ", "4 tool_call ", "5 tool_call ", "4 tool_result quick", "3 tool_result slow")
}

func TestWhatTheUserTookBackIsABranch(t *testing.T) {
	l := newLive(t)
	for i := range 3 {
		l.message(fmt.Sprintf("msg_%d", i), `{"role":"user"}`)
		l.part(fmt.Sprintf("msg_%d", i), fmt.Sprintf("prt_%d", i), fmt.Sprintf(`{"type":"text","text":"%d"}`, i))
	}
	l.run(`UPDATE session SET revert = '{"messageID":"msg_1"}'`)
	compare(t, l.location, "3 user 0", "5 user 1revert", "7 user 2revert")
	stream, err := opencode.Reader{}.Open(context.Background(), l.location)
	if b := stream.Header.Branches; err != nil || len(b) != 1 || b[0].Entries != 2 || b[0].ParentID != "prt_0" {
		t.Errorf("branches %+v, %v", b, err)
	}
}

// A session that stead wrote states how many records it had. The CLI deletes what the user takes back. What it adds
// afterwards must not be taken for the original records.
func TestRecordsThatTheCLIAddsComeAfterTheDeliveredOnes(t *testing.T) {
	l := newLive(t)
	l.run(`UPDATE session SET metadata = '{"stead":{"lines":9,"last":"msg_1","time":1795200000002}}'`)
	l.message("msg_0", `{"role":"user"}`)
	l.part("msg_0", "prt_0", `{"type":"text","text":"delivered"}`)
	l.message("msg_1", stopped)
	l.part("msg_1", "prt_1", `{"type":"text","text":"delivered too"}`)
	l.message("msg_2", `{"role":"user"}`)
	l.part("msg_2", "prt_2", `{"type":"text","text":"new"}`)
	compare(t, l.location, "3 user delivered", "5 assistant delivered too", "11 user new")
	l.run("DELETE FROM message WHERE id = 'msg_1'")
	l.run("DELETE FROM part WHERE id = 'prt_1'")
	compare(t, l.location, "3 user delivered", "11 user new")
}

func TestASummaryNamesWhatStays(t *testing.T) {
	l := newLive(t)
	for i := range 3 {
		l.message(fmt.Sprintf("msg_%d", i), `{"role":"user"}`)
		l.part(fmt.Sprintf("msg_%d", i), fmt.Sprintf("prt_%d", i), fmt.Sprintf(`{"type":"text","text":"%d"}`, i))
	}
	l.message("msg_order", `{"role":"user"}`)
	l.part("msg_order", "prt_order", `{"type":"compaction","auto":false,"tail_start_id":"msg_1"}`)
	l.message("msg_summary", strings.Replace(stopped, `"parentID":"msg_1"`, `"parentID":"msg_order","summary":true`, 1))
	l.part("msg_summary", "prt_think", `{"type":"reasoning","text":"hm"}`)
	l.part("msg_summary", "prt_z", `{"type":"text","text":"in short"}`)
	stream, err := opencode.Reader{}.Open(context.Background(), l.location)
	if err != nil {
		t.Fatal(err)
	}
	var found *timeline.Entry
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Compaction != nil {
			found = e
		}
	}
	if found == nil || found.Content.String() != "in short" || found.Compaction.Trigger != "manual" ||
		fmt.Sprint(found.Compaction.Keeps) != "[prt_1 prt_2]" {
		t.Errorf("compaction %+v", found)
	}
}

func TestTheTreeOfOlderVersionsIsRead(t *testing.T) {
	root := filepath.Join(t.TempDir(), "opencode")
	fixtures.Copy(t, "opencode/storage-old", filepath.Join(root, "storage"))
	store := adapter.Store{CLI: "opencode", Root: root}
	var found []timeline.Summary
	for s, err := range readers.List(context.Background(), opencode.Reader{}, store, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, s)
	}
	if len(found) != 1 || found[0].ID != "ses_e05aea8a5ffeBmSNbkI1DFuknb" ||
		found[0].Project != "/home/user/demo-opencode" || found[0].Title != "Injected" {
		t.Fatalf("listed %+v", found)
	}
	compare(t, adapter.Location{Path: found[0].Path, ID: found[0].ID},
		"3 user INJECTED-USER what is the code word?", "5 assistant INJECTED-REASONING", "6 assistant INJECTED-TEXT1",
		"7 tool_call ",
		"7 tool_result INJECTED-OUTPUT zebra", "9 assistant INJECTED-TEXT2 zebra")
}

// The tree remains when OpenCode is updated. Sessions that are also in its database are listed once, from there.
func TestASessionOfTheDatabaseIsNotListedFromTheTree(t *testing.T) {
	l := newLive(t)
	l.run("UPDATE session SET id = 'ses_e05aea8a5ffeBmSNbkI1DFuknb'")
	root := filepath.Dir(l.location.Path)
	fixtures.Copy(t, "opencode/storage-old", filepath.Join(root, "storage"))
	n := 0
	for s, err := range readers.List(context.Background(), opencode.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if n++; err != nil || s.Path != l.location.Path {
			t.Errorf("%+v, %v", s, err)
		}
	}
	if n != 1 {
		t.Errorf("listed %d times", n)
	}
}

func TestABadDatabaseDoesNotKeepTheOthersFromTheList(t *testing.T) {
	l := newLive(t)
	root := filepath.Dir(l.location.Path)
	outside := filepath.Join(t.TempDir(), "outside.db")
	fixtures.Copy(t, "opencode/opencode.db", outside)
	testkit.Link(t, outside, filepath.Join(root, "opencode-link.db"))
	fixtures.Put(t, filepath.Join(root, "opencode-noise.db"), []byte(strings.Repeat("noise", 5000)))
	fixtures.Put(t, filepath.Join(root, "storage/session/p/ses_bad.json"), []byte("{"))
	var failures []string
	n := 0
	for _, err := range readers.List(context.Background(), opencode.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			failures = append(failures, err.Error())
		} else {
			n++
		}
	}
	if n != 1 || len(failures) != 3 {
		t.Errorf("%d sessions, failures %q", n, failures)
	}
	for i, name := range []string{"opencode-link.db: it is a link", "opencode-noise.db", "ses_bad.json"} {
		if i < len(failures) && !strings.Contains(failures[i], name) {
			t.Errorf("failure %q does not name %s", failures[i], name)
		}
	}
}

func TestExportsAreReadAndToldFromOthers(t *testing.T) {
	for _, name := range fixtures.Match(t, "opencode/*.json") {
		path := filepath.Join(t.TempDir(), "any name")
		fixtures.Copy(t, name, path)
		head := fixtures.Read(t, name)
		if !(opencode.Reader{}).Detect(head[:min(len(head), 64<<10)]) {
			t.Errorf("%s is not detected", name)
		}
		if len(visible(t, adapter.Location{Path: path})) < 2 {
			t.Errorf("%s holds nothing", name)
		}
	}
	for _, name := range []string{"opencode/opencode.db", "opencode/new.db"} {
		if !(opencode.Reader{}).Detect(fixtures.Read(t, name)[:64<<10]) {
			t.Errorf("%s is not detected", name)
		}
	}
	path := filepath.Join(t.TempDir(), "export.json")
	fixtures.Put(t, path, []byte(`{"info":{"id":"ses_x","title":"t","time":{}}}`))
	if _, err := (opencode.Reader{}).Open(context.Background(), adapter.Location{Path: path}); !errors.Is(err,
		adapter.ErrFormat) {
		t.Errorf("error %v", err)
	}
	fixtures.Put(t, path, []byte(`{"info":{"id":"ses_x","title":"t","time":{}},"messages":[]}`))
	if _, err := (opencode.Reader{}).Open(context.Background(), adapter.Location{Path: path}); !errors.Is(err,
		adapter.ErrEmpty) {
		t.Errorf("error %v", err)
	}
}
