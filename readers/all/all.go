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
	"stead/readers/kimicli"
	"stead/readers/opencode"
	"stead/readers/pi"
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
		kimicli.New(),
		opencode.New(),
		pi.New(),
		qwen.New(),
		clido.New(),
		cusf.New(),
		universal.New(),
	}
}
