package entry

import (
	"bytes"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// Unknown returns the entries for a record, or a part of one, whose kind stead does not know: a hidden entry that
// reports count as lost and, if a text was found in it, an entry of the kind [timeline.Unsorted] with this text. They
// do not have ids yet.
func Unknown(kind string, value jsonl.Value) []*timeline.Entry {
	text := TextIn(value)
	entries := []*timeline.Entry{{Type: timeline.System, Hidden: true, Content: text,
		Origin: &timeline.Origin{Kind: timeline.UnknownRecord, Name: kind}}}
	if !text.IsEmpty() {
		entries = append(entries, &timeline.Entry{Type: timeline.User, Content: text,
			Origin: &timeline.Origin{Kind: timeline.Unsorted, Name: kind}})
	}
	return entries
}

// KindName returns a name for the kind of a record or a part that a user understands, such as "part of the type x". It
// is derived from what the value is and from the type or role that it states.
func KindName(what string, kind jsonl.Value) string {
	if !kind.IsString() {
		return what + " (none is told)"
	}
	return what + " " + kind.String()
}

// Unknown appends the entries that [Unknown] returns.
func (g *Group) Unknown(kind string, value jsonl.Value) {
	for _, e := range Unknown(kind, value) {
		added := g.Add(e.Type, "")
		added.Hidden, added.Content, added.Origin = e.Hidden, e.Content, e.Origin
	}
}

// HasText reports whether [Unknown] returns a second entry, one that is not hidden, for a value.
func HasText(value jsonl.Value) bool { return !TextIn(value).IsEmpty() }

// Unreadable returns the hidden entry of a record that is not JSON. Line is the line without surrounding white space.
// The record counts as lost, unless nothing was written into the line: a machine that loses power leaves zeros.
func Unreadable(line []byte) *timeline.Entry {
	e := &timeline.Entry{Type: timeline.System, Hidden: true}
	if len(bytes.Trim(line, "\x00 \t\r")) > 0 {
		e.Origin = &timeline.Origin{Kind: timeline.UnknownRecord, Name: kindIn(line)}
	}
	return e
}

// kinds finds the type or role that a damaged record states. Both are near the beginning in all formats.
var kinds = lazy.Regexp(`"(?:type|role)"\s*:\s*"([\w.-]{1,40})"`)

func kindIn(line []byte) string {
	if found := kinds().FindSubmatch(line[:min(len(line), 4<<10)]); found != nil {
		return string(found[1])
	}
	return ""
}

// nested is the maximum depth that TextIn searches. The deepest text of a known format is in the content of a message
// of a result of a part.
const nested = 8

// TextIn returns the texts in a value of an unknown kind, separated by line feeds: the strings whose names indicate a
// text, and those that look like sentences. Names, numbers, paths, times and data do not count as texts.
func TextIn(value jsonl.Value) timeline.Text {
	var found []timeline.Text
	collect(&found, "", value, nested)
	return timeline.Join(found, "\n")
}

func collect(found *[]timeline.Text, name string, value jsonl.Value, depth int) {
	switch {
	case depth == 0:
	case value.IsString():
		if text := timeline.RawText(value); isText(name, text) {
			*found = append(*found, text)
		}
	case value.IsArray():
		for element := range jsonl.Elements(value) {
			collect(found, name, element, depth-1)
		}
	case value.IsObject():
		for member, inner := range jsonl.Members(value) {
			if !isAbout(string(member)) {
				collect(found, string(member), inner, depth-1)
			}
		}
	}
}

// isAbout reports whether a member describes the record and is not meant for the model.
func isAbout(name string) bool {
	switch name {
	case "type", "subtype", "role", "cwd", "version", "gitBranch", "slug", "signature", "encrypted_content", "data":
		return true
	}
	return false
}

// isText reports whether a string is text for a model: it is where the formats have texts, or it contains words
// separated by blanks.
func isText(name string, text timeline.Text) bool {
	if text.IsBlank() {
		return false
	}
	switch name {
	case "text", "content", "message", "summary", "prompt", "output", "instructions", "note", "body":
		return true
	}
	head := text.Head(longestHead)
	return len(strings.Fields(head)) >= 3 && !strings.HasPrefix(head, "/")
}

// longestHead is the number of bytes of a string that are inspected.
const longestHead = 1 << 10

// FirstMember returns the name of an object's first member. Ok is false if the table maps any of its members to a value
// other than the zero value.
func FirstMember[C comparable](object jsonl.Value, known map[string]C) (name string, ok bool) {
	var unknown C
	for key := range jsonl.Members(object) {
		if known[string(key)] != unknown {
			return "", false
		}
		if !ok {
			name, ok = string(key), true
		}
	}
	return name, ok
}
