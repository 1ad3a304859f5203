package entry

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Counts holds the names that a CLI gives to the members of an object that counts tokens. The name of a member that the
// CLI does not have is empty.
type Counts struct{ Input, Output, CacheRead, CacheWrite, Reasoning string }

// In returns the counts in an object. A count that is missing is 0.
func (c Counts) In(object jsonl.Value) (u timeline.Usage) {
	for key, value := range jsonl.Members(object) {
		switch name := string(key); name {
		case "": // not a CLI's member: the empty name stands for a count that this CLI does not have
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

// UsageOf returns the counts in the form that an entry has: nil if nothing was counted.
func UsageOf(u timeline.Usage) *timeline.Usage {
	if u.IsZero() {
		return nil
	}
	return &u
}
