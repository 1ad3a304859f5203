package pi

import (
	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// item is the content of an entry. Both passes call itemsOf, so the counts of the first pass are valid for the second.
type item struct {
	kind     timeline.EntryType
	isShown  bool
	texts    []timeline.Text
	thoughts []timeline.Text
	call     pi.Block
	pictures []picture
	// origin says how a text that the user did not type came in.
	origin *timeline.Origin
	// isStrange marks content of a kind that stead does not know.
	isStrange bool
	// isSummary marks a summary that replaces everything before it.
	isSummary bool
}

type picture struct {
	block     pi.Block
	isLeading bool
}

// itemsOf returns the items of a record. A record that is not part of the conversation has none.
func itemsOf(r *pi.Record, m *pi.Message) []item {
	switch {
	case r.Type.Is(pi.TypeMessage):
		return messageItems(r, m)
	case !r.IsKnown():
		return strangeRecord(r)
	case r.Type.Is(pi.TypeCompaction) && r.Summary.IsString():
		return []item{{kind: timeline.System, isShown: true, isSummary: true,
			texts: []timeline.Text{timeline.RawText(r.Summary)}}}
	case r.Type.Is(pi.TypeBranchSummary) && len(r.Summary) > len(`""`):
		return []item{{kind: timeline.User, isShown: true, texts: []timeline.Text{timeline.RawText(r.Summary)},
			origin: &timeline.Origin{Kind: timeline.Reminder, Name: pi.TypeBranchSummary}}}
	case r.Type.Is(pi.TypeCustomMessage) && r.CustomType.Is(pi.KeptNote): // another record holds the prompt
		return nil
	case r.Type.Is(pi.TypeCustomMessage):
		return noted(r.CustomType.String(), r.Content)
	}
	return nil
}

func messageItems(r *pi.Record, m *pi.Message) []item {
	switch {
	case m.Role.Is(pi.RoleUser):
		return prompted(m.Content)
	case m.Role.Is(pi.RoleAssistant):
		return answered(m)
	case m.Role.Is(pi.RoleToolResult):
		return said(timeline.ToolResult, m.Content)
	case m.Role.Is(pi.RoleCustom), m.Role.Is(pi.RoleHook):
		return noted(m.CustomType.String(), m.Content)
	case m.Role.Is(pi.RoleBashExecution):
		return ran(m)
	case m.Role.Is(pi.RoleSystem):
		return []item{{kind: timeline.System, origin: &timeline.Origin{Kind: timeline.Instructions},
			texts: textOf(m.Content)}}
	case m.Role.Is(pi.RoleBranchSummary), m.Role.Is(pi.RoleCompactionSummary):
		return summed(m)
	}
	return strange("message of the role", m.Role, r.Message)
}

// summed returns the item of a summary in the form of a message. The model gets it next to the other messages.
func summed(m *pi.Message) []item {
	texts := textOf(m.Summary)
	if len(texts) == 0 {
		return nil
	}
	return []item{{kind: timeline.User, isShown: true, texts: texts,
		origin: &timeline.Origin{Kind: timeline.Reminder, Name: m.Role.String()}}}
}

func textOf(value jsonl.Value) []timeline.Text {
	if len(value) <= len(`""`) || !value.IsString() {
		return nil
	}
	return []timeline.Text{timeline.RawText(value)}
}

// noted returns the items of a text that an extension sends to the model. Stead's own notes identify themselves.
func noted(by string, content jsonl.Value) []item {
	items := said(timeline.User, content)
	for i := range items {
		if items[i].isStrange {
			continue
		}
		items[i].origin = &timeline.Origin{Kind: timeline.Hook, Name: by}
		if text, origin, ok := timeline.ParseTold(timeline.Join(items[i].texts, "\n")); ok {
			items[i].texts, items[i].origin = []timeline.Text{text}, origin
		}
	}
	return items
}

// ran returns the item of a command that the user ran. An excluded command never reaches the model.
func ran(m *pi.Message) []item {
	if !m.Command.IsString() {
		return nil
	}
	i := item{kind: timeline.User, isShown: !m.IsExcluded, texts: []timeline.Text{pi.Printed(m)}}
	i.origin = &timeline.Origin{Kind: timeline.Shell, Typed: timeline.RawText(m.Command)}
	if m.IsExcluded {
		i.origin = nil
	}
	if code := m.ExitCode; code != nil && !code.IsNull() && i.origin != nil {
		i.origin.ExitCode = new(int(code.Int()))
	}
	return []item{i}
}

// said returns one item for a content: a string, or blocks of text and pictures. A result gets an item even if it is
// empty.
func said(kind timeline.EntryType, content jsonl.Value) []item {
	i := item{kind: kind, isShown: true}
	if content.IsString() {
		i.texts = []timeline.Text{timeline.RawText(content)}
	}
	var others []item
	for value := range jsonl.Elements(content) {
		block := pi.PeekBlock(value)
		switch {
		case block.Type.Is("image"):
			i.pictures = append(i.pictures, picture{block, len(i.texts) == 0})
		case block.Type.Is("text") && block.Text.IsString():
			i.texts = append(i.texts, timeline.RawText(block.Text))
		default:
			others = append(others, strange("block of the type", block.Type, value)...)
		}
	}
	if kind != timeline.ToolResult && timeline.Join(i.texts, "").IsEmpty() && len(i.pictures) == 0 {
		return others
	}
	return append([]item{i}, others...)
}

// answered returns an item for each text and call of an answer. Thinking belongs to the text that follows it. The CLI
// does not send an answer again that was cut off or failed, so its items are hidden.
func answered(m *pi.Message) []item {
	var items []item
	var thoughts []timeline.Text
	isShown := !m.IsBroken()
	think := func() {
		if len(thoughts) > 0 {
			items = append(items, item{kind: timeline.Assistant, isShown: isShown, thoughts: thoughts})
			thoughts = nil
		}
	}
	if m.Content.IsString() { // the CLI cannot read this form, but other programs may write it
		return said(timeline.Assistant, m.Content)
	}
	for value := range jsonl.Elements(m.Content) {
		block := pi.PeekBlock(value)
		switch {
		case block.Type.Is("toolCall"):
			think()
			items = append(items, item{kind: timeline.ToolCall, isShown: isShown, call: block})
		case block.Type.Is("thinking") && len(block.Thinking) > len(`""`):
			thoughts = append(thoughts, timeline.RawText(block.Thinking))
		case block.Type.Is("text") && len(block.Text) > len(`""`):
			items = append(items, item{
				kind: timeline.Assistant, isShown: isShown, texts: []timeline.Text{timeline.RawText(block.Text)},
				thoughts: thoughts,
			})
			thoughts = nil
		case !isOfAnswer(block):
			think()
			items = append(items, strange("block of the type", block.Type, value)...)
		}
	}
	think()
	return items
}
