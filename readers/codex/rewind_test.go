package codex_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/codex"
	"stead/timeline"
)

// shelve puts the recorded files of a folder into a store, and returns their paths, the oldest first.
func shelve(t *testing.T, root, folder string) []string {
	t.Helper()
	var paths []string
	for _, name := range fixtures.Match(t, "codex/"+folder+"/*.jsonl") {
		path := filepath.Join(root, "sessions", "2026", "11", "27", filepath.Base(name))
		fixtures.Put(t, path, fixtures.Read(t, name))
		paths = append(paths, path)
	}
	return paths
}

// prompts returns what the user asked, by the branches: the active conversation's is the empty one.
func prompts(entries []*timeline.Entry) map[string][]string {
	all := map[string][]string{}
	for _, e := range entries {
		if e.Type == timeline.User && !e.Hidden && !e.IsContext() {
			all[e.Branch] = append(all[e.Branch], e.Content.String())
		}
	}
	return all
}

// often is what was said in a session that the user rewound four times: once beyond an older rewind, and once beyond a
// compaction.
var often = map[string][]string{
	"": {"ONE1 first", "EIGHT8 eighth"}, "rewind-1": {"TWO2 second"}, "rewind-2": {"FOUR4 fourth"},
	"rewind-3": {"THREE3 third", "FIVE5 fifth"}, "rewind-4": {"SIX6 sixth", "SEVEN7 seventh"},
}

// A session that the user has rewound is one session, whichever of its files is opened: what was left is a branch.
func TestRewoundSessionIsOne(t *testing.T) {
	for folder, want := range map[string]map[string][]string{
		"rewound":       {"": {"MOCK:p1 PROMPT1 x", "MOCK:p3 PROMPT3 x"}, "rewind-1": {"MOCK:p2 PROMPT2 x"}},
		"rewound-often": often,
	} {
		root := t.TempDir()
		paths := shelve(t, root, folder)
		id := format.SessionID(paths[0])
		paths = slices.DeleteFunc(paths, func(path string) bool { return format.SessionID(path) != id })
		for _, path := range paths {
			stream, entries := open(t, path)
			if diff := cmp.Diff(want, prompts(entries)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
			if stream.Header.ID != id || len(stream.Header.Branches) != len(want)-1 {
				t.Errorf("session %s with branches %+v", stream.Header.ID, stream.Header.Branches)
			}
			placesAreUnique(t, entries)
		}
		isListedOnce(t, root, paths, want[""][0])
	}
}

func placesAreUnique(t *testing.T, entries []*timeline.Entry) {
	t.Helper()
	last, line := int64(-1), 0
	for _, e := range entries {
		if e.Native.Raw == nil {
			continue
		}
		if e.Native.Session != "" || e.Native.Line != line+1 || e.Native.Offset <= last {
			t.Fatalf("record %+v follows line %d at %d", readers.PositionOf(e.Native), line, last)
		}
		last, line = e.Native.Offset, e.Native.Line
	}
}

func isListedOnce(t *testing.T, root string, paths []string, title string) {
	t.Helper()
	bytes := int64(0)
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Size()
	}
	id, count := format.SessionID(paths[0]), 0
	for row, err := range readers.List(context.Background(), codex.Reader{}, adapter.Store{Root: root},
		readers.Query{Prefix: id[:20]}) {
		if err != nil {
			t.Fatal(err)
		}
		if count++; row.ID != id || row.Path != paths[len(paths)-1] || row.Bytes != bytes || row.Title != title ||
			row.Created.After(row.Updated) {
			t.Errorf("listed as %+v", row)
		}
	}
	if count != 1 {
		t.Errorf("%d rows of one session", count)
	}
}

