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

// Discover returns nothing: files in this format lie where people put them.
func (Reader) Discover(adapter.Host) []adapter.Store { return nil }

// Places yields nothing, as there is no store.
func (Reader) Places(context.Context, adapter.Store, readers.Query) iter.Seq2[readers.Place, error] {
	return func(func(readers.Place, error) bool) {}
}

// Summaries yields nothing, as there are no places.
func (Reader) Summaries(context.Context, readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(func(timeline.Summary, error) bool) {}
}

// Detect reports whether one of the lines can only be this format's. A record of CODITECT's message store is taken,
// too, so that Open can say why it is refused.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool {
		entry := jsonl.Trim(line)
		return format.IsForeign(entry) || isOwn(entry)
	})
}

// isOwn reports whether an entry names the format, or begins a session as this format does.
func isOwn(entry jsonl.Value) bool {
	return entry.Get(format.Meta, "format").Is(format.Name) || isStart(entry)
}

func isStart(entry jsonl.Value) bool {
	return entry.Get("type").Is(format.SessionStart) && entry.Get("llm_source") != nil
}
