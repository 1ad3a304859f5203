package clido

import (
	"slices"

	format "stead/internal/format/clido"
	"stead/timeline"
)

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has lost them.
const maxDeferred = 64

// mustWait reports whether an entry has to stand behind results that have not come yet. What belongs to the same response need not,
// as long as that is not written.
func (n *encoder) mustWait(e *timeline.Entry) bool {
	if len(n.open) == 0 {
		return false
	}
	isUnwritten := len(n.message.blocks) > 0 && len(n.deferred) == 0
	switch e.Type {
	case timeline.ToolResult:
		return n.open[e.CallID] == nil && slices.ContainsFunc(n.deferred, func(d *timeline.Entry) bool { return d.ID == e.CallID })
	case timeline.ToolCall, timeline.Assistant:
		return !isUnwritten
	}
	return true
}

func (n *encoder) postpone(e *timeline.Entry) error {
	n.deferred = append(n.deferred, e)
	if len(n.deferred) < maxDeferred {
		return nil
	}
	return n.settle()
}

// settle answers the calls whose results have not come, as the CLI's own loader would, and goes on with what waited for them.
func (n *encoder) settle() error {
	for _, c := range slices.Clone(n.order) {
		if n.open[c.entry] != c {
			continue
		}
		n.lose("result of "+c.name, "the source recorded none; a note in its place says so, as clido would do it")
		if err := n.result(c, timeline.NewText(format.Interrupted), true, nil); err != nil {
			return err
		}
	}
	return n.resume()
}

// resume converts what was deferred, once no call is open.
func (n *encoder) resume() error {
	if len(n.open) > 0 || len(n.deferred) == 0 {
		return nil
	}
	deferred := n.deferred
	n.deferred = nil
	for _, e := range deferred {
		if n.mustWait(e) {
			n.deferred = append(n.deferred, e)
		} else if err := n.convert(e); err != nil {
			return err
		}
	}
	return nil
}

// settleAll ends what is open: nothing of it may stand behind a line that is restored, or be missing at the end.
func (n *encoder) settleAll() error {
	for len(n.open)+len(n.deferred) > 0 {
		if err := n.settle(); err != nil {
			return err
		}
	}
	return n.flush()
}
