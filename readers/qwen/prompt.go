package qwen

import (
	"slices"
	"strings"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/mention"
	"stead/timeline"
)

// promptParts parts what stands in the user's name.
type promptParts struct {
	items []item
	said  item
	files mention.Files // those that the prompt names
	// resourceEnd is the mark that ends the resource of an MCP server whose contents are at hand.
	resourceEnd string
}

// promptItems are one item for what the user said, and one for each text that nobody typed.
func promptItems(r *qwen.Record, parts []qwen.Part) []item {
	p := parted(parts, isBefore(parts))
	return p.named(r)
}

// parted parts a content. MayBegin is set when its first part may be none of the user's.
func parted(parts []qwen.Part, mayBegin bool) promptParts {
	p := promptParts{said: item{kind: timeline.User, isShown: true}}
	for i, part := range parts {
		p.add(part, i > 0 || mayBegin)
	}
	p.end()
	return p
}

// isBefore reports whether the first part of several may stand there without the user: the files that a prompt names
// stand behind it.
func isBefore(parts []qwen.Part) bool {
	return len(parts) > 1 && !mention.IsBegin(timeline.RawText(parts[1].Text))
}

func (p *promptParts) add(part qwen.Part, mayBeAside bool) {
	if part.File.IsObject() {
		part.Text, mayBeAside = addressOf(part.File), false
	}
	switch {
	case part.IsThought: // the CLI gives no thought of the user's to its model
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

// within takes a text between the marks.
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

// resource takes the mark that begins a resource of an MCP server, and reports whether it is one.
func (p *promptParts) resource(text timeline.Text) bool {
	name, end, ok := qwen.ResourceOf(text)
	if ok {
		p.put(aside(timeline.Mention, name, timeline.Text{}))
		p.resourceEnd = end
	}
	return ok
}

// withinResource takes a text of a resource, or the mark that ends it.
func (p *promptParts) withinResource(text timeline.Text) {
	last := &p.items[len(p.items)-1]
	if notice, isEnd := qwen.EndsResource(text, p.resourceEnd); isEnd {
		p.resourceEnd = ""
		text = timeline.NewText(strings.TrimPrefix(notice, "\n"))
	}
	last.text = timeline.Join([]timeline.Text{last.text, text}, "\n")
}

// file takes a picture or a document between the marks: it belongs to the name before it.
func (p *promptParts) file(file inline) {
	if n := len(p.items); n == 0 || p.items[n-1].origin == nil {
		p.put(aside(timeline.Mention, "", timeline.Text{}))
	}
	last := &p.items[len(p.items)-1]
	last.inline = append(last.inline, file)
}

// aside takes a text in one of the CLI's tags, and reports whether it is one.
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

// end ends the prompt at hand.
func (p *promptParts) end() {
	if len(p.said.texts)+len(p.said.inline) > 0 {
		p.items = append(p.items, p.said)
		p.said = item{kind: timeline.User, isShown: true}
	}
}

// named makes the text of a slash command one where the record tells what was typed for it. A record with what a hook
// said repeats a plain prompt there.
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

// commandOf is the origin of the text for which a slash command stands.
func commandOf(typed jsonl.Value) *timeline.Origin {
	name, _, _ := strings.Cut(strings.TrimPrefix(typed.String(), "/"), " ")
	return &timeline.Origin{Kind: timeline.Command, Name: name, Typed: timeline.RawText(typed)}
}

// announced is the origin of the record of a slash command. The text for which it stands, if any, is in the record that
// follows.
func announced(r *qwen.Record) *timeline.Origin {
	origin := commandOf(r.Announced())
	origin.Kind = timeline.Trace
	return origin
}

// completes reports whether a prompt may be what a slash command stands for.
func completes(r *qwen.Record) bool {
	return kindOf(r) == prompt && r.Subtype == nil && r.Typed() == nil
}

func aside(kind timeline.OriginKind, name string, text timeline.Text) item {
	return item{kind: timeline.User, isShown: true, origin: &timeline.Origin{Kind: kind, Name: name}, text: text}
}

// noticeItems are what the CLI says in the user's name.
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
