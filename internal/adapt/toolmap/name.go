package toolmap

import (
	"strings"

	"stead/timeline"
)

// Name returns the name under which a call stands that has no tool of the CLI's own: the one that it had, else the
// universal one, as model APIs take it: letters, digits, underscores and hyphens.
func Name(call *timeline.Entry) string {
	name := call.OriginalTool
	switch {
	case name != "":
	case call.Tool == timeline.Unknown || call.Tool == "":
		return "unknown_tool"
	default:
		name = string(call.Tool)
	}
	return Plain(name)
}

// Called returns the name of a call's tool as its source has it, or else the universal one.
func Called(e *timeline.Entry) string {
	if e.OriginalTool != "" {
		return e.OriginalTool
	}
	return string(e.Tool)
}

// Plain replaces what the models' hosts do not take in names and ids: all but letters, digits, dashes and low lines.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}
