package clido

import (
	"slices"

	"stead/timeline"
)

// maxDeferred limits the number of entries that wait for the results of calls. If more entries follow without the
// results, the source has lost them.
const maxDeferred = 64

// mustWait reports whether an entry must follow results that have not arrived yet. Entries of the same response need
// not wait as long as the response is not written.
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

// settle answers the calls without a result in the way of the CLI's own loader, and then writes the entries that waited
// for them.
func (c *conversation) settle() error {
	if err := c.responses.settle(); err != nil {
		return err
	}
	return c.resume()
}

// resume converts the deferred entries once no call is open.
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

// settleAll completes everything that is open. No part of it may come after a restored line, or be missing at the end.
func (c *conversation) settleAll() error {
	for len(c.responses.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return c.responses.flush()
}
