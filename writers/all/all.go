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
	"stead/writers/kimicli"
	"stead/writers/opencode"
	"stead/writers/pi"
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
		kimicli.New(),
		opencode.New(),
		pi.New(),
		qwen.New(),
		clido.New(),
		cusf.New(),
		universal.New(),
	}
}
