package kimicli_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers/kimicli"
	"stead/timeline"
)

// FuzzOpen reads a session of two context files.
func FuzzOpen(f *testing.F) {
	for _, fixture := range fixtures.Match(f, "kimicli/*/*/context*.jsonl") {
		f.Add(fixtures.Read(f, fixture), fixtures.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, replaced, content []byte) {
		stream, err := kimicli.Reader{}.Open(context.Background(), adapter.Location{Path: put(t, replaced, content)})
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
		if want := count(replaced) + count(content); lines != want {
			t.Errorf("%d records of %d lines", lines, want)
		}
	})
}

func count(content []byte) int {
	n := bytes.Count(content, []byte("\n"))
	if len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")) {
		n++
	}
	return n
}

// FuzzOpenSeen reads a session that consists of a wire file only. The entries must have ids, and no result may precede
// its call.
func FuzzOpenSeen(f *testing.F) {
	for _, fixture := range fixtures.Match(f, "kimicli/*/*/wire.jsonl") {
		f.Add(fixtures.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "wire.jsonl")
		fixtures.Put(t, path, content)
		stream, err := kimicli.Reader{}.Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		problems, err := timeline.Validate(stream)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			if p.Rule == timeline.RuleID {
				t.Error(p)
			}
		}
	})
}
