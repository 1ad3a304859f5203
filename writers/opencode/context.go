package opencode

import (
	format "stead/adapters/opencode"
	"stead/timeline"
)

// contexts writes the context that the model gets although the user did not type it.
type contexts struct {
	out     *output
	drafts  *drafts
	prompts *prompts
	answers *answers
	held    []*timeline.Entry // entries that wait for results
}

// write writes an entry of context. While calls wait for their results there is no place for it, because the message of
// a call also holds its result.
func (c *contexts) write(e *timeline.Entry) error {
	if c.answers.waits() {
		c.held = append(c.held, e)
		return nil
	}
	if err := c.answers.end(); err != nil {
		return err
	}
	if o := e.Origin; o.Kind == timeline.Shell && !o.Typed.IsEmpty() && len(e.Attachments) == 0 {
		return c.shell(e)
	}
	m := c.prompts.open
	if m == nil {
		m = c.prompts.ask(e)
	} else {
		c.prompts.arrived(e, m.id)
	}
	if e.Origin.Kind == timeline.Mention {
		if m.mention(e, &c.out.report.Losses) {
			return nil
		}
	}
	m.text(e.Told(), isSynthetic)
	m.toldFiles(e, &c.out.report.Losses)
	return nil
}

// release writes the entries that had to wait for results.
func (c *contexts) release() error {
	held := c.held
	c.held = nil
	for _, e := range held {
		if err := c.write(e); err != nil {
			return err
		}
	}
	return nil
}

// isSynthetic marks a part as the CLI's own: the model gets it, and the terminal does not display it.
func isSynthetic(o *timeline.Object) { o.Bool("synthetic", true) }

// shell writes a command that the user ran in the CLI's own way: a message that announces it, and a call of bash.
func (c *contexts) shell(e *timeline.Entry) error {
	if err := c.prompts.end(); err != nil {
		return err
	}
	before := c.drafts.newest
	announced := c.drafts.prompt(e.Timestamp)
	announced.text(timeline.NewText(format.ShellNote), isSynthetic)
	if err := c.out.message(announced.message()); err != nil {
		return err
	}
	a := c.drafts.answer(e.Timestamp)
	a.byUser = true
	a.ran(e)
	c.prompts.arrived(e, announced.id)
	err := c.out.message(a.message())
	c.drafts.newest, c.drafts.resumes = before, false // the model's next text is not an answer to the command
	return err
}

// ran adds the call of the user's command.
func (a *answer) ran(e *timeline.Entry) {
	a.part(func(o *timeline.Object) {
		o.String("type", "tool")
		o.String("callID", e.ID)
		o.String("tool", format.Bash)
		o.Append("state", func(dst []byte) []byte {
			state := timeline.NewObject(dst)
			state.Append("input", func(dst []byte) []byte {
				input := timeline.NewObject(dst)
				input.Text("command", e.Origin.Typed)
				return input.End()
			})
			ended(&state, e)
			state.String("title", "")
			state.Append("time", func(dst []byte) []byte { return appendTimes(dst, "start", a.created, "end", a.created) })
			return state.End()
		})
	})
}

// ended adds the outcome of the user's command. OpenCode sends its model only the output. Therefore the exit code of a
// failed command follows the output.
func ended(state *timeline.Object, e *timeline.Entry) {
	exit := e.Origin.ExitCode
	if exit != nil && *exit != 0 {
		failed := format.Outcome{Output: e.Content, Error: timeline.NewText(format.ExitError(int64(*exit)))}
		failed.StateOf(state, format.Bash, func(*timeline.Object) {}, nil)
		return
	}
	state.String("status", "completed")
	state.Text("output", e.Content)
	state.Append("metadata", func(dst []byte) []byte {
		metadata := timeline.NewObject(dst)
		metadata.Text("output", e.Content)
		if exit != nil {
			metadata.Int("exit", 0)
		}
		return metadata.End()
	})
}
