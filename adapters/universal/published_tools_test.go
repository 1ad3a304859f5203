package universal_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"stead/adapters/universal"
	"stead/internal/testkit"
	"stead/timeline"
)

// generated maps the parts of the schema to functions that generate them from timeline's definitions of the tools.
var generated = map[*regexp.Regexp]func() string{
	regexp.MustCompile(`(?s)    "tools": \{\n.*?\n?    \},\n    "attachment"`): tools,
	regexp.MustCompile(`"enum": \["read", [^]]*\]`):                            names,
}

// TestSchemaSaysWhatTheToolsTake compares the tools in the schema with those of timeline.
func TestSchemaSaysWhatTheToolsTake(t *testing.T) {
	want := string(universal.SchemaJSON)
	for part, text := range generated {
		if !part.MatchString(want) {
			t.Fatalf("the schema has no place for %v", part)
		}
		want = part.ReplaceAllLiteralString(want, text())
	}
	testkit.Golden(t, "universal-1.0.schema.json", []byte(want))
}

func names() string {
	var quoted []string
	for _, tool := range timeline.Tools() {
		quoted = append(quoted, string(timeline.AppendString(nil, string(tool))))
	}
	return `"enum": [` + strings.Join(quoted, ", ") + "]"
}

// tools describes the arguments without requiring them: the arguments with which a model called a tool are kept
// unchanged.
func tools() string {
	var b strings.Builder
	b.WriteString(
		"    \"tools\": {\n      \"description\": \"What each tool does and takes. A session may hold calls that lack an argument.\"")
	for _, tool := range timeline.Tools() {
		arguments := map[string]any{}
		for _, a := range tool.Arguments() {
			meaning := a.Meaning
			if a.Optional {
				meaning += " (may be missing)"
			}
			arguments[a.Name] = map[string]string{"description": meaning}
		}
		definition, err := json.Marshal(map[string]any{"description": tool.Meaning(), "properties": arguments})
		if err != nil {
			panic(err) // maps of strings can always be encoded
		}
		b.WriteString(",\n      \"" + string(tool) + "\": " + string(definition))
	}
	b.WriteString("\n    },\n    \"attachment\"")
	return b.String()
}
