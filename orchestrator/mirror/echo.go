package mirror

import (
	"stead/timeline"
)

// Echo returns how many of the entries that a side has gained were written by stead itself: up to the last one that was
// sent. All sent entries must be there, in order, each with the same bytes; otherwise none of the gained entries is
// stead's. Echo is needed after stead was killed between writing and recording that it wrote.
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

// isSpoken reports whether an entry must be found again. Thinking without text and blank texts may be missing.
func isSpoken(e *timeline.Entry) bool {
	if !e.Active() || e.Type == timeline.System {
		return false
	}
	return e.Type == timeline.ToolCall || e.Type == timeline.ToolResult || !e.Content.IsBlank()
}

// isSame reports whether two entries have the same content. A call is translated into the tools of its CLI, and some
// CLIs keep the reason of a failure in a result's text.
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