// A fork of a rewound session begins with what the user had not taken back.
func TestForkOfARewoundSession(t *testing.T) {
	paths := shelve(t, t.TempDir(), "rewound-often")
	at := slices.IndexFunc(paths, func(path string) bool { return format.SessionID(path) != format.SessionID(paths[0]) })
	stream, entries := open(t, paths[at])
	if diff := cmp.Diff(map[string][]string{"": {"ONE1 first", "EIGHT8 eighth", "NINE9 in the fork"}},
		prompts(entries)); diff != "" {
		t.Error(diff)
	}
	parent := format.SessionID(paths[0])
	if l := stream.Header.Lineage; l == nil || l.Parent != "codex:"+parent || len(stream.Header.Branches) > 0 {
		t.Errorf("it comes from %+v, with branches %+v", l, stream.Header.Branches)
	}
	_, whole := open(t, paths[0])
	records := map[int]string{}
	for _, e := range whole {
		if e.Native.Raw != nil {
			records[e.Native.Line] = string(e.Native.Raw)
		}
	}
	for _, e := range entries {
		if e.Native.Session == parent && e.Native.Raw != nil && records[e.Native.Line] != string(e.Native.Raw) {
			t.Errorf("line %d of the parent is another one in the fork", e.Native.Line)
		}
	}
}

// Each title is of a prompt that still counts.
func TestTitleIsNotOneThatWasTakenBack(t *testing.T) {
	const later = "01a1fa00-0000-7000-8000-000000000002"
	root := t.TempDir()
	put(t, root, ownID, meta(ownID, ""), item(1, prompt("taken back")))
	put(t, root, ownID+"_"+later, meta(ownID, `,"history_base":{"thread_id":"`+ownID+`","end_ordinal_exclusive":1}`),
		item(2, prompt("asked instead")))
	for row, err := range readers.List(context.Background(), codex.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil || row.Title != "asked instead" {
			t.Errorf("%+v, %v", row, err)
		}
	}
}

// Each record of a rewound session can be read alone, by its place among all files.
func TestRecordsOfARewoundSessionAreReadAlone(t *testing.T) {
	for _, folder := range []string{"rewound", "rewound-often"} {
		paths := shelve(t, t.TempDir(), folder)
		_, entries := open(t, paths[0])
		for _, e := range entries {
			if e.Hidden || e.Native.Raw == nil {
				continue
			}
			alone, err := codex.Reader{}.At(context.Background(), adapter.Location{Path: paths[0]}, readers.PositionOf(e.Native))
			if err != nil || len(alone) == 0 || !alone[0].Content.Equal(e.Content) || !alone[0].Output.Equal(e.Output) {
				t.Errorf("line %d alone: %+v, %v", e.Native.Line, alone, err)
			}
		}
	}
}

// Wherever Codex keeps them and however, the files of a session tell the same.
func TestArchivedFilesTellTheSame(t *testing.T) {
	root := t.TempDir()
	paths := shelve(t, root, "rewound-often")
	_, before := open(t, paths[0])
	for _, path := range paths {
		moved := filepath.Join(root, "archived_sessions", filepath.Base(path))
		fixtures.Put(t, moved, []byte{})
		if err := os.Rename(path, moved); err != nil {
			t.Fatal(err)
		}
		if _, after := open(t, moved); format.SessionID(path) == format.SessionID(paths[0]) && path != paths[0] {
			if diff := cmp.Diff(prompts(before), prompts(after)); diff != "" {
				t.Errorf("with %s in the archive: %s", path, diff)
			}
		}
	}
}

// A circle of files ends the reading, and so does one that names itself.
func TestFilesInACircle(t *testing.T) {
	const second, third = "01a1fa00-0000-7000-8000-000000000002", "01a1fa00-0000-7000-8000-000000000003"
	root := t.TempDir()
	put(t, root, ownID, meta(ownID, ""), item(1, prompt("x")))
	put(t, root, ownID+"_"+second, meta(ownID, `,"history_base":{"thread_id":"`+third+`","end_ordinal_exclusive":1}`),
		item(2, prompt("y")))
	path := put(t, root, ownID+"_"+third, meta(ownID, `,"history_base":{"thread_id":"`+second+
		`","end_ordinal_exclusive":1}`), item(2, prompt("z")))
	if _, err := (codex.Reader{}).Open(context.Background(), adapter.Location{Path: path}); err == nil {
		t.Error("it was read")
	}
}
