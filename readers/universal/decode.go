package universal

import (
	"bytes"
	"encoding/json"
	"fmt"

	format "stead/adapters/universal"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// decode decodes the lines of a chunk of a part. A line that is not an entry becomes a hidden entry that holds it.
func (s source) decode(lines []jsonl.Line, p part) []*timeline.Entry {
	entries := make([]*timeline.Entry, 0, len(lines))
	for _, line := range lines {
		if len(bytes.TrimSpace(line.Bytes)) == 0 {
			continue
		}
		e, ok := decodeEntry(line.Bytes)
		if !ok {
			number := p.line + line.Number
			e = &timeline.Entry{
				ID: fmt.Sprintf("damaged-%d", number), Type: timeline.System, Hidden: true,
				Native: &timeline.Record{CLI: format.Name, Line: number, Raw: line.Bytes, Damaged: true},
			}
		}
		for i := range e.Attachments {
			s.resolve(&e.Attachments[i])
		}
		if len(p.moves) > 0 {
			e.Branch = p.moves.BranchOf(p.offset(line.Offset), e.Branch)
		}
		entries = append(entries, e)
	}
	return entries
}

// decodeEntry decodes a line without copying its bodies. Ok is false for a line that is not an entry.
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

// compact undoes a pretty print: the native records in a document were originally written without white space.
func compact(value []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return value
	}
	return out.Bytes()
}
