package opencode

import (
	"strings"

	format "stead/internal/format/opencode"
	"stead/timeline"
)

// context tells the model what nobody typed. While calls wait for their results it has no place: the message of a call holds its result, too.
func (n *encoder) context(e *timeline.Entry) error {
	if n.waits() {
		n.held = append(n.held, e)
		return nil
	}
	if err := n.endAnswers(); err != nil {
		return err
	}
	if o := e.Origin; o.Kind == timeline.Shell && !o.Typed.IsEmpty() && len(e.Attachments) == 0 {
		return n.shell(e)
	}
	m := n.asked
	if m == nil {
		m = n.ask(e)
	} else {
		n.arrived(e, m.id)
	}
	if e.Origin.Kind == timeline.Mention {
		if n.mention(m, e) {
			return nil
		}
	}
	m.text(e.Told(), isSynthetic)
	n.toldFiles(m, e)
	return nil
}

// waits reports whether a call has no result yet.
func (n *encoder) waits() bool {
	for _, a := range n.queue {
		if a.waiting > 0 {
			return true
		}
	}
	return n.open != nil && n.open.waiting > 0
}

// tellHeld tells what had to wait for results.
func (n *encoder) tellHeld() error {
	held := n.held
	n.held = nil
	for _, e := range held {
		if err := n.context(e); err != nil {
			return err
		}
	}
	return nil
}

// isSynthetic marks a part as the CLI's own: the model is told it, and the terminal does not draw it.
func isSynthetic(o *timeline.Object) { o.Bool("synthetic", true) }

// shell writes a command that the user ran, as the CLI does: a message that announces it, and a call of bash.
func (n *encoder) shell(e *timeline.Entry) error {
	if err := n.endAsking(); err != nil {
		return err
	}
	before := n.prompt
	announced := n.newPrompt(e.Timestamp)
	announced.text(timeline.NewText(format.ShellNote), isSynthetic)
	if err := n.write(announced.message()); err != nil {
		return err
	}
	a := n.newAnswer(e.Timestamp)
	a.byUser = true
	n.ran(a, e)
	n.arrived(e, announced.id)
	err := n.write(a.message())
	n.prompt, n.resumes = before, false // what the model says next is no answer to the command
	return err
}

// ran adds the call of the user's command.
func (n *encoder) ran(a *answer, e *timeline.Entry) {
	a.part(func(o *timeline.Object) {
		o.String("type", "tool")
		o.String("callID", e.ID)
		o.String("tool", format.Bash)
		o.Append("state", func(dst []byte) []byte {
			state := timeline.NewObject(dst)
			state.String("status", "completed")
			state.Append("input", func(dst []byte) []byte {
				input := timeline.NewObject(dst)
				input.Text("command", e.Origin.Typed)
				return input.End()
			})
			state.Text("output", e.Content)
			state.String("title", "")
			state.Append("metadata", func(dst []byte) []byte {
				metadata := timeline.NewObject(dst)
				metadata.Text("output", e.Content)
				if e.Origin.ExitCode != nil {
					metadata.Int("exit", int64(*e.Origin.ExitCode))
				}
				return metadata.End()
			})
			state.Append("time", func(dst []byte) []byte { return appendTimes(dst, "start", a.created, "end", a.created) })
			return state.End()
		})
	})
}

// mention writes what the prompt names as the CLI does that has read it. Done is false for what the reader would not find in that again.
func (n *encoder) mention(m *draft, e *timeline.Entry) (done bool) {
	name := e.Origin.Name
	switch {
	case name == "" || len(e.Attachments) > 1 || len(e.Attachments) == 1 && !e.Content.IsEmpty():
		return false
	case len(e.Attachments) == 1:
		return n.media(m, e)
	case strings.Contains(name, "://"):
		note := format.ResourceNote(name)
		if !isNoteOf(note, name) || e.Content.IsEmpty() {
			return false
		}
		m.text(timeline.NewText(note), isSynthetic)
		m.text(e.Content, isSynthetic)
		return true
	}
	return n.listing(m, e)
}

func isNoteOf(note, name string) bool {
	noted, ok := format.ParseNote(timeline.NewText(note))
	return ok && noted == name
}

// listing writes a file or folder: the CLI shows the numbers of the lines.
func (n *encoder) listing(m *draft, e *timeline.Entry) bool {
	name, content := e.Origin.Name, e.Content.String()
	folder := strings.HasSuffix(name, "/")
	note, listing := format.Note(name), format.Listing(name, content)
	back, isFolder := format.ParseListing(listing)
	if !isNoteOf(note, strings.TrimSuffix(name, "/")) || back != content || folder != isFolder {
		return false
	}
	m.text(timeline.NewText(note), isSynthetic)
	m.text(timeline.NewText(listing), isSynthetic)
	m.part(func(o *timeline.Object) {
		o.String("type", "file")
		mime := "text/plain"
		if folder {
			mime = "application/x-directory"
		}
		o.String("mime", mime)
		o.String("filename", strings.TrimSuffix(name, "/"))
		o.String("url", format.FileURL(name))
	})
	return true
}

// media writes a picture or document.
func (n *encoder) media(m *draft, e *timeline.Entry) bool {
	a, note := e.Attachments[0], format.Note(e.Origin.Name)
	if strings.HasPrefix(a.MediaType, "text/") || !isNoteOf(note, e.Origin.Name) {
		return false
	}
	data, ok := n.report.Losses.Content(&a)
	if !ok {
		return true
	}
	m.text(timeline.NewText(note), isSynthetic)
	m.part(func(o *timeline.Object) { fileMembers(o, a, data) })
	return true
}

// toldFiles adds the files of context for which there is no form of the CLI's.
func (n *encoder) toldFiles(m *draft, e *timeline.Entry) {
	for _, a := range e.Attachments {
		data, ok := n.report.Losses.Content(&a)
		if !ok {
			continue
		}
		if strings.HasPrefix(a.MediaType, "text/") {
			m.pretendRead(a, data)
		}
		m.part(func(o *timeline.Object) {
			fileMembers(o, a, data)
			isSynthetic(o)
		})
	}
}
