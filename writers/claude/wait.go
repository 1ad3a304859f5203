package claude

import "stead/timeline"

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has lost them.
const maxDeferred = 64

// mustWait reports whether an entry has to stand behind results that have not come yet. Calls made in parallel need not: they
// belong to the same response.
func (c *converter) mustWait(e *timeline.Entry) bool {
	if len(c.open) == 0 {
		return false
	}
	if e.Branch != c.side {
		return c.side == "" // what an abandoned branch left open stays so
	}
	switch e.Type {
	case timeline.ToolResult:
		return c.open[e.CallID] == nil && c.isDeferred(e.CallID)
	case timeline.ToolCall:
		return len(c.deferred) > 0
	}
	return true
}

func (c *converter) isDeferred(call string) bool {
	for _, e := range c.deferred {
		if e.Type == timeline.ToolCall && e.ID == call {
			return true
		}
	}
	return false
}

func (c *converter) postpone(e *timeline.Entry) error {
	c.deferred = append(c.deferred, e)
	if len(c.deferred) < maxDeferred {
		return nil
	}
	return c.settle()
}

// settle answers the calls whose results have not come, and goes on with what waited for them.
func (c *converter) settle() error {
	for _, call := range c.order {
		if call.answered {
			continue
		}
		c.lose("result of "+call.name, "the source recorded none; a note in its place says so")
		if err := c.result(call, &timeline.Entry{
			ID: call.entry + "\x00result", Timestamp: call.timestamp, Success: true,
			Output: timeline.NewText("No result of this call was recorded."),
		}); err != nil {
			return err
		}
	}
	return c.resume()
}

// resume converts what was deferred, once no call is open.
func (c *converter) resume() error {
	for len(c.open) == 0 && len(c.deferred) > 0 {
		deferred := c.deferred
		c.deferred = nil
		for _, e := range deferred {
			if c.mustWait(e) {
				c.deferred = append(c.deferred, e)
			} else if err := c.convert(e); err != nil {
				return err
			}
		}
		if len(c.deferred) == len(deferred) {
			return nil
		}
	}
	return nil
}

// settleAll settles until nothing waits: what goes on after a result may make calls of its own.
func (c *converter) settleAll() error {
	for len(c.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return nil
}
