package codex_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
	"stead/readers"
	"stead/readers/codex"
	"stead/timeline"
)

func TestForkWithoutItsParentNamesTheParent(t *testing.T) {
	const gone = "01a1fa00-0000-7000-8000-00000000dead"
	path := put(t, t.TempDir(), ownID, meta(ownID, `,"history_base":{"thread_id":"`+gone+`","end_ordinal_exclusive":3}`),
		item(4, prompt("x")))
	_, err := codex.Reader{}.Open(context.Background(), adapter.Location{Path: path})
	if !errors.Is(err, adapter.ErrNotFound) || !strings.Contains(err.Error(), gone) ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names %s and %s", err, gone, path)
	}
}

func TestForkInACircleIsAnError(t *testing.T) {
	path := put(t, t.TempDir(), ownID, meta(ownID, `,"history_base":{"thread_id":"`+ownID+
		`","end_ordinal_exclusive":3}`), item(4, prompt("x")))
	if _, err := (codex.Reader{}).Open(context.Background(), adapter.Location{Path: path}); !errors.Is(err,
		adapter.ErrFormat) {
		t.Errorf("error %v, want adapter.ErrFormat", err)
	}
}

func TestForkOfAForkInheritsFromBoth(t *testing.T) {
	const grandparent, parent = "01a1fa00-0000-7000-8000-00000000000a", "01a1fa00-0000-7000-8000-00000000000b"
	root := t.TempDir()
	put(t, root, grandparent, meta(grandparent, ""), item(1, prompt("one")), item(2, prompt("not inherited")))
	put(t, root, parent, strings.Replace(meta(parent, `,"history_base":{"thread_id":"`+grandparent+
		`","end_ordinal_exclusive":2}`), `"ordinal":0`, `"ordinal":2`, 1), item(3, prompt("two")))
	path := put(t, root, ownID, strings.Replace(meta(ownID,
		`,"forked_from_id":"`+parent+`","history_base":{"thread_id":"`+parent+`","end_ordinal_exclusive":4}`),
		`"ordinal":0`, `"ordinal":4`, 1), item(5, prompt("three")))
	stream, entries := open(t, path)
	if diff := cmp.Diff([]string{"user: one", "user: two", "user: three"}, told(entries)); diff != "" {
		t.Error(diff)
	}
	if entries[1].Native.Session != grandparent || entries[len(entries)-1].Native.Session != "" {
		t.Error("inherited records must name the session that holds them, own ones none")
	}
	if l := stream.Header.Lineage; l == nil || l.Kind != timeline.LineageFork || l.Parent != "codex:"+parent {
		t.Errorf("lineage %+v", l)
	}
}

func TestCompressedFilesTellTheSame(t *testing.T) {
	for _, packed := range [][]bool{{true, false}, {false, true}, {true, true}} {
		root := t.TempDir()
		paths := shelve(t, root, "rewound")
		_, before := open(t, paths[0])
		for i, path := range paths {
			if packed[i] {
				pack(t, path)
			}
		}
		_, after := open(t, paths[0])
		if diff := cmp.Diff(told(before), told(after)); diff != "" {
			t.Errorf("compressed %v: %s", packed, diff)
		}
		for i, e := range after {
			if readers.PositionOf(e.Native) != readers.PositionOf(before[i].Native) {
				t.Errorf("compressed %v: record %d is at %+v", packed, i, readers.PositionOf(e.Native))
			}
		}
		if rows := rowsOf(t, root); len(rows) != 1 || rows[0].Title != "MOCK:p1 PROMPT1 x" {
			t.Errorf("compressed %v: listed as %+v", packed, rows)
		}
	}
}

// pack compresses a file as Codex does.
func pack(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, path+".zst", packed(t, content))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func packed(t *testing.T, content []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	return encoder.EncodeAll(content, nil)
}

