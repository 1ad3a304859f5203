package qwen_test

import (
	"strings"
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/readers/qwen"
)

func FuzzReader(f *testing.F) {
	// Small sessions only: mutations of long lines find nothing, slowly.
	var contents [][]byte
	for _, seed := range [][]string{
		{record("a", "null", "user", said("user", "one")), record("b", "a", "assistant", calls("c", "glob")),
			record("d", "b", "tool_result", answers("c", "glob", `{"output":"x"}`, "success"))},
		{record("a", "b", "user", said("user", "one")), record("b", "a", "assistant", said("model", "1")),
			record("b", "a", "assistant", said("model", "2"))},
		{record("a", "null", "user", said("user", "one")), record("b", "a", "system",
			`"subtype":"chat_compression","systemPayload":{"originator":"stead","compressedHistory":[{"role":"user","parts":[{"text":"s"}]},{"role":"user","parts":[{"text":"one"}]}]}`)},
		{record("c", "b", "user", said("user", "late")), record("b", "a", "user", said("user", "later")),
			record("a", "null", "user", said("user", "first"))},
	} {
		contents = append(contents, []byte(strings.Join(seed, "\n")+"\n"))
	}
	adaptertest.FuzzLines(f, qwen.Reader{}, ownID+".jsonl", contents, nil)
}
