package clido

import (
	"bytes"
	"cmp"
	"strconv"

	format "stead/adapters/clido"
	"stead/internal/adapt/jsonl"
)

// index holds the facts about a file that its first entry depends on.
type index struct {
	meta               jsonl.Value
	lines, known, talk int
	title              string
	cost               float64
}

// survey indexes a chunk of lines.
func survey(lines []jsonl.Line) index {
	x := index{lines: len(lines)}
	for _, line := range lines {
		x.add(jsonl.Trim(line.Bytes))
	}
	return x
}

func (x *index) add(line jsonl.Value) {
	switch line.Get("type").String() {
	case format.Meta:
		if x.meta == nil && isOwn(line) {
			x.meta = bytes.Clone(line)
			x.known++
		}
	case format.UserMessage, format.AssistantMessage, format.ToolResult, format.ToolCall:
		if isOwn(line) {
			x.known++
			x.talk++
		}
	case format.Title:
		x.title = line.Get("title").String()
	case format.Result:
		if cost, err := strconv.ParseFloat(string(line.Get("total_cost_usd")), 64); err == nil {
			x.cost = cost // of the whole session so far, not of one run
		}
	}
}

// join adds the facts of the next chunk.
func (x *index) join(next index) {
	x.lines += next.lines
	x.known += next.known
	x.talk += next.talk
	x.title, x.cost = cmp.Or(next.title, x.title), cmp.Or(next.cost, x.cost)
	if x.meta == nil {
		x.meta = next.meta
	}
}
