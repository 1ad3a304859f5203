package qwen

import (
	"stead/adapters/qwen"
	"stead/readers"
)

// Exports returns the forms of /export.
func (Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "JSON Lines of Qwen Code", Detect: qwen.DetectExportLines, Open: qwen.OpenExportLines},
		{Name: "JSON of Qwen Code", Detect: qwen.DetectExportJSON, Open: qwen.OpenExportJSON},
	}
}
