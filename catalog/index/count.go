package index

import (
	"time"

	"stead/catalog/prices"
	"stead/timeline"
)

// counts are the figures of a session, or of the part of it that was read.
type counts struct {
	model string // of responses that don't name theirs
	usage map[usageKey]usage
	tools map[toolKey]tooluse
	turns map[string]int64 // by day
}

type (
	usageKey struct{ day, model string }
	usage    struct {
		tokens              timeline.Usage
		cost                float64
		responses, unpriced int64
	}
	toolKey struct{ day, tool string }
	tooluse struct{ calls, failures int64 }
)

func newCounts() counts {
	return counts{usage: map[usageKey]usage{}, tools: map[toolKey]tooluse{}, turns: map[string]int64{}}
}

// entry counts the tokens and the call of an entry.
func (c *counts) entry(e *timeline.Entry) {
	if e.Type == timeline.ToolCall {
		key := toolKey{dayOf(e.Timestamp), toolOf(e)}
		c.tools[key] = tooluse{c.tools[key].calls + 1, c.tools[key].failures}
	}
	c.tokens(e)
}

// tokens counts the tokens of a response.
func (c *counts) tokens(e *timeline.Entry) {
	if e.Usage == nil {
		return
	}
	key := usageKey{dayOf(e.Timestamp), e.Model}
	if key.model == "" {
		key.model = c.model
	}
	u := c.usage[key]
	u.tokens, u.responses = u.tokens.Add(*e.Usage), u.responses+1
	if cost, _, isKnown := prices.Cost(key.model, *e.Usage); isKnown {
		u.cost += cost
	} else {
		u.unpriced++
	}
	c.usage[key] = u
}

// failure counts a call that failed, on the day of its result.
func (c *counts) failure(e *timeline.Entry, tool string) {
	key := toolKey{dayOf(e.Timestamp), tool}
	c.tools[key] = tooluse{c.tools[key].calls, c.tools[key].failures + 1}
}

// dayOf returns the day of a time stamp in UTC: empty where there is no time.
func dayOf(stamp string) string {
	const day = len(time.DateOnly)
	if len(stamp) > day && stamp[len(stamp)-1] == 'Z' {
		return stamp[:day]
	}
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}
