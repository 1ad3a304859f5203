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
	for _, fixture := range adaptertest.Match(f, "qwen/*.jsonl") {
		f.Add(adaptertest.Read(f, fixture))
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
