package qwen_test

import (
	"testing"

	"stead/adapters/qwen"
	"stead/internal/testkit/exportedtest"
)

func FuzzExports(f *testing.F) {
	exportedtest.Fuzz(f, []string{"qwen-code-export-2026-11-22T11-52-21-945Z.json",
		"qwen-code-export-2026-11-22T11-52-25-079Z.jsonl"}, []string{`{"type":"session_metadata","sessionId":1}` + "\n" +
		`{"type":"tool_call","toolCall":{"rawInput":[],"status":"failed"}}`}, qwen.OpenExportJSON, qwen.OpenExportLines)
}
