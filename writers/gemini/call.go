package gemini

import (
	"strings"

	format "stead/adapters/gemini"
	"stead/timeline"
	"stead/writers"
)

// translate makes a call one of the CLI's own tools where there is one that does the same, else leaves it the function
// that it was, with its universal arguments. The model is not offered that function, but takes a past call of it as it
// is.
func translate(e *timeline.Entry, losses *writers.Losses) *toolCall {
	name, arguments, own := format.FromUniversal(e.Tool, []byte(e.Input))
	c := &toolCall{entry: e, name: name, arguments: arguments}
	if mcp, drawn, ok := format.NativeMCP(e.OriginalTool); ok && !own {
		c.name, c.drawn, c.arguments = mcp, drawn, e.Input
	} else if !own {
		original := e.OriginalTool
		if original == "" {
			original = string(e.Tool)
		}
		c.name, c.arguments = format.ToolName(original), e.Input
		if c.name != original {
			losses.Add("name of tool "+original, "the Gemini API refuses such a name: the call is of "+c.name)
		}
	}
	if !strings.HasPrefix(string(c.arguments), "{") {
		c.arguments = []byte("{}")
	}
	return c
}