func rowsOf(t *testing.T, root string) (rows []timeline.Summary) {
	t.Helper()
	for row, err := range readers.List(context.Background(), codex.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestDamagedCompressedFileSaysSo(t *testing.T) {
	path := put(t, t.TempDir(), ownID, meta(ownID, ""), item(1, prompt("compressed")))
	pack(t, path)
	whole, err := os.ReadFile(path + ".zst")
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, path+".zst", whole[:len(whole)/2])
	for _, asked := range []string{path, path + ".zst"} {
		if _, err := (codex.Reader{}).Open(context.Background(), adapter.Location{Path: asked}); err == nil ||
			!strings.Contains(err.Error(), "zstd -t") {
			t.Errorf("%s: error %v, want how to find out more", asked, err)
		}
	}
	fixtures.Put(t, path, []byte(meta(ownID, "")+"\n"+item(1, prompt("plain"))+"\n"))
	_, entries := open(t, path+".zst")
	if diff := cmp.Diff([]string{"user: plain"}, told(entries)); diff != "" {
		t.Errorf("the plain rollout beside a compressed one is read: %s", diff)
	}
}

// A compressed session is known by its content, whatever its name, also by its first bytes alone.
func TestCompressedSessionIsDetected(t *testing.T) {
	content := fixtures.Read(t, fixtures.Match(t, "codex/rollout-*.jsonl")[0])
	packed := packed(t, content)
	if !(codex.Reader{}).Detect(packed[:min(len(packed), 64<<10)]) ||
		(codex.Reader{}).Detect([]byte("\x28\xb5\x2f\xfd something else")) {
		t.Error("a compressed session is not told from another archive")
	}
	path := filepath.Join(t.TempDir(), "session.zst")
	fixtures.Put(t, path, packed)
	if _, entries := open(t, path); len(told(entries)) == 0 {
		t.Error("nothing was read")
	}
}

// Unpacking takes the memory of a window, however much a file holds.
func TestUnpackingIsBounded(t *testing.T) {
	if resources.RaceEnabled || testing.Short() {
		t.Skip("it is about memory")
	}
	path := filepath.Join(t.TempDir(), "rollout-2026-11-20T10-00-00-"+ownID+".jsonl.zst")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := zstd.NewWriter(file)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(encoder, meta(ownID, ""))
	for i := range 200_000 { // 160 MB
		fmt.Fprintln(encoder, item(i+1, prompt(strings.Repeat("x", 600))))
	}
	if err := errors.Join(encoder.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	peak := resources.PeakHeap(func() {
		stream, err := codex.Reader{}.Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if t.Logf("%d MB", peak>>20); peak > 64<<20 {
		t.Errorf("it takes %d MB to read a compressed session of 160 MB", peak>>20)
	}
}

func TestSubAgentsAreAttachedToTheirCalls(t *testing.T) {
	const first, second = "01a1fa00-0000-7000-8000-0000000000c1", "01a1fa00-0000-7000-8000-0000000000c2"
	root := t.TempDir()
	spawn := func(n int, id string) string {
		return item(n,
			`{"type":"function_call","name":"spawn_agent","namespace":"collaboration","arguments":"{\"message\":\"m\"}","call_id":"`+id+`"}`)
	}
	output := func(n int, id, text string) string {
		return item(n, fmt.Sprintf(`{"type":"function_call_output","call_id":"%s","output":%q}`, id, text))
	}
	path := put(t, root, ownID, meta(ownID, ""), item(1, prompt("go")), spawn(2, "a"), spawn(3, "b"),
		output(4, "a", `{"task_name":"/root/helper"}`), output(5, "b", `{"agent_id":"`+first+`","nickname":"Bacon"}`))
	put(t, root, first, meta(first, `,"parent_thread_id":"`+ownID+`"`), item(1, prompt("task one")),
		item(2, answer("done one")))
	put(t, root, second, meta(second, `,"parent_thread_id":"`+ownID+
		`","agent_path":"/root/helper","subagent_history_start_ordinal":2`),
		item(1, prompt("go")), item(2, answer("done two")))
	stream, _ := open(t, path)
	got := map[string][]string{}
	for _, child := range stream.Children {
		var entries []*timeline.Entry
		for e, err := range child.Entries {
			if err != nil {
				t.Fatal(err)
			}
			entries = append(entries, e)
		}
		got[child.Header.Lineage.At] = told(entries)
	}
	want := map[string][]string{"a": {"assistant: done two"}, "b": {"user: task one", "assistant: done one"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for row, err := range readers.List(context.Background(), codex.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if isChild := row.ID != ownID; err != nil || isChild != (row.Parent == ownID) {
			t.Errorf("%s: parent %q, error %v", row.ID, row.Parent, err)
		}
	}
}
