// Package adapters lists the CLIs and formats that stead knows.
package adapters

import (
	"slices"
	"strings"

	"stead/inject"
	injectclaude "stead/inject/claude"
	injectclido "stead/inject/clido"
	injectcodex "stead/inject/codex"
	injectgemini "stead/inject/gemini"
	injectkimi "stead/inject/kimi"
	injectkimicli "stead/inject/kimicli"
	injectopencode "stead/inject/opencode"
	injectpi "stead/inject/pi"
	injectqwen "stead/inject/qwen"
	"stead/readers"
	readclaude "stead/readers/claude"
	readclido "stead/readers/clido"
	readcodex "stead/readers/codex"
	readcusf "stead/readers/cusf"
	readgemini "stead/readers/gemini"
	readkimi "stead/readers/kimi"
	readkimicli "stead/readers/kimicli"
	readopencode "stead/readers/opencode"
	readpi "stead/readers/pi"
	readqwen "stead/readers/qwen"
	readuniversal "stead/readers/universal"
	"stead/writers"
	writeclaude "stead/writers/claude"
	writeclido "stead/writers/clido"
	writecodex "stead/writers/codex"
	writecusf "stead/writers/cusf"
	writegemini "stead/writers/gemini"
	writekimi "stead/writers/kimi"
	writekimicli "stead/writers/kimicli"
	writeopencode "stead/writers/opencode"
	writepi "stead/writers/pi"
	writeqwen "stead/writers/qwen"
	writeuniversal "stead/writers/universal"
)

// All returns the adapters in the order in which they are tried to detect a file's format.
func All() []inject.Adapter {
	return append([]inject.Adapter{
		{Reader: readclaude.Reader{}, Writer: writeclaude.Writer{}, Driver: injectclaude.Driver{}},
		{Reader: readcodex.Reader{}, Writer: writecodex.Writer{}, Driver: injectcodex.Driver{}},
		{Reader: readgemini.Reader{}, Writer: writegemini.Writer{}, Driver: injectgemini.Driver{}},
		{Reader: readkimi.Reader{}, Writer: writekimi.Writer{}, Driver: injectkimi.Driver{}},
		{Reader: readkimicli.Reader{}, Writer: writekimicli.Writer{}, Driver: injectkimicli.Driver{}},
		{Reader: readopencode.Reader{}, Writer: writeopencode.Writer{}, Driver: injectopencode.Driver{}},
		{Reader: readpi.Reader{}, Writer: writepi.Writer{}, Driver: injectpi.Driver{}},
		{Reader: readqwen.Reader{}, Writer: writeqwen.Writer{}, Driver: injectqwen.Driver{}},
		{Reader: readclido.Reader{}, Writer: writeclido.Writer{}, Driver: injectclido.Driver{}},
		{Reader: readcusf.Reader{}, Writer: writecusf.Writer{}},
		{Reader: readuniversal.Reader{}, Writer: writeuniversal.Writer{}},
	}, added...)
}

var added []inject.Adapter

// Add appends an adapter to the list, for a program with a CLI that stead does not ship. Call it before any other
// function of this package: the list is not safe for concurrent use.
func Add(a inject.Adapter) { added = append(added, a) }

// Named returns the adapter of a CLI or format with a short name, or the zero value if there is none.
func Named(name string) inject.Adapter {
	for _, a := range All() {
		if a.Reader.Info().Name == name {
			return a
		}
	}
	return inject.Adapter{}
}

// Readers returns all readers, in the order of [All].
func Readers() []readers.Reader {
	var all []readers.Reader
	for _, a := range All() {
		all = append(all, a.Reader)
	}
	return all
}

// ReadersWith returns the same readers, but they find the attachments of universal sessions in stead's data folder.
func ReadersWith(dataFolder string) []readers.Reader {
	all := Readers()
	for i, r := range all {
		if universal, ok := r.(readuniversal.Reader); ok {
			universal.Data = dataFolder
			all[i] = universal
		}
	}
	return all
}

// Writers returns all writers, in the order of [All].
func Writers() []writers.Writer {
	var all []writers.Writer
	for _, a := range All() {
		all = append(all, a.Writer)
	}
	return all
}

// Drivers returns the drivers of the CLIs that stead can start, in the order of their names.
func Drivers() []inject.Driver {
	var all []inject.Driver
	for _, a := range All() {
		if a.Driver != nil {
			all = append(all, a.Driver)
		}
	}
	slices.SortFunc(all, func(a, b inject.Driver) int { return strings.Compare(a.Info().Name, b.Info().Name) })
	return all
}

// VendorOf returns the vendor of a CLI, given its name. It is empty for a CLI that stead does not know.
func VendorOf(cli string) string {
	if r := Named(cli).Reader; r != nil {
		return r.Info().Vendor
	}
	return ""
}
