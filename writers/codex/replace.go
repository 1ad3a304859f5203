package codex

import (
	"bytes"
	"slices"

	"stead/internal/adapt/jsonl"
)

// replaceID returns a line with the session's id replaced in the places where the CLI stores it: in members named for
// it, at any depth, and in the metadata's own id. It keeps an id inside a text.
func replaceID(line []byte, old, new string, isMeta bool) []byte {
	r := replacer{line: line, old: []byte(`"` + old + `"`), new: []byte(`"` + new + `"`)}
	if isMeta {
		if id := jsonl.Value(line).Get("payload", "id"); bytes.Equal(id, r.old) {
			r.spots = append(r.spots, r.offset(id))
		}
	}
	r.find(line, 0)
	return r.result()
}

// idMembers are the members that hold the id of the current session.
var idMembers = map[string]bool{"thread_id": true, "session_id": true, "sender_thread_id": true}

type replacer struct {
	line, old, new []byte
	spots          []int // in the order of the line
}

// maxDepth is deeper than any of the CLI's own members.
const maxDepth = 8

func (r *replacer) find(value []byte, depth int) {
	if depth > maxDepth || !bytes.Contains(value, r.old) {
		return
	}
	for key, member := range jsonl.Members(value) {
		if idMembers[string(key)] && bytes.Equal(member, r.old) {
			r.spots = append(r.spots, r.offset(member))
		} else if member.IsObject() || member.IsArray() {
			r.find(member, depth+1)
		}
	}
	for element := range jsonl.Elements(value) {
		r.find(element, depth+1)
	}
}

// offset returns the offset of a part of the line. A part shares the line's memory up to its end.
func (r *replacer) offset(part []byte) int { return cap(r.line) - cap(part) }

func (r *replacer) result() []byte {
	if len(r.spots) == 0 {
		return r.line
	}
	replaced := make([]byte, 0, len(r.line)+len(r.spots)*len(r.new))
	from := 0
	for _, spot := range slices.Sorted(slices.Values(r.spots)) {
		replaced = append(append(replaced, r.line[from:spot]...), r.new...)
		from = spot + len(r.old)
	}
	return append(replaced, r.line[from:]...)
}

// replaceMember returns a line with the value under a path of keys replaced. It returns a line without that path
// unchanged.
func replaceMember(line, value []byte, path ...string) []byte {
	present := jsonl.Value(line).Get(path...)
	if present == nil {
		return line
	}
	at := cap(line) - cap(present)
	replaced := make([]byte, 0, len(line)+len(value))
	replaced = append(append(replaced, line[:at]...), value...)
	return append(replaced, line[at+len(present):]...)
}
