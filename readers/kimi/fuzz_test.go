package kimi_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/readers/kimi"
)

func FuzzOpen(f *testing.F) {
	// Small sessions only: mutations of long ones find nothing, slowly.
	contents := adaptertest.Seeds(f, "kimi/minimal/agents/main/wire.jsonl")
	contents = append(contents, []byte(strings.Join([]string{
		header, prompt("go"), begin("s"), thought("s", "hm"), said("s", "I look."),
		call("s", "c", "Bash", `{"command":"ls"}`), end("s", "error"),
		result("c", `{"output":"x","isError":true}`), undo(1), prompt("two"), `{"type":"context.clear"}`,
		`{"type":"agent.switched","base":{"line":2},"legacyUndoLine":13}`,
		`{"type":"context.apply_compaction","summary":"s","legacyTail":true}`,
		`{"type":"context.apply_compaction","summary":"s","keptUserMessageCount":1,"compactedCount":3}`,
	}, "\n")))
	contents = append(contents, []byte(strings.Join([]string{
		header, by(`{"kind":"shell_command","phase":"input"}`, "<bash-input>\nls\n</bash-input>"),
		by(`{"kind":"shell_command","phase":"output"}`, "<bash-stdout>&lt;</bash-stdout><bash-stderr></bash-stderr>"),
		by(`{"kind":"skill_activation","trigger":"user-slash"}`, "<skill-loaded>\na\n</skill-loaded>"),
		by(`{"kind":"hook_result"}`, "<hook_result>\na\n</hook_result>"),
		by(`{"kind":"injection","variant":"stead"}`, "<context from=\"hook\">\n"),
		by(`{"kind":"user","skillActivations":[{}]}`, "a", "b"),
	}, "\n")))
	adaptertest.FuzzLines(f, kimi.Reader{}, filepath.Join(ownID, "agents", "main", "wire.jsonl"), contents, nil)
}
