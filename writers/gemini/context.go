package gemini

import (
	"slices"
	"strings"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// nothing is shown for a message whose shown text is blank.
var nothing = timeline.NewText(" ")

// context takes what the model is told and nobody asked for.
func (n *encoder) context(e *timeline.Entry) error {
	pictures := n.inlined(e.Attachments)
	switch {
	case e.Origin.Kind == timeline.Mention:
		n.mention(e, pictures)
	case e.Origin.Kind == timeline.Hook && n.takesHook(e):
		n.said.endFiles()
		n.said.show()
		n.said.parts = append(n.said.parts, textPart(format.Hook(e.Content)))
		n.beside(e)
	case e.Origin.Kind == timeline.Shell && len(pictures) == 0:
		n.shell(e)
	default:
		n.told(e, pictures)
	}
	return nil
}

// mention adds a file to the prompt that names it. Without one the files are a message of their own.
func (n *encoder) mention(e *timeline.Entry, pictures []picture) {
	if n.said == nil {
		n.announce(e)
		n.hold(e)
	} else {
		n.beside(e)
	}
	n.said.show()
	n.said.file(e, pictures)
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

// takesHook reports whether the message that is held can have what a hook says. Gemini CLI drops messages that begin so, and knows no names.
func (n *encoder) takesHook(e *timeline.Entry) bool {
	return n.said != nil && n.said.hasPrompt && slices.Contains(promptHooks, e.Origin.Name) && len(e.Attachments) == 0 && !e.Content.IsEmpty()
}

// shell tells of a command that the user ran in the CLI's own words, as far as they can say it.
func (n *encoder) shell(e *timeline.Entry) {
	text, ok := format.ShellText(e.Origin, e.Content)
	if !ok {
		n.told(e, nil)
		return
	}
	n.hold(e)
	n.said.parts, n.said.shown = [][]byte{textPart(text)}, format.ShellShown(e.Origin)
	n.flush()
}

// told tells what Gemini CLI has no form for as a text that says what it is. The terminal shows it as the CLI's own remark.
func (n *encoder) told(e *timeline.Entry, pictures []picture) {
	n.announce(e)
	n.hold(e)
	n.said.parts, n.said.shown = parts(e.Told(), pictures), nothing
	n.flush()
}

// announce draws what the text that follows is of.
func (n *encoder) announce(e *timeline.Entry) {
	n.flush()
	if e.Origin.Kind == timeline.Interruption {
		n.interrupted(e)
		return
	}
	first, _, _ := strings.Cut(e.Content.Head(maxRemark), "\n")
	what := strings.TrimSpace(strings.ToUpper(string(e.Origin.Kind[:1])) + string(e.Origin.Kind[1:]) + " " + e.Origin.Name)
	n.remark(e, what+": "+first)
}

// maxRemark is how much of a text is drawn, in bytes.
const maxRemark = 200

// interrupted draws that the user stopped the model, once: a source may have an event for it beside the text.
func (n *encoder) interrupted(e *timeline.Entry) {
	if !n.isStopped {
		n.remark(e, format.Interrupted)
	}
	n.isStopped = true
}

// remark writes a line that the terminal draws, and no model gets.
func (n *encoder) remark(e *timeline.Entry, text string) {
	n.out.record(object(func(o *timeline.Object) {
		n.messageMembers(o, "", e.Timestamp, format.InfoLine)
		o.String("content", text)
	}))
}
