package cusf

import (
	"testing"

	"stead/timeline"
)

func TestCallsComeBackAsTheyWere(t *testing.T) {
	for _, c := range []struct {
		name, input, tool, universal string
	}{
		{"Read", `{"file_path":"/a","limit":3}`, "read", `{"path":"/a","limit":3}`},
		{"Agent", `{"prompt":"go","extra":{"x":1}}`, "task", `{"prompt":"go","extra":{"x":1}}`},
		{"Read", `{"path":"/a"}`, "unknown", `{"path":"/a"}`},
		{"mcp__x", `{"file_path":"/a"}`, "unknown", `{"file_path":"/a"}`},
		{"Grep", `{"-n":true,"pattern":"x"}`, "search", `{"-n":true,"pattern":"x"}`},
	} {
		tool, input := ToUniversal(c.name, []byte(c.input))
		if string(tool) != c.tool || string(input) != c.universal {
			t.Errorf("%s %s became %s %s", c.name, c.input, tool, input)
		}
		name, back := FromUniversal(&timeline.Entry{Tool: tool, OriginalTool: c.name, Input: input})
		if name != c.name || len(back) != len(c.input) {
			t.Errorf("%s %s came back as %s %s", c.name, c.input, name, back)
		}
	}
}
