// Package all lists the readers.
package all

import (
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/clido"
	"stead/readers/codex"
	"stead/readers/cusf"
	"stead/readers/gemini"
	"stead/readers/kimi"
	"stead/readers/opencode"
	"stead/readers/qwen"
	"stead/readers/universal"
)

// Readers returns a reader for each format that stead reads, in the order in which a file's format is tried.
func Readers() []readers.Reader {
	return []readers.Reader{
		claude.New(),
		codex.New(),
		gemini.New(),
		kimi.New(),
		opencode.New(),
		qwen.New(),
		clido.New(),
		cusf.New(),
		universal.New(),
	}
}
