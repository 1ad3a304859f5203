package codex_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	reader "stead/readers/codex"
	"stead/timeline"
	"stead/writers"
	"stead/writers/codex"
)

// rewound puts the recorded files of a rewound session into a store, and opens it.
func rewound(t *testing.T, root, folder string) ([]string, timeline.Stream) {
	t.Helper()
	var paths []string
	for _, name := range fixtures.Match(t, "codex/"+folder+"/*.jsonl") {
		path := filepath.Join(root, "sessions", "2026", "11", "27", filepath.Base(name))
		if len(paths) > 0 && format.SessionID(path) != format.SessionID(paths[0]) {
			continue // its fork
		}
		fixtures.Put(t, path, fixtures.Read(t, name))
		paths = append(paths, path)
	}
	return paths, opened(t, paths[0])
}

func opened(t *testing.T, path string) timeline.Stream {
	t.Helper()
	s, err := reader.Reader{}.Open(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, root string, s timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	plan, err := codex.Writer{}.Plan(adapter.Store{Root: root}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := codex.Writer{}.Write(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// said returns what the user said, with the branch to which it belongs.
func said(t *testing.T, s timeline.Stream) (all []string) {
	t.Helper()
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == timeline.User && !e.Hidden && !e.IsContext() {
			all = append(all, e.Branch+" "+e.Content.String())
		}
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// A rewound session that comes home has its files again, byte for byte.
func TestRewoundSessionIsRestoredInItsFiles(t *testing.T) {
	for _, folder := range []string{"rewound", "rewound-often"} {
		paths, s := rewound(t, t.TempDir(), folder)
		o := options()
		o.ID = s.Header.ID
		receipt := written(t, t.TempDir(), s, o)
		files := format.Files(receipt.Path)
		if len(files) != len(paths) || len(receipt.Files) != len(paths) || len(receipt.Losses) > 0 {
			t.Fatalf("written as %q, %+v", files, receipt)
		}
		for i := range files {
			if diff := cmp.Diff(read(t, paths[i]), read(t, files[i])); diff != "" ||
				format.NameOf(paths[i]) != format.NameOf(files[i]) {
				t.Errorf("%s became %s: %s", paths[i], files[i], diff)
			}
		}
	}
}

// A copy of a rewound session has files of its own, each of which begins where the one before it was left.
func TestCopyOfARewoundSession(t *testing.T) {
	for _, folder := range []string{"rewound", "rewound-often"} {
		root := t.TempDir()
		paths, s := rewound(t, root, folder)
		o := options()
		o.Dir = "/a/much/longer/folder/than/that/of/the/recording"
		receipt := written(t, root, s, o)
		copied := opened(t, receipt.Path)
		if diff := cmp.Diff(said(t, s), said(t, copied)); diff != "" {
			t.Error(diff)
		}
		if len(receipt.Branches)+len(receipt.Losses) > 0 || len(receipt.Files) != len(paths) {
			t.Errorf("%+v", receipt)
		}
		for _, path := range format.Files(receipt.Path) {
			content := read(t, path)
			for _, old := range paths {
				if strings.Contains(content, format.NameOf(old).Rollout) {
					t.Errorf("%s names the old file %s", path, old)
				}
			}
			beginsAtALine(t, path, jsonl.Value(content[:strings.IndexByte(content, '\n')]))
		}
	}
}

// beginsAtALine checks the offset up to which a file inherits: there the line begins that has the ordinal.
func beginsAtALine(t *testing.T, path string, meta jsonl.Value) {
	t.Helper()
	base := meta.Get("payload", "history_base")
	if !base.IsObject() {
		return
	}
	from, err := format.FindRollout(format.RootOf(path), base.Get("thread_id").String())
	if err != nil {
		t.Fatal(err)
	}
	rest := read(t, from)[base.Get("end_byte_offset").Int():]
	line, _, _ := strings.Cut(rest, "\n")
	if got := jsonl.Value(line).Get("ordinal").Int(); got != base.Get("end_ordinal_exclusive").Int() {
		t.Errorf("%s begins at %s, where %s has %.60s", path, string(base), from, rest)
	}
}

// What is added to a rewound session goes into the file that grows.
func TestRewoundSessionIsExtended(t *testing.T) {
	root := t.TempDir()
	paths, s := rewound(t, root, "rewound-often")
	var before []string
	for _, path := range paths {
		before = append(before, read(t, path))
	}
	was, err := writers.FingerprintOf(context.Background(), codex.Writer{},
		adapter.Location{Path: paths[0], ID: s.Header.ID})
	last := len(paths) - 1
	if err != nil || was.Path != paths[last] {
		t.Fatalf("%+v, %v", was, err)
	}
	lines := 0
	for _, content := range before {
		lines += strings.Count(content, "\n")
	}
	o := options()
	o.ID, o.Extends = s.Header.ID, &was
	receipt := written(t, root, writers.Extended(s, timeline.Of(user("added"), assistant("answered"))), o)
	for i, path := range paths {
		if now := read(t, path); i < last && now != before[i] || i == last &&
			(!strings.HasPrefix(now, before[i]) || !strings.Contains(now, "added")) {
			t.Errorf("%s has become %s", path, now)
		}
	}
	if got := said(t, opened(t, paths[0])); !slices.Contains(got, " added") || receipt.Lines <= lines {
		t.Errorf("%q, %d lines of %d", got, receipt.Lines, lines)
	}
}

// As one file a session has only what the user had not taken back; each branch is told as one that is lost.
func TestRewoundSessionAsOneFile(t *testing.T) {
	_, s := rewound(t, t.TempDir(), "rewound")
	lines, report := encode(t, s, options())
	text := ""
	for i, line := range lines {
		text += string(line)
		if jsonl.Value(line).Get("ordinal").Int() < int64(i) {
			t.Errorf("line %d: %s", i, line)
		}
	}
	if strings.Contains(text, "PROMPT2") || !strings.Contains(text, "PROMPT3") ||
		strings.Contains(text, "history_base") || len(report.Losses) != 1 {
		t.Errorf("%s, %+v", text, report.Losses)
	}
}

// A session of which nothing is left that was taken back is one file.
func TestCutSessionIsOneFile(t *testing.T) {
	root := t.TempDir()
	_, s := rewound(t, root, "rewound-often")
	whole := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range whole {
			if (err != nil || e.Branch == "") && !yield(e, err) {
				return
			}
		}
	}
	s.Header.Branches = nil
	receipt := written(t, root, s, options())
	if diff := cmp.Diff([]string{" ONE1 first", " EIGHT8 eighth"}, said(t, opened(t, receipt.Path))); diff != "" ||
		len(receipt.Files) != 1 {
		t.Errorf("%q: %s", receipt.Files, diff)
	}
}

// A fork of a rewound session, under an id of its own, holds all that it inherits.
func TestForkOfARewoundSessionIsCopied(t *testing.T) {
	root := t.TempDir()
	rewound(t, root, "rewound-often")
	names := fixtures.Match(t, "codex/rewound-often/*.jsonl")
	name := names[len(names)-1]
	path := filepath.Join(root, "sessions", "2026", "11", "27", filepath.Base(name))
	fixtures.Put(t, path, fixtures.Read(t, name))
	s := opened(t, path)
	receipt := written(t, t.TempDir(), s, options())
	if diff := cmp.Diff(said(t, s), said(t, opened(t, receipt.Path))); diff != "" || len(receipt.Files) != 1 ||
		len(receipt.Losses) > 0 {
		t.Errorf("%+v: %s", receipt, diff)
	}
}
