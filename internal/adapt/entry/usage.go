package entry

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Counts are a CLI's names for the members of an object that counts tokens. A member that the CLI does not have is
// empty.
type Counts struct{ Input, Output, CacheRead, CacheWrite, Reasoning string }

// In returns what an object counts. What it does not name is 0.
func (c Counts) In(object jsonl.Value) (u timeline.Usage) {
	for key, value := range jsonl.Members(object) {
		switch name := string(key); name {
		case "": // no CLI's, and the name of what this one does not have
		case c.Input:
			u.Input = value.Int()
		case c.Output:
			u.Output = value.Int()
		case c.CacheRead:
			u.CacheRead = value.Int()
		case c.CacheWrite:
			u.CacheWrite = value.Int()
		case c.Reasoning:
			u.Reasoning = value.Int()
		}
	}
	return u
}

// UsageOf returns counts as an entry has them: nil when nothing was counted.
func UsageOf(u timeline.Usage) *timeline.Usage {
	if u.IsZero() {
		return nil
	}
	return &u
}
