package draft

import (
	"fmt"
	"strings"

	"stead/timeline"
)

// whole returns the entries together with those that they cannot be separated from: the results of calls, and the calls
// of results.
func (a *arrangement) whole(ids []string) map[string]bool {
	named, calls := setOf(ids), map[string]bool{}
	for _, i := range a.items {
		if named[i.id] && i.pair() != "" {
			calls[i.pair()] = true
		}
	}
	for _, i := range a.items {
		if pair := i.pair(); pair != "" && calls[pair] {
			named[i.id] = true
		}
	}
	return named
}

// pair returns the id of the call that the entry belongs to: its own id for a call, or the id of the call that a result
// answers. It is empty for a message.
func (i item) pair() string {
	switch i.kind {
	case timeline.ToolCall:
		return i.id
	case timeline.ToolResult:
		return i.call
	default:
		return ""
	}
}

// checkOrder rejects an order in which a result precedes its call, unless it did so in the original.
func (a *arrangement) checkOrder() error {
	results := map[string]item{}
	for _, i := range a.items {
		switch i.kind {
		case timeline.ToolResult:
			if _, isSecond := results[i.call]; !isSecond {
				results[i.call] = i
			}
		case timeline.ToolCall:
			if result, isBefore := results[i.id]; isBefore && result.row > i.row {
				return fmt.Errorf("%w: %s is the result of the call %s and cannot stand before it", ErrEdit, result.name(),
					i.name())
			}
		default:
		}
	}
	return nil
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
