package redaction

import (
	"bytes"
	"iter"
	"maps"
	"slices"

	"stead/timeline"
)

// jsonStrings yields the positions of the strings in a JSON value, including the names of members, with their quotes.
func jsonStrings(value []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for at := 0; ; {
			next := bytes.IndexByte(value[at:], '"')
			if next < 0 {
				return
			}
			from := at + next
			at = closing(value, from+1)
			if at++; at > len(value) || !yield(from, at) {
				return
			}
		}
	}
}

// closing returns the position of the quote that ends the string beginning at a position, or the value's end.
func closing(value []byte, at int) int {
	for begun := at; ; at++ {
		next := bytes.IndexByte(value[at:], '"')
		if next < 0 {
			return len(value)
		}
		if at += next; !isEscape(value[begun:], at-begun) {
			return at
		}
	}
}

// entry returns a copy of an entry with its secrets masked.
func (m *masks) entry(e *timeline.Entry) Masked {
	if m.isEmpty() {
		return Masked{Entry: e}
	}
	bare := *e
	result := Masked{Entry: &bare}
	note := func(where string, rules []string) {
		for _, rule := range rules {
			result.finds = append(result.finds, find{rule, where})
		}
	}
	what := whatIs(e)
	note(what, m.atEdges(&bare))
	for _, body := range []struct {
		text  *timeline.Text
		where string
	}{
		{&bare.Content, what}, {&bare.Thinking, "thinking"}, {&bare.Output, "output"}, {&bare.Error, "output"},
	} {
		var rules []string
		*body.text, rules = m.text(*body.text)
		note(body.where, rules)
	}
	tool, inTool := m.replace(string(bare.Tool))
	bare.Tool = timeline.Tool(tool)
	note("the name of a tool", inTool)
	bare.OriginalTool, inTool = m.replace(bare.OriginalTool)
	note("the name of a tool", inTool)
	bare.Model, inTool = m.replace(bare.Model)
	note("the name of a model", inTool)
	note(what, m.origin(&bare))
	var rules []string
	bare.Input, rules = m.json(bare.Input)
	note("arguments of "+tool, rules)
	bare.Extra, rules = m.extra(bare.Extra)
	note("an unknown member", rules)
	bare.Attachments, rules = m.attachments(bare.Attachments)
	note("an attachment", rules)
	return result
}

// contentOf describes the text of an entry to users.
var contentOf = map[timeline.EntryType]string{
	timeline.User: "a prompt", timeline.Assistant: "an answer", timeline.System: "a text of the system",
	timeline.ToolCall: "a call", timeline.ToolResult: "output",
}

// whatIs describes the text of an entry to users. For context it includes the kind.
func whatIs(e *timeline.Entry) string {
	if e.Type == timeline.User && e.IsContext() {
		return "context (" + string(e.Origin.Kind) + ")"
	}
	return contentOf[e.Type]
}

// origin masks the typed text of a context and the name of its source.
func (m *masks) origin(bare *timeline.Entry) (rules []string) {
	if bare.Origin == nil {
		return nil
	}
	o := *bare.Origin
	typed, inTyped := m.text(o.Typed)
	name, inName := m.replace(o.Name)
	extra, inExtra := m.extra(o.Extra)
	o.Typed, o.Name, o.Extra = typed, name, extra
	bare.Origin = &o
	return slices.Concat(inTyped, inName, inExtra)
}

func (m *masks) extra(extra timeline.Extra) (timeline.Extra, []string) {
	var all []string
	clean := extra
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		value, rules := m.json(extra[name])
		if rules == nil {
			continue
		}
		if all == nil {
			clean = maps.Clone(extra)
		}
		clean[name], all = value, append(all, rules...)
	}
	return clean, all
}
