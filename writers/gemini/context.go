package gemini

import (
	"slices"
	"strings"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// nothing is shown for a message whose shown text is blank.
var nothing = timeline.NewText(" ")

// contexts writes what the model is told and nobody asked for.
type contexts struct {
	out      *output
	messages *messages
	// isStopped is set when the last thing drawn is that the model was stopped.
	isStopped bool
}

// write takes what the model is told and nobody asked for.
func (c *contexts) write(e *timeline.Entry) {
	pictures := inlined(e.Attachments, &c.out.report.Losses)
	switch {
	case e.Origin.Kind == timeline.Mention:
		c.mention(e, pictures)
	case e.Origin.Kind == timeline.Hook && c.takesHook(e):
		c.messages.said.endFiles()
		c.messages.said.show()
		c.messages.said.parts = append(c.messages.said.parts, textPart(format.Hook(e.Content)))
		c.messages.beside(e)
	case e.Origin.Kind == timeline.Shell && len(pictures) == 0:
		c.shell(e)
	default:
		c.told(e, pictures)
	}
}

// mention adds a file to the prompt that names it. Without one the files are a message of their own.
func (c *contexts) mention(e *timeline.Entry, pictures []picture) {
	if c.messages.said == nil {
		c.announce(e)
		c.messages.hold(e)
	} else {
		c.messages.beside(e)
	}
	c.messages.said.show()
	c.messages.said.file(e, pictures)
}

// show keeps what stands behind a prompt off the terminal. What begins with a slash would seem to be a command's.
func (s *said) show() {
	if !s.shown.IsEmpty() {
		return
	}
	s.shown = nothing
	if s.hasPrompt && !s.entry.Content.IsBlank() {
		s.shown, _ = format.Shielded(s.entry.Content)
	}
}

// promptHooks are the names that CLIs have for hooks which add to a prompt.
var promptHooks = []string{"", format.BeforeAgent, "UserPromptSubmit"}

// takesHook reports whether the message that is held can have what a hook says. Gemini CLI drops messages that begin
// so, and knows no names.
func (c *contexts) takesHook(e *timeline.Entry) bool {
	return c.messages.said != nil && c.messages.said.hasPrompt && slices.Contains(promptHooks, e.Origin.Name) &&
		len(e.Attachments) == 0 && !e.Content.IsEmpty()
}

// shell tells of a command that the user ran in the CLI's own words, as far as they can say it.
func (c *contexts) shell(e *timeline.Entry) {
	text, ok := format.ShellText(e.Origin, e.Content)
	if !ok {
		c.told(e, nil)
		return
	}
	c.messages.hold(e)
	c.messages.said.parts, c.messages.said.shown = [][]byte{textPart(text)}, format.ShellShown(e.Origin)
	c.messages.flush()
}

// told tells what Gemini CLI has no form for as a text that says what it is. The terminal shows it as the CLI's own
// remark.
func (c *contexts) told(e *timeline.Entry, pictures []picture) {
	c.announce(e)
	c.messages.hold(e)
	c.messages.said.parts, c.messages.said.shown = parts(e.Told(), pictures), nothing
	c.messages.flush()
}

// announce draws what the text that follows is of.
func (c *contexts) announce(e *timeline.Entry) {
	c.messages.flush()
	if e.Origin.Kind == timeline.Interruption {
		c.interrupted(e)
		return
	}
	first, _, _ := strings.Cut(e.Content.Head(maxRemark), "\n")
	what := strings.TrimSpace(strings.ToUpper(string(e.Origin.Kind[:1])) + string(e.Origin.Kind[1:]) + " " + e.Origin.Name)
	c.out.remark(e, what+": "+first)
}

// maxRemark is how much of a text is drawn, in bytes.
const maxRemark = 200

// interrupted draws that the user stopped the model, once: a source may have an event for it beside the text.
func (c *contexts) interrupted(e *timeline.Entry) {
	if !c.isStopped {
		c.out.remark(e, format.Interrupted)
	}
	c.isStopped = true
}
