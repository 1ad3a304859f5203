package universal

import (
	"bytes"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// detectWindow is the number of bytes of a file that determine its encoding.
const detectWindow = 64 << 10

// Detect implements readers.Reader.
func (Reader) Detect(head []byte) bool { return isLines(head) || isDocument(head) }

// isLines reports whether the first line is the header line of the JSON Lines encoding.
func isLines(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte("\uFEFF")), []byte{'\n'})
	return jsonl.Value(line).Get("format").Is(timeline.LinesFormat)
}

// isDocument reports whether the beginning of an object contains the members of a session. A timeline may fill all of
// it.
func isDocument(head []byte) bool {
	var version, source, entries bool
	for key, value := range jsonl.Members(bytes.TrimPrefix(head, []byte("\uFEFF"))) {
		switch string(key) {
		case "version":
			version = value.Is(timeline.Version)
		case "source":
			source = value.Get("cli").IsString()
		case "timeline":
			entries = value.IsArray() && beginsWithEntry(value)
		}
	}
	return version && source || entries
}

func beginsWithEntry(array jsonl.Value) bool {
	for first := range jsonl.Elements(array) {
		return first.Get("id") != nil && first.Get("timestamp") != nil && first.Get("type") != nil
	}
	return false
}
