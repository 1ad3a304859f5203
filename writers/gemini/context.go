package gemini

import (
	"slices"
	"strings"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// nothing is displayed for a message whose displayed text is blank.
var nothing = timeline.NewText(" ")

// contexts writes the context that the model gets although the user did not type it.
type contexts struct {
	out      *output
	messages *messages
	// isStopped is set if the last displayed remark is that the user stopped the model.
	isStopped bool
}

// write writes an entry of context.
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

// mention adds a file to the prompt that names it. Without a prompt, the files are a message of their own.
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

// show hides the parts after a prompt on the terminal. Without the shield, a prompt that begins with a slash would look
// like a command.
func (s *said) show() {
	if !s.shown.IsEmpty() {
		return
	}
	s.shown = nothing
	if s.hasPrompt && !s.entry.Content.IsBlank() {
		s.shown, _ = format.Shielded(s.entry.Content)
	}
}

// promptHooks are the names of other CLIs' hooks that add to a prompt.
var promptHooks = []string{"", format.BeforeAgent, "UserPromptSubmit"}

// takesHook reports whether the held message can include a hook's context. Gemini CLI drops messages that begin with
// one, and does not record the names of hooks.
func (c *contexts) takesHook(e *timeline.Entry) bool {
	return c.messages.said != nil && c.messages.said.hasPrompt && slices.Contains(promptHooks, e.Origin.Name) &&
		len(e.Attachments) == 0 && !e.Content.IsEmpty()
}

// shell writes a report on a command that the user ran, in the CLI's own words if they can express it.
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

// told writes context for which Gemini CLI has no form as a text that identifies itself. The terminal shows it as a
// remark of the CLI.
func (c *contexts) told(e *timeline.Entry, pictures []picture) {
	c.announce(e)
	c.messages.hold(e)
	c.messages.said.parts, c.messages.said.shown = parts(e.Told(), pictures), nothing
	c.messages.flush()
}

// announce displays a remark on the text that follows.
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

// maxRemark is the maximum length in bytes of the text in a remark.
const maxRemark = 200

// interrupted displays once that the user stopped the model: a source may have an event for it in addition to the text.
func (c *contexts) interrupted(e *timeline.Entry) {
	if !c.isStopped {
		c.out.remark(e, format.Interrupted)
	}
	c.isStopped = true
}
