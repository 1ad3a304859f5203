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
	"stead/internal/blob"
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

// All returns the adapters in the order in which a file's format is tried.
func All() []inject.Adapter {
	return []inject.Adapter{
		{Reader: readclaude.New(), Writer: writeclaude.New(), Driver: injectclaude.New()},
		{Reader: readcodex.New(), Writer: writecodex.New(), Driver: injectcodex.New()},
		{Reader: readgemini.New(), Writer: writegemini.New(), Driver: injectgemini.New()},
		{Reader: readkimi.New(), Writer: writekimi.New(), Driver: injectkimi.New()},
		{Reader: readkimicli.New(), Writer: writekimicli.New(), Driver: injectkimicli.New()},
		{Reader: readopencode.New(), Writer: writeopencode.New(), Driver: injectopencode.New()},
		{Reader: readpi.New(), Writer: writepi.New(), Driver: injectpi.New()},
		{Reader: readqwen.New(), Writer: writeqwen.New(), Driver: injectqwen.New()},
		{Reader: readclido.New(), Writer: writeclido.New(), Driver: injectclido.New()},
		{Reader: readcusf.New(), Writer: writecusf.New()},
		{Reader: readuniversal.Reader{}, Writer: writeuniversal.New()},
	}
}

// Named returns the adapter of a CLI or format by its short name: the zero value when there is none.
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

// ReadersWith returns the same readers, which find the attachments of universal sessions in a blob store.
func ReadersWith(blobs blob.Store) []readers.Reader {
	all := Readers()
	for i, r := range all {
		if universal, ok := r.(readuniversal.Reader); ok {
			universal.Blobs = blobs
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
