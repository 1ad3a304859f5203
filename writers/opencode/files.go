package opencode

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	format "stead/internal/format/opencode"
	"stead/timeline"
)

// files adds the attachments of a prompt that stand before its text, or those after it.
func (n *encoder) files(m *draft, e *timeline.Entry, leading bool) error {
	for _, a := range e.Attachments {
		if a.Leading != leading {
			continue
		}
		data, ok, err := n.content(a)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if strings.HasPrefix(a.MediaType, "text/") {
			m.pretendRead(a, data)
		}
		m.part(func(o *timeline.Object) { fileMembers(o, a, data) })
	}
	return nil
}

// attachments returns the files of a result as parts of a message.
func (n *encoder) attachments(e *timeline.Entry, m *draft) ([]byte, error) {
	var files []byte
	for _, a := range e.Attachments {
		data, ok, err := n.content(a)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if files == nil {
			files = []byte{'['}
		} else {
			files = append(files, ',')
		}
		o := timeline.NewObject(files)
		o.String("id", n.ids.Next(format.PartPrefix))
		o.String("sessionID", n.plan.ID)
		o.String("messageID", m.id)
		fileMembers(&o, a, data)
		files = o.End()
	}
	if files != nil {
		files = append(files, ']')
	}
	return files, nil
}

func fileMembers(o *timeline.Object, a timeline.Attachment, data timeline.Text) {
	o.String("type", "file")
	o.String("mime", a.MediaType)
	o.Optional("filename", a.Name)
	o.Text("url", format.DataURL(a.MediaType, data))
}

// pretendRead puts the content of a text file before it as if the model had asked for it: OpenCode does the same, and sends the
// model none of the file itself.
func (m *draft) pretendRead(a timeline.Attachment, data timeline.Text) {
	content, err := base64.StdEncoding.DecodeString(data.String())
	if err != nil {
		return
	}
	input := timeline.NewObject(nil)
	input.String("filePath", a.Name)
	synthetic := func(o *timeline.Object) { o.Bool("synthetic", true) }
	m.text(timeline.NewText("Called the Read tool with the following input: "+string(input.End())), synthetic)
	m.text(timeline.NewText(string(content)), synthetic)
}

// content returns what an attachment holds, in base64. Ok is false for one whose content is not part of the session.
func (n *encoder) content(a timeline.Attachment) (data timeline.Text, ok bool, err error) {
	if !a.Data.IsEmpty() {
		return a.Data, true, nil
	}
	if a.Path == "" {
		n.lose("linked attachment", "its content is not part of the session")
		return timeline.Text{}, false, nil
	}
	file, err := os.ReadFile(a.Path)
	if err != nil {
		return timeline.Text{}, false, fmt.Errorf("read attachment: %w", err)
	}
	return timeline.NewText(base64.StdEncoding.EncodeToString(file)), true, nil
}
