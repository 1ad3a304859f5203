package qwen

import (
	"slices"
	"strings"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/mention"
	"stead/timeline"
)

// promptParts splits a message in the user's name.
type promptParts struct {
	items []item
	said  item
	files mention.Files // the files that the prompt names
	// resourceEnd is the mark that ends the current resource of an MCP server, or empty.
	resourceEnd string
}

// promptItems returns one item for the user's own text, and one for each text that the user did not type.
func promptItems(r *qwen.Record, parts []qwen.Part) []item {
	p := parted(parts, isBefore(parts))
	return p.named(r)
}

// parted splits a content. MayBegin reports that the first part may not be the user's.
func parted(parts []qwen.Part, mayBegin bool) promptParts {
	p := promptParts{said: item{kind: timeline.User, isShown: true}}
	for i, part := range parts {
		p.add(part, i > 0 || mayBegin)
	}
	p.end()
	return p
}

// isBefore reports whether the first of several parts may come from someone other than the user: the files that a
// prompt names follow the prompt.
func isBefore(parts []qwen.Part) bool {
	return len(parts) > 1 && !mention.IsBegin(timeline.RawText(parts[1].Text))
}

func (p *promptParts) add(part qwen.Part, mayBeAside bool) {
	if part.File.IsObject() {
		part.Text, mayBeAside = addressOf(part.File), false
	}
	switch {
	case part.IsThought: // the CLI does not send a user's thoughts to its model
	case part.Inline.IsObject() && (p.files.Open || p.resourceEnd != ""):
		p.file(inline{data: part.Inline})
	case part.Inline.IsObject():
		p.said.inline = append(p.said.inline, inline{part.Inline, len(p.said.texts) == 0})
	case len(part.Text) <= len(`""`):
	default:
		p.text(part, timeline.RawText(part.Text), mayBeAside)
	}
}

func (p *promptParts) text(part qwen.Part, text timeline.Text, mayBeAside bool) {
	switch {
	case p.resourceEnd != "":
		p.withinResource(text)
	case p.files.Begin(text):
		p.end()
	case p.files.Open:
		p.within(text)
	case mayBeAside && (p.resource(text) || p.aside(text)):
	default:
		if content, origin, ok := timeline.ParseTold(text); ok {
			p.put(item{kind: timeline.User, isShown: true, origin: origin, text: content})
			return
		}
		p.said.texts = append(p.said.texts, part.Text)
	}
}

// within reads a text between the marks.
func (p *promptParts) within(text timeline.Text) {
	switch kind, name := p.files.Read(text); kind {
	case mention.Name:
		p.put(aside(timeline.Mention, name, timeline.Text{}))
	case mention.Content:
		p.items[len(p.items)-1].text = text
	case mention.Nameless:
		p.put(aside(timeline.Mention, "", text))
	}
}

// resource reads the mark that begins a resource of an MCP server, and reports whether the text is one.
func (p *promptParts) resource(text timeline.Text) bool {
	name, end, ok := qwen.ResourceOf(text)
	if ok {
		p.put(aside(timeline.Mention, name, timeline.Text{}))
		p.resourceEnd = end
	}
	return ok
}

// withinResource reads a text of a resource, or the mark that ends it.
func (p *promptParts) withinResource(text timeline.Text) {
	last := &p.items[len(p.items)-1]
	if notice, isEnd := qwen.EndsResource(text, p.resourceEnd); isEnd {
		p.resourceEnd = ""
		text = timeline.NewText(strings.TrimPrefix(notice, "\n"))
	}
	last.text = timeline.Join([]timeline.Text{last.text, text}, "\n")
}

// file adds a picture or a document between the marks. It belongs to the name before it.
func (p *promptParts) file(file inline) {
	if n := len(p.items); n == 0 || p.items[n-1].origin == nil {
		p.put(aside(timeline.Mention, "", timeline.Text{}))
	}
	last := &p.items[len(p.items)-1]
	last.inline = append(last.inline, file)
}

// aside reads a text in one of the CLI's tags, and reports whether the text is one.
func (p *promptParts) aside(text timeline.Text) bool {
	if content, ok := qwen.HookContext.Within(text); ok {
		p.put(aside(timeline.Hook, qwen.PromptHook, content))
		return true
	}
	if content, ok := qwen.Notice.Within(text); ok {
		p.put(aside(timeline.Notification, qwen.TaskOf(content), content))
		return true
	}
	content, ok := qwen.Reminder.Within(text)
	switch {
	case !ok:
		return false
	case qwen.Rebuilt(content) != nil:
		p.put(item{kind: timeline.System, origin: qwen.Rebuilt(content), text: content})
	default:
		p.put(aside(timeline.Reminder, "", content))
	}
	return true
}

func (p *promptParts) put(i item) {
	p.end()
	p.items = append(p.items, i)
}

// end completes the current prompt.
func (p *promptParts) end() {
	if len(p.said.texts)+len(p.said.inline) > 0 {
		p.items = append(p.items, p.said)
		p.said = item{kind: timeline.User, isShown: true}
	}
}

// named marks the prompt as the text of a slash command if the record holds the line that the user typed for it. A
// record with the context of a hook repeats a plain prompt in the same place.
func (p *promptParts) named(r *qwen.Record) []item {
	typed := r.Typed()
	at := slices.IndexFunc(p.items, func(i item) bool { return i.origin == nil })
	if at < 0 || !strings.HasPrefix(typed.String(), "/") {
		return p.items
	}
	said := &p.items[at]
	text := joined(said.texts)
	if !text.Equal(timeline.RawText(typed)) || r.Payload.Get("hookContext").Is("") {
		said.origin, said.text = commandOf(typed), text
	}
	return p.items
}

// commandOf returns the origin of the text that a slash command expands to.
func commandOf(typed jsonl.Value) *timeline.Origin {
	name, _, _ := strings.Cut(strings.TrimPrefix(typed.String(), "/"), " ")
	return &timeline.Origin{Kind: timeline.Command, Name: name, Typed: timeline.RawText(typed)}
}

// announced returns the origin of the record of a slash command. The text that the command expands to, if any, is in
// the record that follows.
func announced(r *qwen.Record) *timeline.Origin {
	origin := commandOf(r.Announced())
	origin.Kind = timeline.Trace
	return origin
}

// completes reports whether a prompt may be the expansion of a slash command.
func completes(r *qwen.Record) bool {
	return kindOf(r) == prompt && r.Subtype == nil && r.Typed() == nil
}

func aside(kind timeline.OriginKind, name string, text timeline.Text) item {
	return item{kind: timeline.User, isShown: true, origin: &timeline.Origin{Kind: kind, Name: name}, text: text}
}

// noticeItems returns the items of a text that the CLI wrote in the user's name.
func noticeItems(parts []qwen.Part) []item {
	p := promptParts{}
	for _, part := range parts {
		p.add(part, true)
	}
	if len(p.said.texts)+len(p.said.inline) > 0 {
		p.said.kind, p.said.isShown, p.said.text = timeline.User, true, joined(p.said.texts)
		p.said.origin = &timeline.Origin{Kind: timeline.Notification}
	}
	p.end()
	return p.items
}
