package claude

import (
	"strings"

	"stead/adapters/claude"
	"stead/timeline"
)

// contexts writes what the model was told that nobody typed.
type contexts struct {
	out      *output
	prompts  *prompts
	mentions *mentions
}

// write writes it: as the CLI's own records, where the reader finds all of it in them, else as a note
// that says what it is.
func (c *contexts) write(e *timeline.Entry) error {
	write := map[timeline.OriginKind]func(*timeline.Entry) (bool, error){
		timeline.Command: c.command, timeline.Shell: c.shell, timeline.Mention: c.mentions.write, timeline.Skill: c.skill,
		timeline.Hook:         c.hook,
		timeline.Notification: c.notification, timeline.IDE: c.editor, timeline.Memory: c.memory,
		timeline.Reminder:     c.reminder,
		timeline.Interruption: c.interruption,
	}[e.Origin.Kind]
	if write != nil {
		if done, err := write(e); done || err != nil {
			return err
		}
	}
	return c.prompts.write(e.ID, e.Timestamp, e.Told(), e.Attachments, isMeta)
}

// command writes what was typed, and behind it the text for which that stands. One without its text is the line alone.
func (c *contexts) command(e *timeline.Entry) (bool, error) {
	typed := e.Origin.Typed.String()
	if typed == "" && e.Origin.Name == "" { // the source knows no more than the text
		return true, c.prompts.write(e.ID, e.Timestamp, e.Content, e.Attachments)
	}
	c.out.at.lastPrompt = e.Origin.Typed
	line := claude.Command(e.Origin.Name, typed)
	if e.Content.Equal(e.Origin.Typed) && len(e.Attachments) == 0 {
		return true, c.prompts.write(e.ID, e.Timestamp, line, nil)
	}
	if err := c.prompts.write(e.ID+"\x00typed", e.Timestamp, line, nil); err != nil {
		return true, err
	}
	return true, c.prompts.write(e.ID, e.Timestamp, e.Content, e.Attachments, isMeta)
}

func (c *contexts) shell(e *timeline.Entry) (bool, error) {
	if e.Origin.Typed.IsEmpty() || len(e.Attachments) > 0 {
		return false, nil
	}
	err := c.prompts.write(e.ID+"\x00typed", e.Timestamp, claude.Tagged(claude.TagShell, e.Origin.Typed, false), nil)
	if err != nil {
		return true, err
	}
	return true, c.prompts.write(e.ID, e.Timestamp, claude.Output(e.Content, e.Origin.ExitCode), nil)
}

func (c *contexts) skill(e *timeline.Entry) (bool, error) {
	if !e.Content.HasPrefix(claude.SkillFolder) || claude.SkillOf(e.Content) != e.Origin.Name {
		return false, nil
	}
	return true, c.prompts.write(e.ID, e.Timestamp, e.Content, e.Attachments, isMeta)
}

// hook writes a Stop hook's order as the CLI does, which goes on by it, and what other hooks say as context.
func (c *contexts) hook(e *timeline.Entry) (bool, error) {
	name := e.Origin.Name
	if name == "" || len(e.Attachments) > 0 {
		return false, nil
	}
	if name == "Stop" {
		return true, c.prompts.write(e.ID, e.Timestamp, timeline.Concat(timeline.NewText(claude.StopFeedback), e.Content),
			nil, isMeta)
	}
	event, _, _ := strings.Cut(name, ":")
	return true, c.prompts.attachment(e, claude.AttachmentHook, func(a *timeline.Object) {
		a.Raw("content", timeline.AppendArray(nil, [][]byte{e.Content.JSON()}))
		a.String("hookName", name)
		a.String("toolUseID", "hook-"+c.out.uuid(e.ID))
		a.String("hookEvent", event)
	})
}

// notification has its task's id in its text.
func (c *contexts) notification(e *timeline.Entry) (bool, error) {
	if task, _ := claude.Within(claude.TagTask, e.Content); task.String() != e.Origin.Name || len(e.Attachments) > 0 {
		return false, nil
	}
	return true, c.prompts.sourced(e, claude.Tagged(claude.TagNotification, e.Content, true), claude.OriginNotification)
}

func (c *contexts) reminder(e *timeline.Entry) (bool, error) {
	return e.Origin.Name == "", c.tagged(e, claude.TagReminder, true)
}

// tagged writes a note in a tag, unless the note has a name, for which a tag has no place.
func (c *contexts) tagged(e *timeline.Entry, tag string, isBlock bool) error {
	if e.Origin.Name != "" {
		return nil
	}
	return c.prompts.write(e.ID, e.Timestamp, claude.Tagged(tag, e.Content, isBlock), e.Attachments, isMeta)
}

func (c *contexts) memory(e *timeline.Entry) (bool, error) {
	name := e.Origin.Name
	if name == "" || len(e.Attachments) > 0 {
		return false, nil
	}
	return true, c.prompts.attachment(e, claude.AttachmentMemory, func(a *timeline.Object) {
		a.String("path", name)
		a.Append("content", func(dst []byte) []byte {
			o := timeline.NewObject(dst)
			o.String("path", name)
			o.String("type", "Project")
			o.Text("content", e.Content)
			return o.End()
		})
		a.String("displayPath", display(name, c.out.plan.Dir))
	})
}

// interruption writes the CLI's own note. The words of another CLI's arrive as a note that is not drawn.
func (c *contexts) interruption(e *timeline.Entry) (bool, error) {
	if !claude.IsInterruption(e.Content) {
		return false, nil
	}
	content := timeline.AppendArray(nil, [][]byte{textBlock(e.Content)})
	return true, c.prompts.record(e.ID, e.Timestamp, content, func(*timeline.Object) {})
}
