package cusf

import (
	"bytes"
	"cmp"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
)

// index holds the facts about a file that its first entry depends on.
type index struct {
	lines, known, talk int
	// foreign reports that the file holds records of CODITECT's message store.
	foreign            bool
	meta, start, end   jsonl.Value
	first, last, model string
	counted            bool
	input, output      int64
}

// survey indexes a chunk of lines.
func survey(lines []jsonl.Line) index {
	x := index{lines: len(lines)}
	for _, line := range lines {
		x.add(jsonl.Trim(line.Bytes))
	}
	return x
}

func (x *index) add(entry jsonl.Value) {
	switch format.KindOf(entry) {
	case format.Meta:
		x.meta = either(x.meta, sound(entry).Get(format.Meta))
	case format.SessionStart:
		x.start = either(x.start, sound(entry))
	case format.SessionEnd:
		x.end = either(sound(entry), x.end)
	case format.Message, format.ToolUse, format.ToolResult:
		x.talk++
		x.message(entry)
	default:
		x.foreign = x.foreign || format.IsForeign(entry)
		return
	}
	x.known++
}

// sound returns a copy of an entry, or nil if it is not valid JSON. It copies the entry because the index outlives the
// line's memory.
func sound(entry jsonl.Value) jsonl.Value {
	clean, _, ok := jsonl.Clean(entry)
	if !ok {
		return nil
	}
	return bytes.Clone(clean)
}

func (x *index) message(entry jsonl.Value) {
	if at := timestamp(entry.Get("timestamp")); at != "" {
		x.first, x.last = cmp.Or(x.first, at), at
	}
	if model := entry.Get("model").String(); model != "" {
		x.model = model
	}
	if usage := entry.Get("usage"); usage.IsObject() {
		x.counted = true
		x.input += usage.Get("input").Int()
		x.output += usage.Get("output").Int()
	}
}

// join adds the facts of the next chunk.
func (x *index) join(next index) {
	x.lines += next.lines
	x.known += next.known
	x.talk += next.talk
	x.foreign = x.foreign || next.foreign
	x.meta, x.start, x.end = either(x.meta, next.meta), either(x.start, next.start), either(next.end, x.end)
	x.first, x.last, x.model = cmp.Or(x.first, next.first), cmp.Or(next.last, x.last), cmp.Or(next.model, x.model)
	x.counted = x.counted || next.counted
	x.input += next.input
	x.output += next.output
}

func either(a, b jsonl.Value) jsonl.Value {
	if a != nil {
		return a
	}
	return b
}
