package toolmap

import (
	"strings"

	"stead/timeline"
)

// Name returns the name under which a call stands that has no tool of the CLI's own: the one that it had, else the universal one, as
// model APIs take it: letters, digits, underscores and hyphens.
func Name(call *timeline.Entry) string {
	name := call.OriginalTool
	switch {
	case name != "":
	case call.Tool == timeline.Unknown || call.Tool == "":
		return "unknown_tool"
	default:
		name = string(call.Tool)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}
