package pi_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/pi"
)

func FuzzReader(f *testing.F) {
	// Small sessions only: mutations of long lines find nothing, slowly.
	for _, fixture := range adaptertest.Match(f, "pi/handwritten/minimal.jsonl", "pi/handwritten/old/*.jsonl") {
		f.Add(adaptertest.Read(f, fixture))
	}
	for _, seed := range seeds {
		f.Add([]byte(strings.Join(append([]string{`{"type":"session","version":3,"id":"s","timestamp":"2026-11-20T10:00:00Z","cwd":"/"}`}, seed...), "\n") + "\n"))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		adaptertest.Put(t, path, content)
		stream, err := pi.New().Open(context.Background(), adapter.Location{Path: path})
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

// seeds are sessions with one trap each.
var seeds = [][]string{
	{`{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"1"}}`, `{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"2"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`, `{"type":"context_edit","id":"b","parentId":"a","targetId":"a","replacement":{"content":"2"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"edit","arguments":{"path":"x","edits":[{"oldText":"1"},{}]}}]}}`,
		`{"type":"message","id":"b","parentId":"a","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","isError":true,"content":[{"type":"text","text":"Command exited with code 1"}]}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`, `{"type":"compaction","id":"b","parentId":"a","summary":"s","firstKeptEntryId":"a"}`, `{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"3"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`, `{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"2"}}`, `{"type":"message","id":"a","message":{"role":"user","content":"3"}}`},
}
