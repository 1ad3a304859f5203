package exported_test

import (
	"testing"

	"stead/internal/exported/exportedtest"
	"stead/internal/format/gemini/exported"
)

func FuzzOpen(f *testing.F) {
	exportedtest.Fuzz(f, []string{"gshare.json", "gshare.md"}, []string{"## USER 🧑‍💻\n\n**Tool Response**:\n```json\n{\"id\":1}\n```\n\n---\n\n"}, exported.OpenJSON, exported.OpenMarkdown)
}
