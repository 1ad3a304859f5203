package markdown

import (
	"fmt"
	"strconv"
	"strings"

	"stead/internal/render/gfm"
	"stead/internal/render/transcript"
	"stead/timeline"
)

func (p *printer) steps(s timeline.Stream) error {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return err
		}
		if err := p.step(s.Header, step); err != nil {
			return err
		}
	}
	p.enter(s.Header, "")
	return nil
}

func (p *printer) step(h timeline.Header, s transcript.Step) error {
	p.written.Count(s)
	if s.Entry == nil {
		p.enter(h, "")
		return p.agents(s.Agents)
	}
	p.enter(h, s.Entry.Branch)
	switch s.Entry.Type {
	case timeline.User:
		if s.Entry.IsContext() {
			p.context(s.Entry)
		} else {
			p.user(s.Entry)
		}
	case timeline.ToolCall:
		p.assistantSpeaks(s.Entry)
		return p.call(s)
	case timeline.ToolResult:
		p.assistantSpeaks(s.Entry)
		p.fold(mark(!s.Entry.Success) + "<b>result</b>" + code(s.Answers))
		p.result(s.Entry)
		p.foldEnd()
	case timeline.System:
		p.system(s.Entry)
	default:
		p.assistant(s.Entry)
	}
	return nil
}

// enter opens the fold of an abandoned branch, or closes it.
func (p *printer) enter(h timeline.Header, branch string) {
	if branch == p.branch {
		return
	}
	if p.branch != "" {
		p.foldEnd()
	}
	if p.branch = branch; branch != "" {
		p.fold("Abandoned branch")
	}
	p.speaker = ""
}

func (p *printer) user(e *timeline.Entry) {
	p.speaker = string(timeline.User)
	if e.StartsTurn() && p.level == 2 {
		p.prompts++
		p.write(`<a id="prompt-`, strconv.Itoa(p.prompts), "\"></a>\n\n")
	}
	p.heading("User", p.clock(e.Timestamp))
	if _, of := transcript.Origin(e); of != "" {
		p.write(span(of), "\n\n")
	}
	if !e.Content.IsBlank() {
		p.quote(e.Content)
	}
	p.attachments(e)
}

// context writes a text that nobody typed, in a fold whose headline names its kind and source.
func (p *printer) context(e *timeline.Entry) {
	p.speaker = ""
	what, of := transcript.Origin(e)
	p.fold("<b>" + escape(what) + "</b>" + code(of))
	if !e.Content.IsBlank() {
		text, more := transcript.Cut(e.Content, p.Most)
		p.write(gfm.Fence(strings.Trim(text, "\n"), ""), "\n")
		p.more(more)
	}
	p.attachments(e)
	p.foldEnd()
}

func (p *printer) assistantSpeaks(e *timeline.Entry) {
	isOther := e.Model != "" && e.Model != p.model
	if p.speaker == string(timeline.Assistant) && !isOther {
		return
	}
	model := ""
	if isOther {
		p.model, model = strings.Clone(e.Model), inline(e.Model)
	}
	p.speaker = string(timeline.Assistant)
	p.heading("Assistant", p.clock(e.Timestamp), model)
}

func (p *printer) assistant(e *timeline.Entry) {
	if e.Content.IsBlank() && e.Thinking.IsEmpty() && len(e.Attachments) == 0 {
		return
	}
	p.assistantSpeaks(e)
	if !e.Thinking.IsEmpty() {
		p.fold("Thinking")
		p.markdown(e.Thinking)
		p.foldEnd()
	}
	if !e.Content.IsBlank() {
		p.markdown(e.Content)
	}
	p.attachments(e)
}

func (p *printer) system(e *timeline.Entry) {
	p.speaker = ""
	if e.Compaction == nil {
		p.heading("System", p.clock(e.Timestamp))
		p.quote(e.Content)
		p.attachments(e)
		return
	}
	p.write("---\n\n*The history before this was replaced by a summary.*\n\n")
	if !e.Content.IsBlank() {
		p.fold("Summary")
		p.markdown(e.Content)
		p.foldEnd()
	}
}

func (p *printer) call(s transcript.Step) error {
	state, isFailed := transcript.State(s)
	headline := mark(isFailed) + "<b>" + escape(transcript.Name(s.Entry)) + "</b>" + code(transcript.Argument(s.Entry))
	if state != "" {
		headline += " – " + escape(state)
	}
	p.fold(headline)
	for _, f := range transcript.Fields(s.Entry, p.Most) {
		p.field(f)
	}
	if err := p.agents(s.Agents); err != nil {
		return err
	}
	if s.Result != nil {
		p.result(s.Result)
	}
	p.foldEnd()
	return nil
}

// mark makes failed calls stand out.
func mark(isFailed bool) string {
	if isFailed {
		return "❌ "
	}
	return ""
}

func (p pen) field(f transcript.Field) {
	switch {
	case f.IsChange:
		p.write(gfm.Fence(f.Value, "diff"), "\n")
	case f.IsBlock:
		p.write(inline(f.Name), ":\n\n", gfm.Fence(f.Value, ""), "\n")
	default:
		p.write(inline(f.Name), ": ", span(f.Value), "\n\n")
	}
	p.more(f.More)
}

// span returns a short text as code, delimited by more backticks than it contains in a row.
func span(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if text == "" || strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func (p pen) result(e *timeline.Entry) {
	if !e.Success && !e.Error.IsBlank() {
		reason, _ := transcript.Cut(e.Error, p.Most)
		p.write("error:\n\n", gfm.Fence(reason, ""), "\n")
	}
	if !e.Output.IsBlank() {
		output, more := transcript.Cut(e.Output, p.Most)
		p.write("result:\n\n", gfm.Fence(strings.Trim(output, "\n"), ""), "\n")
		p.more(more)
	}
	p.attachments(e)
}

func (p pen) more(left int64) {
	p.written.Shorten(left)
	if left > 0 {
		p.write("*", transcript.Size(left), " more are not in this file.*\n\n")
	}
}

// agents writes the sessions of sub-agents, each in a fold.
func (p *printer) agents(all []timeline.Stream) error {
	for _, agent := range all {
		o, err := transcript.Survey(agent)
		if err != nil {
			return fmt.Errorf("sub-agent %s: %w", agent.Header.ID, err)
		}
		p.fold("<b>Sub-agent</b>" + code(o.Title(agent.Header.ID)) + " – " + transcript.Count(o.Calls, "tool call"))
		inside := &printer{pen: p.pen, model: o.FirstModel()}
		inside.level++
		if err := inside.steps(agent); err != nil {
			return fmt.Errorf("sub-agent %s: %w", agent.Header.ID, err)
		}
		p.foldEnd()
	}
	return nil
}
