// Package all lists the readers.
package all

import (
	"stead/internal/blob"
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
func Readers() []readers.Reader { return With(blob.Store{}) }

// With returns the same readers, which find the attachments of universal sessions in a blob store.
func With(blobs blob.Store) []readers.Reader {
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
		universal.Reader{Blobs: blobs},
	}
}
