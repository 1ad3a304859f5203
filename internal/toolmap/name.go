package toolmap

import "strings"

// Name returns a tool's name as model APIs take it: letters, digits, underscores and hyphens. An empty one becomes unknown_tool.
func Name(name string) string {
	if name == "" {
		return "unknown_tool"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}
