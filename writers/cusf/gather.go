package cusf

import "stead/timeline"

// held is the part of a response of the model that has arrived, with the results of its calls and the entries between
// them. It waits because its line comes first, but its token usage may come last (Codex and Kimi Code record it after
// the results).
type held struct {
	entries []*timeline.Entry
	usage   *timeline.Usage
	// isOver is set once the model's next text belongs to another response.
	isOver bool
}

// responses holds back the newest response of the model.
type responses struct {
	out          *output
	conversation *conversation
	held         held
}

// gather holds an entry that belongs to a response, and writes any other entry.
func (r *responses) gather(e *timeline.Entry) error {
	if r.isHeld(e) {
		if r.held.isOver && isModels(e) || r.held.usage != nil && e.Active() && counts(e) {
			if err := r.release(); err != nil {
				return err
			}
		}
		r.held.add(e)
		return nil
	}
	if e.Active() || isInstruction(e) {
		if err := r.release(); err != nil {
			return err
		}
	}
	return r.conversation.write(e)
}

// isModels reports whether an entry comes from the model.
func isModels(e *timeline.Entry) bool {
	return e.Active() && (e.Type == timeline.Assistant || e.Type == timeline.ToolCall)
}

// isHeld reports whether an entry is part of a response, or may hold the token usage of the held response.
func (r *responses) isHeld(e *timeline.Entry) bool {
	switch {
	case isModels(e):
		return true
	case len(r.held.entries) == 0 || isInstruction(e):
		return false
	case e.Active():
		return e.Type == timeline.ToolResult
	}
	return r.conversation.rebuild.isWanted || e.Branch == "" && counts(e)
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

// release writes the held response. If a token count shows that it is one response, it becomes one message with its
// calls; otherwise each text becomes a message.
func (r *responses) release() error {
	h := r.held
	r.held = held{}
	r.conversation.sums.take(&h)
	if h.usage != nil && !r.conversation.session.isOwn() {
		return r.join(h)
	}
	for _, e := range h.entries {
		if err := r.conversation.write(e); err != nil {
			return err
		}
	}
	return nil
}
