package mirror

import (
	"stead/timeline"
)

// Echo returns how many of the entries that a side has gained are what stead itself wrote into it: up to the last of
// those that were sent. All of them must be there, in order, each with the bytes that were sent; else none of it is
// stead's. It is asked when stead was killed between writing and noting that it wrote.
func Echo(gained, sent []*timeline.Entry) int {
	at := 0
	for _, e := range sent {
		if !isSpoken(e) {
			continue
		}
		for at < len(gained) && !isSame(gained[at], e) {
			at++
		}
		if at == len(gained) {
			return 0
		}
		at++
	}
	return at
}

// isSpoken reports whether an entry must be found again. Thinking without a word and a blank text may stay behind.
func isSpoken(e *timeline.Entry) bool {
	if !e.Active() || e.Type == timeline.System {
		return false
	}
	return e.Type == timeline.ToolCall || e.Type == timeline.ToolResult || !e.Content.IsBlank()
}

// isSame reports whether an entry says what another does. A call is translated into the tools of the CLI that it is
// written for, and some CLIs keep in a result's text why it failed.
func isSame(gained, sent *timeline.Entry) bool {
	switch {
	case gained.Type != sent.Type || !gained.Active():
		return false
	case sent.Type == timeline.ToolCall, sent.Type == timeline.ToolResult && !sent.Error.IsEmpty():
		return true
	case sent.Type == timeline.ToolResult:
		return gained.Output.String() == sent.Output.String()
	}
	return gained.Content.String() == sent.Content.String()
}
