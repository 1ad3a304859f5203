package gemini_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers/gemini"
)

func FuzzReader(f *testing.F) {
	// The small fixtures only: mutations of a long line find nothing, slowly.
	for _, fixture := range fixtures.Match(f, "gemini/plain.jsonl", "gemini/handwritten/*") {
		f.Add(fixtures.Read(f, fixture))
	}
	for _, lines := range [][]string{
		{header, user("u", "go"), model("g", "["+called("c", "glob")+"]"),
			message("r", "user", "["+answered("c", "glob", "A")+"]"), `{"$rewindTo":"g"}`},
		{header, user("u", "go"), user("n", "<session_context>", "go"), snapshot(user("n", "<session_context>", "go"))},
		{header, user("u", "go"), snapshot(user("s", "all"), model("y", `"Got it. Thanks for the additional context!"`),
			user("n", "go"))},
	} {
		f.Add([]byte(strings.Join(lines, "\n")))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "session-2026-11-20T18-55-01020304.jsonl")
		fixtures.Put(t, path, content)
		stream, err := gemini.Reader{}.Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		lines, next := 0, 1
		ids := map[string]bool{}
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if ids[e.ID] {
				t.Errorf("two entries have the id %q", e.ID)
			}
			ids[e.ID] = true
			if e.Native.Line < next-1 || e.Native.Line > next {
				t.Errorf("line %d follows line %d", e.Native.Line, next-1)
			}
			if e.Native.Raw != nil {
				lines, next = lines+1, e.Native.Line+1
			}
		}
		want := bytes.Count(content, []byte("\n"))
		if !bytes.HasSuffix(content, []byte("\n")) {
			want++
		}
		if lines != want && content[0] != '{' {
			t.Errorf("%d records of %d lines", lines, want)
		}
	})
}
