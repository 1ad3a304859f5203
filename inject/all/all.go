// Package all lists the drivers.
package all

import (
	"stead/inject"
	"stead/inject/claude"
	"stead/inject/clido"
	"stead/inject/codex"
	"stead/inject/gemini"
	"stead/inject/kimi"
	"stead/inject/kimicli"
	"stead/inject/opencode"
	"stead/inject/pi"
	"stead/inject/qwen"
)

// Drivers returns a driver for each CLI that stead can start, in the order of their names.
func Drivers() []inject.Driver {
	return []inject.Driver{
		claude.New(),
		clido.New(),
		codex.New(),
		gemini.New(),
		kimi.New(),
		kimicli.New(),
		opencode.New(),
		pi.New(),
		qwen.New(),
	}
}
