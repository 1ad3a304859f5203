package cusf

import (
	"cmp"

	"stead/timeline"
)

// join writes a response as one message, followed by its calls and their results.
func (r *responses) join(h held) error {
	first, message := h.entries[0], h.message()
	if err := r.conversation.session.begin(first.Timestamp); err != nil {
		return err
	}
	o := timeline.NewObject(nil)
	r.conversation.messageMembers(&o, message, r.conversation.used.unique("message ", message.ID),
		r.out.content(message.Content, message.Attachments))
	rest := h.entries
	if first.Type == timeline.Assistant {
		r.out.report.Entries++
		r.conversation.rebuild.appendEntry(&o, first, len(first.Attachments) == 0 && message.Content.Equal(first.Content) &&
			message.Thinking.Equal(first.Thinking))
		rest = rest[1:]
	} else {
		r.conversation.rebuild.appendMade(&o)
	}
	if err := r.out.Line(o.End()); err != nil {
		return err
	}
	parent := r.conversation.last
	for _, e := range rest {
		if err := r.member(e, parent, h.usage); err != nil {
			return err
		}
	}
	return nil
}

// message returns the model's texts in a response as one entry.
func (h *held) message() *timeline.Entry {
	first := h.entries[0]
	m := &timeline.Entry{ID: first.ID, Type: timeline.Assistant, Timestamp: first.Timestamp, ParentID: first.ParentID,
		Usage: h.usage, Extra: first.Extra}
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

// member writes an entry that belongs to a written message. Counted is the usage that the message already includes.
func (r *responses) member(e *timeline.Entry, parent string, counted *timeline.Usage) error {
	switch {
	case !e.Active() && e.Usage != counted:
		return r.conversation.passOver(e)
	case !e.Active():
		r.conversation.rebuild.keepWhole(e)
		return nil
	case e.Type == timeline.Assistant:
		r.out.report.Entries++
		r.conversation.rebuild.keepWhole(e)
		return nil
	case e.Type == timeline.ToolCall:
		r.out.report.Entries++
		return r.conversation.callOf(e, parent)
	}
	r.out.report.Entries++
	return r.conversation.result(e)
}
