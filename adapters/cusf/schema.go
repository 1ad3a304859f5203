package cusf

import (
	_ "embed" // for the schema itself
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/jsonschema"

	"stead/timeline"
)

// SchemaJSON is the schema of one line (draft 2020-12). Its root accepts members that the standard does not name, as
// readers must. Its definition writerEntry rejects them.
//
//go:embed cusf-1.0.0.schema.json
var SchemaJSON []byte

// kinds maps each kind of entry to its definition in the schema.
var kinds = map[string]string{
	Meta: "meta", SessionStart: SessionStart, Message: Message, ToolUse: ToolUse, ToolResult: ToolResult,
	SessionEnd: SessionEnd,
}

// Fault is a member of an entry that breaks the schema.
type Fault struct {
	// Field is the member's path, which begins with the kind of entry: "message.usage.input".
	Field string
	// Missing reports that a required member is absent.
	Missing bool
	Text    string
}

// schemas compiles the schema of each definition. CheckSchema checks an entry against one definition, because a union
// can only report that none of its members fits.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	return jsonschema.Compile(SchemaJSON, slices.Collect(maps.Values(kinds))...)
})

// CheckSchema returns the faults of an entry of the given kind, or of its skeleton, which must be valid JSON. An
// unknown kind is itself a fault.
func CheckSchema(name string, entry []byte) ([]Fault, error) {
	compiled, err := schemas()
	if err != nil {
		return nil, fmt.Errorf("compile the schema of CUSF: %w", err)
	}
	schema := compiled[kinds[name]]
	if schema == nil {
		return []Fault{{Field: "type", Text: fmt.Sprintf("%.60q is not a type of entry", name)}}, nil
	}
	value, err := jsonschema.Decode(entry)
	if err != nil {
		return nil, err
	}
	return faults(name, schema.Faults(value)), nil
}

// longest is the maximum length of a text that goes to the schema check. No rule of the schema distinguishes longer
// texts.
const longest = 1 << 10

// Skeleton returns an entry without its bodies. They make up most of the entry, and the schema only requires them to be
// texts, or an object. The entry must be valid JSON.
func Skeleton(entry jsonl.Value) jsonl.Value {
	if !entry.IsObject() || len(entry) < longest {
		return entry
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(entry) {
		switch {
		case value.IsString() && len(value) > longest:
			value = jsonl.Value(`"…"`)
		case string(key) == "tool_input" && value.IsObject():
			value = jsonl.Value(`{}`)
		}
		o.Raw(timeline.RawText(slices.Concat([]byte{'"'}, key, []byte{'"'})).String(), value)
	}
	return o.End()
}

// faults converts violations of the schema to faults that name the members.
func faults(name string, broken []jsonschema.Fault) []Fault {
	var all []Fault
	for _, f := range jsonschema.Describe(broken, describePattern) {
		path := f.Path
		if name != Meta {
			path = slices.Concat([]string{name}, path)
		}
		all = append(all, Fault{Field: strings.Join(path, "."), Missing: f.Missing, Text: f.Text})
	}
	return all
}

// describePattern explains a text that does not match a pattern of the schema.
func describePattern(f jsonschema.Fault) string {
	want, _ := f.Want.(string)
	switch {
	case strings.HasPrefix(want, `^\d{4}`):
		return fmt.Sprintf("%.60q is not an RFC 3339 time with a zone", f.Got)
	case strings.HasPrefix(want, "(Z"):
		return fmt.Sprintf("%.60q is not in UTC", f.Got)
	default:
		return fmt.Sprintf("%.60q is not a semantic version with major version 1", f.Got)
	}
}
