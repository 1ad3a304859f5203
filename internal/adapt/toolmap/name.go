package toolmap

import (
	"strings"

	"stead/timeline"
)

// Name returns the name for a call that has no tool of the CLI: its original name or, if it has none, the universal
// name. The name is in the form that model APIs accept: letters, digits, underscores and hyphens.
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

// Called returns the name of a call's tool in its source or, if it has none, the universal name.
func Called(e *timeline.Entry) string {
	if e.OriginalTool != "" {
		return e.OriginalTool
	}
	return string(e.Tool)
}

// Plain replaces the characters that model providers do not accept in names and ids: all but letters, digits, hyphens
// and underscores.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}
