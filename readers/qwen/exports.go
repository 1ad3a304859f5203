package qwen

import (
	"stead/adapters/qwen/exported"
	"stead/readers"
)

// Exports returns the forms of /export.
func (Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "JSON Lines of Qwen Code", Detect: exported.DetectLines, Open: exported.OpenLines},
		{Name: "JSON of Qwen Code", Detect: exported.DetectJSON, Open: exported.OpenJSON},
	}
}
