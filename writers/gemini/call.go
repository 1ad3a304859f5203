package gemini

import (
	"strings"

	format "stead/adapters/gemini"
	"stead/timeline"
	"stead/writers"
)

// translate converts a call to one of the CLI's own tools if there is an equivalent. Otherwise the call keeps its
// function and its universal arguments. The CLI does not offer that function to the model, but accepts a past call of
// it unchanged.
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
