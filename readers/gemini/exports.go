package gemini

import (
	"stead/adapters/gemini/exported"
	"stead/readers"
)

// Exports returns the forms of /chat share.
func (Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "JSON of Gemini CLI", Detect: exported.DetectJSON, Open: exported.OpenJSON},
		{Name: "Markdown of Gemini CLI", Detect: exported.DetectMarkdown, Open: exported.OpenMarkdown},
	}
}
