package cusf

import "stead/timeline"

// held is a response of the model as far as it has come, with the results of its calls and what stands between them. It waits because
// its line comes first, and what it cost may be told last (Codex and Kimi Code tell it behind the results).
type held struct {
	entries []*timeline.Entry
	usage   *timeline.Usage
	// isOver is set once the next thing that the model says belongs to another response.
	isOver bool
}

// gather holds an entry that belongs to a response, and writes any other.
func (n *encoder) gather(e *timeline.Entry) error {
	if n.isHeld(e) {
		if n.held.isOver && isModels(e) || n.held.usage != nil && e.Active() && counts(e) {
			if err := n.release(); err != nil {
				return err
			}
		}
		n.held.add(e)
		return nil
	}
	if e.Active() || isInstruction(e) {
		if err := n.release(); err != nil {
			return err
		}
	}
	return n.write(e)
}

// counts reports whether an entry tells how many tokens a response has cost. What it has cost in money has no place in the format.
func counts(e *timeline.Entry) bool {
	return e.Usage != nil && e.Usage.Input+e.Usage.Output+e.Usage.CacheRead+e.Usage.CacheWrite > 0
}

// isModels reports whether the model said an entry.
func isModels(e *timeline.Entry) bool {
	return e.Active() && (e.Type == timeline.Assistant || e.Type == timeline.ToolCall)
}

// isHeld reports whether an entry is part of a response, or may tell what the one that is held has cost.
func (n *encoder) isHeld(e *timeline.Entry) bool {
	switch {
	case isModels(e):
		return true
	case len(n.held.entries) == 0 || isInstruction(e):
		return false
	case e.Active():
		return e.Type == timeline.ToolResult
	}
	return n.Reconstruct || e.Branch == "" && counts(e)
}

func (h *held) add(e *timeline.Entry) {
	e = e.Clone()
	h.entries = append(h.entries, e)
	isLate := !e.Active() && e.Branch == "" && counts(e) && h.usage == nil
	if isLate || e.Active() && counts(e) {
		h.usage = e.Usage
	}
	h.isOver = h.isOver || isLate || e.Active() && e.Type == timeline.ToolResult
}

// release writes what is held: as one message with its calls where a count says that it is one response, else each text by itself.
func (n *encoder) release() error {
	h := n.held
	n.held = held{}
	n.take(&h)
	if h.usage != nil && !n.isOwn() {
		return n.join(h)
	}
	for _, e := range h.entries {
		if err := n.write(e); err != nil {
			return err
		}
	}
	return nil
}

// counted is what a hidden entry tells that a response has cost.
type counted struct {
	by    string
	usage timeline.Usage
}

// take gives a response the count that its hidden first record tells: Claude Code counts a message on its first record, and hides that when it
// holds redacted thinking.
func (n *encoder) take(h *held) {
	if len(h.entries) > 0 && h.usage == nil && n.spare.by != "" && h.entries[0].ParentID == n.spare.by {
		usage := n.spare.usage
		h.usage, n.spare = &usage, counted{}
	}
}

// settle adds a count that belongs to no message to the sums.
func (n *encoder) settle() {
	if n.spare.by != "" {
		n.count(n.spare.usage)
		n.lose("token counts", "they belong to no message: only the total includes them")
	}
	n.spare = counted{}
}
