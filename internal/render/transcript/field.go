package transcript

import (
	"bytes"
	"encoding/json"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Field is an argument of a call in a form for people.
type Field struct {
	Name string
	// Value is the argument's text, without control characters.
	Value string
	// IsBlock marks a value that needs its own lines. IsChange marks a value whose lines begin like those of a diff.
	IsBlock, IsChange bool
	// More is the number of bytes of the value that were left out.
	More int64
}

// longestLine is the maximum length, in bytes, of a value that may follow its name on the same line.
const longestLine = 60

// Fields returns the arguments of a call in their order. Most limits each value, in bytes; 0 means no limit. The old
// and the new text of an edit become one field, the change.
func Fields(call *timeline.Entry, most int) []Field {
	input := jsonl.Value(call.Input)
	var fields []Field
	for key, value := range jsonl.Members(input) {
		name := plain.Line(string(key))
		switch {
		case call.Tool == timeline.Edit && name == "new" && input.Get("old").IsString():
		case call.Tool == timeline.Edit && name == "old" && input.Get("new").IsString():
			fields = append(fields, change(timeline.RawText(value), timeline.RawText(input.Get("new")), most))
		case string(value) == "false", value.IsNull(): // the same as a missing one
		default:
			fields = append(fields, field(call.Tool, name, value, most))
		}
	}
	return fields
}

func field(tool timeline.Tool, name string, value jsonl.Value, most int) Field {
	if !value.IsString() {
		return structure(name, value, most)
	}
	text, more := Cut(timeline.RawText(value), most)
	isBody := name == "command" || name == "content" || name == "prompt"
	return Field{
		Name: name, Value: text, More: more, IsChange: tool == timeline.Edit && name == "patch",
		IsBlock: isBody || len(text) > longestLine || strings.Contains(text, "\n"),
	}
}

// structure shows a value that is not a string as JSON.
func structure(name string, value jsonl.Value, most int) Field {
	if len(value) > longestLine && (most == 0 || len(value) <= most) {
		var indented bytes.Buffer
		if json.Indent(&indented, value, "", "  ") == nil {
			value = indented.Bytes()
		}
	}
	text, more := cut(string(value), most)
	return Field{Name: name, Value: plain.Clean(text), IsBlock: len(value) > longestLine, More: more}
}

// Cut returns a text without control characters. If it is longer than most bytes, Cut returns its beginning and the
// number of bytes left out. A most of 0 means no limit.
func Cut(text timeline.Text, most int) (head string, more int64) {
	if most == 0 || text.Len() <= most {
		return plain.Clean(text.String()), 0
	}
	head, _ = cut(text.Head(most), most)
	return plain.Clean(head), int64(text.Len() - len(head))
}

// cut cuts between lines if possible.
func cut(s string, most int) (string, int64) {
	if most == 0 || len(s) <= most {
		return s, 0
	}
	head := strings.ToValidUTF8(s[:most], "")
	if end := strings.LastIndexByte(head, '\n'); end > most/2 {
		head = head[:end+1]
	}
	return head, int64(len(s) - len(head))
}
