package kimi_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/kimi"
)

func FuzzOpen(f *testing.F) {
	for _, fixture := range adaptertest.Match(f, "kimi/*/agents/*/wire.jsonl") {
		f.Add(adaptertest.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), ownID, "agents", "main", "wire.jsonl")
		adaptertest.Put(t, path, content)
		stream, err := kimi.New().Open(context.Background(), adapter.Location{Path: path})
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
		want := bytes.Count(content, []byte("\n"))
		if !bytes.HasSuffix(content, []byte("\n")) {
			want++
		}
		if lines != want {
			t.Errorf("%d records of %d lines", lines, want)
		}
	})
}
