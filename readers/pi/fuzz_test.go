package pi_test

import (
	"strings"
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/readers/pi"
)

func FuzzReader(f *testing.F) {
	// Small sessions only: mutations of long lines find nothing, slowly.
	contents := adaptertest.Seeds(f, "pi/handwritten/minimal.jsonl", "pi/handwritten/old/*.jsonl")
	for _, seed := range seeds {
		contents = append(contents, []byte(strings.Join(append(
			[]string{`{"type":"session","version":3,"id":"s","timestamp":"2026-11-20T10:00:00Z","cwd":"/"}`}, seed...), "\n")+
			"\n"))
	}
	adaptertest.FuzzLines(f, pi.Reader{}, "s.jsonl", contents, nil)
}

// seeds are sessions with one trap each.
var seeds = [][]string{
	{`{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"1"}}`,
		`{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"2"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`,
		`{"type":"context_edit","id":"b","parentId":"a","targetId":"a","replacement":{"content":"2"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"edit","arguments":{"path":"x","edits":[{"oldText":"1"},{}]}}]}}`,
		`{"type":"message","id":"b","parentId":"a","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","isError":true,"content":[{"type":"text","text":"Command exited with code 1"}]}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`,
		`{"type":"compaction","id":"b","parentId":"a","summary":"s","firstKeptEntryId":"a"}`,
		`{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"3"}}`},
	{`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}`,
		`{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"2"}}`,
		`{"type":"message","id":"a","message":{"role":"user","content":"3"}}`},
}
