package inject

import (
	"bytes"
	"iter"
	"maps"
	"slices"

	"stead/timeline"
)

// texts returns what of an entry is searched for secrets. The arguments of a call are searched as they stand, since a member's name may tell
// that its value is a secret, and where that hides something behind escapes, string by string.
func texts(e *timeline.Entry) []string {
	var all []string
	for _, t := range []timeline.Text{e.Content, e.Thinking, e.Output, e.Error} {
		if !t.IsEmpty() {
			all = append(all, t.String())
		}
	}
	all = append(all, textsOf(e.Input)...)
	for _, value := range e.Extra {
		all = append(all, textsOf(value)...)
	}
	for _, a := range e.Attachments {
		if text, ok := attachedText(a); ok {
			all = append(all, text)
		}
	}
	return all
}

// textsOf returns what of a JSON value is searched.
func textsOf(value []byte) []string {
	if len(value) == 0 {
		return nil
	}
	all := []string{string(value)}
	for from, to := range jsonStrings(value) {
		if bytes.IndexByte(value[from:to], '\\') >= 0 {
			all = append(all, timeline.RawText(value[from:to]).String())
		}
	}
	return all
}

// jsonStrings yields where the strings of a JSON value lie, names of members too, with their quotes.
func jsonStrings(value []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for at := 0; ; {
			next := bytes.IndexByte(value[at:], '"')
			if next < 0 {
				return
			}
			from := at + next
			for at = from + 1; at < len(value) && value[at] != '"'; at++ {
				if value[at] == '\\' {
					at++
				}
			}
			if at++; at > len(value) || !yield(from, at) {
				return
			}
		}
	}
}

// entry returns a copy of an entry with its secrets masked.
func (m *masks) entry(e *timeline.Entry) masked {
	bare := *e
	result := masked{Entry: &bare}
	note := func(where string, rules []string) {
		for _, rule := range rules {
			result.finds = append(result.finds, find{rule, where})
		}
	}
	for _, body := range []struct {
		text  *timeline.Text
		where string
	}{
		{&bare.Content, contentOf[e.Type]}, {&bare.Thinking, "thinking"}, {&bare.Output, "output"}, {&bare.Error, "output"},
	} {
		var rules []string
		*body.text, rules = m.text(*body.text)
		note(body.where, rules)
	}
	var rules []string
	bare.Input, rules = m.json(bare.Input)
	note("arguments of "+string(e.Tool), rules)
	bare.Extra, rules = m.extra(bare.Extra)
	note("an unknown member", rules)
	bare.Attachments, rules = m.attachments(bare.Attachments)
	note("an attachment", rules)
	return result
}

// contentOf says what the text of an entry is to people.
var contentOf = map[timeline.EntryType]string{
	timeline.User: "a prompt", timeline.Assistant: "an answer", timeline.System: "a text of the system",
	timeline.ToolCall: "a call", timeline.ToolResult: "output",
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
