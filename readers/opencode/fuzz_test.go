package opencode_test

import (
	"context"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/opencode"
)

// FuzzReader opens exports: what can stand in a row stands in them as well.
func FuzzReader(f *testing.F) {
	for _, fixture := range adaptertest.Match(f, "opencode/*.json", "opencode/storage-old/session/*/*.json") {
		f.Add(adaptertest.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "export.json")
		adaptertest.Put(t, path, content)
		opencode.New().Detect(content)
		stream, err := opencode.New().Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		ids, line := map[string]bool{}, 0
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.ID == "" || ids[e.ID] {
				t.Errorf("the id %q is missing or taken", e.ID)
			}
			ids[e.ID] = true
			if e.Native.Raw != nil {
				if line++; e.Native.Line != line {
					t.Errorf("record %d is on line %d", line, e.Native.Line)
				}
			}
			e.AppendJSON(nil)
		}
	})
}

// FuzzDatabase opens damaged databases, with a log of the same bytes beside them.
func FuzzDatabase(f *testing.F) {
	database := adaptertest.Read(f, "opencode/new.db")
	f.Add(database[:8192], 0)
	f.Add(database[4096:8192], 100)
	f.Fuzz(func(t *testing.T, content []byte, at int) {
		if at < 0 || at > len(database) {
			return
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "opencode.db")
		adaptertest.Put(t, path, append(append([]byte(nil), database[:at]...), content...))
		adaptertest.Put(t, path+"-wal", content)
		if stream, err := opencode.New().Open(context.Background(), adapter.Location{Path: path}); err == nil {
			for _, err := range stream.Entries {
				if err != nil {
					break
				}
			}
		}
	})
}
