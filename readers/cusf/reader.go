package cusf

import (
	"context"
	"iter"

	"stead/adapters/adapter"
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Reader reads CUSF. The zero value is ready for use.
type Reader struct{}

// Info describes the format.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the format's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns nothing, because users can put files in this format anywhere.
func (Reader) Discover(adapter.Host) []adapter.Store { return nil }

// Places yields nothing, because there is no store.
func (Reader) Places(context.Context, adapter.Store, readers.Query) iter.Seq2[readers.Place, error] {
	return func(func(readers.Place, error) bool) {}
}

// Summaries yields nothing, because there are no places.
func (Reader) Summaries(context.Context, readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(func(timeline.Summary, error) bool) {}
}

// Detect reports whether at least one line can only be this format's. It also accepts a record of CODITECT's message
// store, so that Open can explain why it rejects it.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool {
		entry := jsonl.Trim(line)
		return format.IsForeign(entry) || isOwn(entry)
	})
}

// isOwn reports whether an entry names the format, or begins a session in this format.
func isOwn(entry jsonl.Value) bool {
	return entry.Get(format.Meta, "format").Is(format.Name) || isStart(entry)
}

func isStart(entry jsonl.Value) bool {
	return entry.Get("type").Is(format.SessionStart) && entry.Get("llm_source") != nil
}
