package gemini_test

import (
	"testing"

	"stead/adapters/gemini"
	"stead/internal/testkit/exportedtest"
)

func FuzzExports(f *testing.F) {
	exportedtest.Fuzz(f, []string{"gshare.json", "gshare.md"},
		[]string{
			"## USER 🧑‍💻\n\n**Tool Response**:\n```json\n{\"id\":1}\n```\n\n---\n\n"}, gemini.OpenExportJSON, gemini.OpenExportMarkdown)
}
