package kimi_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/kimi"
)

func FuzzOpen(f *testing.F) {
	// Small sessions only: mutations of long ones find nothing, slowly.
	f.Add(adaptertest.Read(f, "kimi/minimal/agents/main/wire.jsonl"))
	f.Add([]byte(strings.Join([]string{
		header, prompt("go"), begin("s"), thought("s", "hm"), said("s", "I look."), call("s", "c", "Bash", `{"command":"ls"}`), end("s", "error"),
		result("c", `{"output":"x","isError":true}`), undo(1), prompt("two"), `{"type":"context.clear"}`,
		`{"type":"agent.switched","base":{"line":2},"legacyUndoLine":13}`, `{"type":"context.apply_compaction","summary":"s","legacyTail":true}`,
		`{"type":"context.apply_compaction","summary":"s","keptUserMessageCount":1,"compactedCount":3}`,
	}, "\n")))
	f.Add([]byte(strings.Join([]string{
		header, by(`{"kind":"shell_command","phase":"input"}`, "<bash-input>\nls\n</bash-input>"),
		by(`{"kind":"shell_command","phase":"output"}`, "<bash-stdout>&lt;</bash-stdout><bash-stderr></bash-stderr>"),
		by(`{"kind":"skill_activation","trigger":"user-slash"}`, "<skill-loaded>\na\n</skill-loaded>"), by(`{"kind":"hook_result"}`, "<hook_result>\na\n</hook_result>"),
		by(`{"kind":"injection","variant":"stead"}`, "<context from=\"hook\">\n"), by(`{"kind":"user","skillActivations":[{}]}`, "a", "b"),
	}, "\n")))
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
