// Package all lists the writers.
package all

import (
	"stead/writers"
	"stead/writers/claude"
	"stead/writers/clido"
	"stead/writers/codex"
	"stead/writers/cusf"
	"stead/writers/gemini"
	"stead/writers/kimi"
	"stead/writers/opencode"
	"stead/writers/qwen"
	"stead/writers/universal"
)

// Writers returns a writer for each format that stead writes, in the order of [stead/readers/all.Readers].
func Writers() []writers.Writer {
	return []writers.Writer{
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
