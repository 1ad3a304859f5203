package universal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"stead/internal/jsonl"
	"stead/timeline"
)

// decode decodes the lines of a chunk. Before is the number of the line before the first entry.
func (s source) decode(lines []jsonl.Line, before int) []*timeline.Entry {
	entries := make([]*timeline.Entry, 0, len(lines))
	for _, line := range lines {
		if len(bytes.TrimSpace(line.Bytes)) == 0 {
			continue
		}
		e, ok := decodeEntry(line.Bytes)
		if !ok {
			number := before + line.Number
			e = &timeline.Entry{
				ID: fmt.Sprintf("damaged-%d", number), Type: timeline.System, Hidden: true,
				Native: &timeline.Record{CLI: "universal", Line: number, Raw: line.Bytes, Damaged: true},
			}
		}
		for i := range e.Attachments {
			s.resolve(&e.Attachments[i])
		}
		entries = append(entries, e)
	}
	return entries
}

// decodeEntry decodes a line without copying its bodies. A line that is no entry is not ok: it is kept as it is.
func decodeEntry(line []byte) (*timeline.Entry, bool) {
	clean, _, ok := jsonl.Clean(line)
	if !ok {
		return nil, false
	}
	if bytes.IndexByte(clean, foldedNewline) >= 0 {
		clean = compact(clean)
	}
	e := &timeline.Entry{}
	for key, value := range jsonl.Members(clean) {
		if !decodeMember(e, string(key), value) {
			return nil, false
		}
	}
	return e, e.ID != "" && e.Type != ""
}

// compact undoes a pretty print: the native records in a document were written without white space.
func compact(value []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return value
	}
	return out.Bytes()
}

// decodeMember sets the member of e that key names. It reports whether the value has the type that the member needs.
func decodeMember(e *timeline.Entry, key string, value jsonl.Value) bool {
	switch key {
	case "id":
		return text(&e.ID, value)
	case "timestamp":
		return text(&e.Timestamp, value)
	case "type":
		return text((*string)(&e.Type), value)
	case "parentId":
		return text(&e.ParentID, value)
	case "content":
		return body(&e.Content, value)
	case "thinking":
		return body(&e.Thinking, value)
	case "output":
		return body(&e.Output, value)
	case "error":
		return body(&e.Error, value)
	case "success":
		e.Success = value.Bool()
	case "hidden":
		e.Hidden = value.Bool()
	case "callId":
		return text(&e.CallID, value)
	case "tool":
		return text((*string)(&e.Tool), value)
	case "originalTool":
		return text(&e.OriginalTool, value)
	case "input":
		e.Input = json.RawMessage(value)
		return value.IsObject()
	case "native":
		return record(e, value)
	default:
		return decodeRare(e, key, value)
	}
	return true
}

// decodeRare decodes the members that few entries have.
func decodeRare(e *timeline.Entry, key string, value jsonl.Value) bool {
	switch key {
	case "model":
		return text(&e.Model, value)
	case "stopReason":
		return text(&e.StopReason, value)
	case "branch":
		return text(&e.Branch, value)
	case "usage":
		return usage(e, value)
	case "compaction":
		return json.Unmarshal(value, &e.Compaction) == nil
	case "attachments":
		return json.Unmarshal(value, &e.Attachments) == nil
	}
	if e.Extra == nil {
		e.Extra = timeline.Extra{}
	}
	e.Extra[jsonl.Value(`"`+key+`"`).String()] = json.RawMessage(value)
	return true
}

// usage decodes counts. Half of all entries have some, and the standard decoder would take most of the time that an entry needs.
func usage(e *timeline.Entry, value jsonl.Value) bool {
	if value.IsNull() {
		return true
	}
	u := &timeline.Usage{}
	for key, count := range jsonl.Members(value) {
		switch string(key) {
		case "input":
			u.Input = count.Int()
		case "output":
			u.Output = count.Int()
		case "cacheRead":
			u.CacheRead = count.Int()
		case "cacheWrite":
			u.CacheWrite = count.Int()
		case "reasoning":
			u.Reasoning = count.Int()
		default:
			return json.Unmarshal(value, &e.Usage) == nil
		}
	}
	e.Usage = u
	return value.IsObject()
}

func text(target *string, value jsonl.Value) bool {
	*target = value.String()
	return value.IsString() || value.IsNull()
}

func body(target *timeline.Text, value jsonl.Value) bool {
	if value.IsString() {
		*target = timeline.RawText(value)
	}
	return value.IsString() || value.IsNull()
}

// record decodes a native record. A sound one, by far the largest part of most files, is not copied.
func record(e *timeline.Entry, value jsonl.Value) bool {
	if value.IsNull() {
		return true
	}
	e.Native = &timeline.Record{}
	for key, member := range jsonl.Members(value) {
		switch string(key) {
		case "text", "base64":
			return json.Unmarshal(value, e.Native) == nil
		case "cli":
			e.Native.CLI = member.String()
		case "session":
			e.Native.Session = member.String()
		case "line":
			e.Native.Line = int(member.Int())
		case "raw":
			e.Native.Raw = member
		}
	}
	return value.IsObject()
}

// resolve says where an attachment's bytes lie: beside the file when its path is relative, or in the blob store, where they are
// looked for by their digest when they are nowhere else.
func (s source) resolve(a *timeline.Attachment) {
	if !a.Data.IsEmpty() {
		return
	}
	if a.Path != "" && !filepath.IsAbs(a.Path) {
		a.Path = filepath.Join(filepath.Dir(s.path), a.Path)
	}
	if a.SHA256 == "" {
		return
	}
	if _, err := os.Stat(a.Path); err != nil {
		if path, err := s.blobs.Find(a.SHA256); err == nil {
			a.Path = path
		}
	}
}
