package exported_test

import (
	"testing"

	"stead/adapters/gemini/exported"
	"stead/internal/testkit/exportedtest"
)

func FuzzOpen(f *testing.F) {
	exportedtest.Fuzz(f, []string{"gshare.json", "gshare.md"},
		[]string{
			"## USER 🧑‍💻\n\n**Tool Response**:\n```json\n{\"id\":1}\n```\n\n---\n\n"}, exported.OpenJSON, exported.OpenMarkdown)
}
