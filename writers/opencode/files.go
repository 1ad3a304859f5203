package opencode

import (
	"encoding/base64"
	"strings"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// files adds the attachments of a prompt: those that precede its text, or those that follow it.
func (m *draft) files(e *timeline.Entry, leading bool, losses *writers.Losses) {
	for _, a := range e.Attachments {
		if a.Leading != leading {
			continue
		}
		data, ok := losses.Content(&a)
		if !ok {
			continue
		}
		if strings.HasPrefix(a.MediaType, "text/") {
			m.pretendRead(a, data)
		}
		m.part(func(o *timeline.Object) { fileMembers(o, a, data) })
	}
}

// attachmentsOf returns the files of a result as parts of a message.
func attachmentsOf(e *timeline.Entry, m *draft, losses *writers.Losses) []byte {
	var files []byte
	for _, a := range e.Attachments {
		data, ok := losses.Content(&a)
		if !ok {
			continue
		}
		if files == nil {
			files = []byte{'['}
		} else {
			files = append(files, ',')
		}
		o := timeline.NewObject(files)
		o.String("id", m.ids.Next(format.PartPrefix))
		o.String("sessionID", m.session)
		o.String("messageID", m.id)
		fileMembers(&o, a, data)
		files = o.End()
	}
	if files != nil {
		files = append(files, ']')
	}
	return files
}

func fileMembers(o *timeline.Object, a timeline.Attachment, data timeline.Text) {
	o.String("type", "file")
	o.String("mime", a.MediaType)
	o.Optional("filename", a.Name)
	o.Text("url", format.DataURL(a.MediaType, data))
	if strings.HasPrefix(a.MediaType, "text/") {
		format.NoteText(o)
	}
}

// pretendRead puts the content of a text file before the file, as if the model had requested it. OpenCode does the
// same, and does not send the file itself to the model.
func (m *draft) pretendRead(a timeline.Attachment, data timeline.Text) {
	content, err := base64.StdEncoding.DecodeString(data.String())
	if err != nil {
		return
	}
	m.text(timeline.NewText(format.Note(a.Name)), isSynthetic)
	m.text(timeline.NewText(string(content)), isSynthetic)
}

// toldFiles adds the files of a context for which the CLI has no form.
func (m *draft) toldFiles(e *timeline.Entry, losses *writers.Losses) {
	for _, a := range e.Attachments {
		data, ok := losses.Content(&a)
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
