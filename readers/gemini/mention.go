package gemini

import (
	"slices"
	"strings"

	"stead/internal/adapt/mention"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// within reads a text between the marks.
func (p *sayings) within(text timeline.Text) {
	switch kind, name := p.files.Read(text); {
	case kind == mention.Name:
		p.add(aside(timeline.Mention, name, timeline.Text{}))
	case kind == mention.Content:
		p.says[len(p.says)-1].text = text
	case kind == mention.Nameless && isHook(text): // an editor's context with a prompt has no end mark
		p.files = mention.Files{}
		p.say(text)
	case kind == mention.Nameless:
		p.add(aside(timeline.Mention, "", text))
	}
}

// file adds a picture or a document between the marks. The CLI does not name the files that it reads itself.
func (p *sayings) file(a timeline.Attachment) {
	if !p.files.Named {
		p.add(aside(timeline.Mention, "", timeline.Text{}))
	}
	last := &p.says[len(p.says)-1]
	a.Name = last.origin.Name
	last.attachments = append(last.attachments, a)
}

// mentioned matches the names in a prompt.
var mentioned = lazy.Regexp(`(?:^|\s)@(\S+)`)

// nameFile assigns a name to the only file without one, if the prompt contains exactly one name without a file.
func (p *sayings) nameFile() {
	var nameless *saying
	known := map[string]bool{}
	for i := range p.says {
		s := &p.says[i]
		switch {
		case s.origin == nil || s.origin.Kind != timeline.Mention:
		case s.origin.Name != "":
			known[s.origin.Name] = true
		case nameless != nil || len(s.attachments) != 1:
			return
		default:
			nameless = s
		}
	}
	names := slices.DeleteFunc(p.names(), func(name string) bool { return known[name] })
	if nameless != nil && len(names) == 1 {
		nameless.origin.Name, nameless.attachments[0].Name = names[0], names[0]
	}
}

// names returns the names in the first bytes of the prompt.
func (p *sayings) names() []string {
	var names []string
	for _, found := range mentioned().FindAllStringSubmatch(p.message.prompt().Head(4<<10), -1) {
		names = append(names, strings.TrimRight(found[1], ".,;:!?)"))
	}
	return names
}
