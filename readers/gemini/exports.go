package gemini

import (
	"stead/adapters/gemini"
	"stead/readers"
)

// Exports returns the forms of /chat share.
func (Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "JSON of Gemini CLI", Detect: gemini.DetectExportJSON, Open: gemini.OpenExportJSON},
		{Name: "Markdown of Gemini CLI", Detect: gemini.DetectExportMarkdown, Open: gemini.OpenExportMarkdown},
	}
}
