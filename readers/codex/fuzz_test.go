package codex_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/codex"
)

func FuzzOpen(f *testing.F) {
	// The small fixtures only: mutations of a long first line find nothing, slowly.
	for _, fixture := range adaptertest.Match(f, "codex/handwritten/*.jsonl") {
		f.Add(adaptertest.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "rollout-2026-11-20T10-00-00-"+ownID+".jsonl")
		adaptertest.Put(t, path, content)
		stream, err := codex.New().Open(context.Background(), adapter.Location{Path: path})
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
