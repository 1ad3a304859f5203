package claude

import "stead/timeline"

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has
// lost them.
const maxDeferred = 64

// mustWait reports whether an entry has to stand behind results that have not come yet. Calls made in parallel need
// not: they belong to the same response.
func (c *conversation) mustWait(e *timeline.Entry) bool {
	if len(c.calls.open) == 0 {
		return false
	}
	if e.Branch != c.out.side {
		return c.out.side == "" // what an abandoned branch left open stays so
	}
	switch e.Type {
	case timeline.ToolResult:
		return c.calls.open[e.CallID] == nil && c.deferred.calls(e.CallID)
	case timeline.ToolCall:
		return len(c.deferred) > 0
	}
	return true
}

// deferred are entries that came while calls were open and must not stand before their results.
type deferred []*timeline.Entry

// calls reports whether a call is among them.
func (d deferred) calls(call string) bool {
	for _, e := range d {
		if e.Type == timeline.ToolCall && e.ID == call {
			return true
		}
	}
	return false
}

func (c *conversation) postpone(e *timeline.Entry) error {
	c.deferred = append(c.deferred, e)
	if len(c.deferred) < maxDeferred {
		return nil
	}
	return c.settle()
}

// settle answers the calls whose results have not come, and then writes what waited for them.
func (c *conversation) settle() error {
	if err := c.calls.settle(); err != nil {
		return err
	}
	return c.resume()
}

// resume converts what was deferred, once no call is open.
func (c *conversation) resume() error {
	for len(c.calls.open) == 0 && len(c.deferred) > 0 {
		waiting := c.deferred
		c.deferred = nil
		for _, e := range waiting {
			if c.mustWait(e) {
				c.deferred = append(c.deferred, e)
			} else if err := c.convert(e); err != nil {
				return err
			}
		}
		if len(c.deferred) == len(waiting) {
			return nil
		}
	}
	return nil
}

// settleAll settles until nothing waits: what goes on after a result may make calls of its own.
func (c *conversation) settleAll() error {
	for len(c.calls.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return nil
}
