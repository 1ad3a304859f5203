package kimi_test

import (
	"context"
	"testing"

	"stead/adapters/kimi"
	"stead/internal/testkit/exportedtest"
	"stead/timeline"
)

func FuzzExports(f *testing.F) {
	exportedtest.Fuzz(f, []string{"kimi-export-session_-20261122-115215.md"}, []string{
		"---\nsession_id: s\n---\n# Kimi Session Export\n## Turn 1\n### Assistant\n<details><summary>Thinking</summary>\n\n\n" +
			"#### Tool Call: x\n```json\n{\n```\n<details><summary>Tool Result: x\n</details>",
		"PK\x03\x04",
	}, kimi.OpenExportMarkdown, func(ctx context.Context, path, folder string) (timeline.Stream, error) {
		_, err := kimi.UnpackExport(ctx, path, folder)
		return timeline.Stream{Entries: timeline.Of()}, err
	})
}
