package claude

import (
	"bytes"
	"path"
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/attached"
	"stead/timeline"
)

// mentions writes what a prompt names.
type mentions struct {
	out     *output
	prompts *prompts
}

// write writes what the prompt names as the CLI does that has read it: a picture, a folder, a resource or a file.
func (m *mentions) write(e *timeline.Entry) (bool, error) {
	name := e.Origin.Name
	switch {
	case name == "" || len(e.Attachments) > 1 || len(e.Attachments) == 1 && !e.Content.IsEmpty():
		return false, nil
	case len(e.Attachments) == 1:
		return m.media(e, e.Attachments[0])
	case strings.HasSuffix(name, "/"):
		return true, m.prompts.attachment(e, claude.AttachmentFolder, func(a *timeline.Object) {
			folder := strings.TrimSuffix(name, "/")
			a.String("path", folder)
			a.Text("content", e.Content)
			a.String("displayPath", display(folder, m.out.plan.Dir))
		})
	}
	if server, uri, ok := claude.ResourceOf(name); ok {
		return true, m.resource(e, server, uri)
	}
	return true, m.file(e, name, func(content *timeline.Object) { text(content, e) })
}

// file writes a file's record, with what the CLI found in it.
func (m *mentions) file(e *timeline.Entry, name string, content func(*timeline.Object)) error {
	file, _, _ := claude.LinesOf(name)
	return m.prompts.attachment(e, claude.AttachmentFile, func(a *timeline.Object) {
		a.String("filename", file)
		a.Append("content", func(dst []byte) []byte {
			o := timeline.NewObject(dst)
			content(&o)
			return o.End()
		})
		a.String("displayPath", display(file, m.out.plan.Dir))
	})
}

// text is the content of a file. Of one of which a part was read nobody knows how long it is: one line longer says that
// it is a part.
func text(content *timeline.Object, e *timeline.Entry) {
	file, first, last := claude.LinesOf(e.Origin.Name)
	lines := int64(bytes.Count(e.Content.Inner(), []byte(`\n`)) + 1)
	total := lines
	if last > 0 {
		lines = last - first + 1
		total = last + 1
	}
	content.String("type", "text")
	content.Append("file", func(dst []byte) []byte {
		o := timeline.NewObject(dst)
		o.String("filePath", file)
		o.Text("content", e.Content)
		o.Int("numLines", lines)
		o.Int("startLine", first)
		o.Int("totalLines", total)
		return o.End()
	})
}

// media writes a picture. A document is left to a note: of one in a file's record a resumed session sends the name
// alone (2.1.197).
func (m *mentions) media(e *timeline.Entry, a timeline.Attachment) (bool, error) {
	if !strings.HasPrefix(a.MediaType, "image/") {
		return false, nil
	}
	data, err := attached.Base64(&a)
	if err != nil {
		return false, nil // the note declares the loss
	}
	return true, m.file(e, e.Origin.Name, func(content *timeline.Object) {
		content.String("type", "image")
		content.Append("file", func(dst []byte) []byte {
			o := timeline.NewObject(dst)
			o.Text("base64", data)
			o.String("type", a.MediaType)
			o.Int("originalSize", int64(data.Len()/4*3))
			return o.End()
		})
	})
}

func (m *mentions) resource(e *timeline.Entry, server, uri string) error {
	return m.prompts.attachment(e, claude.AttachmentResource, func(a *timeline.Object) {
		a.String("server", server)
		a.String("uri", uri)
		a.String("name", uri)
		a.Append("content", func(dst []byte) []byte {
			part := timeline.NewObject(nil)
			part.String("uri", uri)
			part.Text("text", e.Content)
			o := timeline.NewObject(dst)
			o.Raw("contents", timeline.AppendArray(nil, [][]byte{part.End()}))
			return o.End()
		})
	})
}

// display is how the CLI draws a path: from the session's folder on, where it lies in it.
func display(name, dir string) string {
	if inside, ok := strings.CutPrefix(path.Clean(name), dir+"/"); ok && dir != "" {
		return inside
	}
	return name
}
