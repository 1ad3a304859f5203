package opencode

import (
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// synthetic converts a text that the CLI added to the user's message. The model gets it.
func (p *prompting) synthetic(i int, part format.Row, data jsonl.Value, text timeline.Text) {
	name, isNote := format.ParseNote(text)
	switch {
	case isNote:
		p.trace(part, text)
		p.read = &mention{name: name, isResource: format.IsResourceNote(text)}
	case p.isShell(), data.Get("metadata", "compaction_continue").Bool(),
		text.Equal(timeline.NewText(format.ContinueNote)):
		p.trace(part, text)
	case p.read != nil:
		p.mentioned(i, part, text)
	default:
		p.told(part, text)
	}
}

// trace adds a text that each CLI generates itself.
func (p *prompting) trace(part format.Row, text timeline.Text) {
	p.hide(part, text).Origin = &timeline.Origin{Kind: timeline.Trace}
}

// mentioned converts the content that was read of a file, folder or resource. If the session holds the file itself, the
// file is an attachment, and this text is a copy.
func (p *prompting) mentioned(i int, part format.Row, text timeline.Text) {
	if format.IsMediaNote(text) || p.isCopy(i) {
		p.trace(part, text)
		return
	}
	origin := &timeline.Origin{Kind: timeline.Mention, Name: p.read.name}
	content, isFolder := format.ParseListing(text.String())
	if isFolder {
		origin.Name += "/"
	}
	if content != text.String() {
		text = timeline.NewText(content)
	}
	p.read.content = p.tell(part, text, origin)
	if !p.read.isResource {
		p.read = nil
	}
}

// isCopy reports whether the next part is a text file that stead put there.
func (p *prompting) isCopy(i int) bool {
	if i+1 >= len(p.parts) {
		return false
	}
	data := dataOf(p.parts[i+1])
	file, isHeld := format.ParseFile(data)
	return data.Get("type").Is("file") && isHeld && isText(file) && format.IsNoted(data)
}

// told converts any other text. A text that stead put there identifies itself.
func (p *prompting) told(part format.Row, text timeline.Text) {
	if text.IsEmpty() {
		p.hide(part, text)
		return
	}
	if content, origin, ok := timeline.ParseTold(text); ok {
		p.context = p.tell(part, content, origin)
		return
	}
	p.tell(part, text, &timeline.Origin{Kind: timeline.Reminder})
}

// shell returns a command that the user ran. The CLI converts it to a call. The exit code of a command that OpenCode
// itself ran is unknown: SessionPrompt.shell of 1.18.33 waits for the exit code and discards it, writes the part with
// {output} as its only metadata, as completed whatever the code was, and no other table or event has it. Only a part
// that stead wrote holds metadata.exit.
func (a *answering) shell(row format.Row, data jsonl.Value) {
	state := data.Get("state")
	outcome, _ := format.ParseState(format.Bash, state)
	origin := &timeline.Origin{Kind: timeline.Shell, Typed: format.TextOf(state.Get("input", "command"))}
	if exit := state.Get("metadata", "exit"); !exit.IsNull() {
		origin.ExitCode = new(int(exit.Int()))
	}
	content := outcome.Output
	if !outcome.Success && content.IsEmpty() {
		content = outcome.Error
	}
	a.entries = append(a.entries, a.add(&timeline.Entry{Type: timeline.User, Content: content, Origin: origin,
		Timestamp: startOf(state, a.at)}, row))
}
