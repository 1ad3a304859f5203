package clido

import (
	"slices"

	"stead/timeline"
)

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has
// lost them.
const maxDeferred = 64

// mustWait reports whether an entry has to stand behind results that have not come yet. What belongs to the same
// response need not, as long as that is not written.
func (c *conversation) mustWait(e *timeline.Entry) bool {
	if len(c.responses.open) == 0 {
		return false
	}
	isUnwritten := len(c.responses.message.blocks) > 0 && len(c.deferred) == 0
	switch e.Type {
	case timeline.ToolResult:
		return c.responses.open[e.CallID] == nil && slices.ContainsFunc(c.deferred,
			func(d *timeline.Entry) bool { return d.ID == e.CallID })
	case timeline.ToolCall, timeline.Assistant:
		return !isUnwritten
	}
	return true
}

func (c *conversation) postpone(e *timeline.Entry) error {
	c.deferred = append(c.deferred, e)
	if len(c.deferred) < maxDeferred {
		return nil
	}
	return c.settle()
}

// settle answers the calls whose results have not come, as the CLI's own loader would, and then writes what waited for
// them.
func (c *conversation) settle() error {
	if err := c.responses.settle(); err != nil {
		return err
	}
	return c.resume()
}

// resume converts what was deferred, once no call is open.
func (c *conversation) resume() error {
	if len(c.responses.open) > 0 || len(c.deferred) == 0 {
		return nil
	}
	deferred := c.deferred
	c.deferred = nil
	for _, e := range deferred {
		if c.mustWait(e) {
			c.deferred = append(c.deferred, e)
		} else if err := c.convert(e); err != nil {
			return err
		}
	}
	return nil
}

// settleAll ends what is open: nothing of it may stand behind a line that is restored, or be missing at the end.
func (c *conversation) settleAll() error {
	for len(c.responses.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return c.responses.flush()
}
