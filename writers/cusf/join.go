package cusf

import (
	"cmp"

	"stead/timeline"
)

// join writes a response as one message, and behind it its calls and their results.
func (n *encoder) join(h held) error {
	first, message := h.entries[0], h.message()
	if err := n.begin(first.Timestamp); err != nil {
		return err
	}
	o := timeline.NewObject(nil)
	n.messageMembers(&o, message, n.unique("message ", message.ID), n.content(message.Content, message.Attachments))
	rest := h.entries
	if first.Type == timeline.Assistant {
		n.report.Entries++
		n.appendEntry(&o, first, len(first.Attachments) == 0 && message.Content.Equal(first.Content) && message.Thinking.Equal(first.Thinking))
		rest = rest[1:]
	} else {
		n.appendMade(&o)
	}
	if err := n.out.Line(o.End()); err != nil {
		return err
	}
	parent := n.last
	for _, e := range rest {
		if err := n.member(e, parent, h.usage); err != nil {
			return err
		}
	}
	return nil
}

// message returns what the model said in a response as one entry.
func (h *held) message() *timeline.Entry {
	first := h.entries[0]
	m := &timeline.Entry{ID: first.ID, Type: timeline.Assistant, Timestamp: first.Timestamp, ParentID: first.ParentID, Usage: h.usage, Extra: first.Extra}
	if first.Type == timeline.ToolCall {
		m.ID, m.Extra = first.ID+"-turn", nil
	}
	var texts, thoughts []timeline.Text
	for _, e := range h.entries {
		if !isModels(e) {
			continue
		}
		m.Model, m.StopReason = cmp.Or(m.Model, e.Model), cmp.Or(e.StopReason, m.StopReason)
		texts, thoughts = appendText(texts, e.Content), appendText(thoughts, e.Thinking)
		m.Attachments = append(m.Attachments, e.Attachments...)
	}
	m.Content, m.Thinking = timeline.Join(texts, "\n\n"), timeline.Join(thoughts, "\n\n")
	return m
}

func appendText(texts []timeline.Text, text timeline.Text) []timeline.Text {
	if text.IsEmpty() {
		return texts
	}
	return append(texts, text)
}

// member writes what belongs to a message that was written. Counted is what the message has told already.
func (n *encoder) member(e *timeline.Entry, parent string, counted *timeline.Usage) error {
	switch {
	case !e.Active() && e.Usage != counted:
		return n.passOver(e)
	case !e.Active():
		n.keepWhole(e)
		return nil
	case e.Type == timeline.Assistant:
		n.report.Entries++
		n.keepWhole(e)
		return nil
	case e.Type == timeline.ToolCall:
		n.report.Entries++
		return n.callOf(e, parent)
	}
	n.report.Entries++
	return n.result(e)
}
