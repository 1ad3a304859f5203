package qwen_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/qwen"
)

func FuzzReader(f *testing.F) {
	// Small sessions only: mutations of long lines find nothing, slowly.
	for _, seed := range [][]string{
		{record("a", "null", "user", said("user", "one")), record("b", "a", "assistant", calls("c", "glob")), record("d", "b", "tool_result", answers("c", "glob", `{"output":"x"}`, "success"))},
		{record("a", "b", "user", said("user", "one")), record("b", "a", "assistant", said("model", "1")), record("b", "a", "assistant", said("model", "2"))},
		{record("a", "null", "user", said("user", "one")), record("b", "a", "system", `"subtype":"chat_compression","systemPayload":{"originator":"stead","compressedHistory":[{"role":"user","parts":[{"text":"s"}]},{"role":"user","parts":[{"text":"one"}]}]}`)},
		{record("c", "b", "user", said("user", "late")), record("b", "a", "user", said("user", "later")), record("a", "null", "user", said("user", "first"))},
	} {
		f.Add([]byte(strings.Join(seed, "\n") + "\n"))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), ownID+".jsonl")
		adaptertest.Put(t, path, content)
		stream, err := qwen.New().Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		lines := 0
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.Native != nil && e.Native.Raw != nil {
				lines++
			}
		}
		want := strings.Count(string(content), "\n")
		if !strings.HasSuffix(string(content), "\n") {
			want++
		}
		if lines != want {
			t.Errorf("%d records of %d lines", lines, want)
		}
	})
}
