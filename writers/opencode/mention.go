package opencode

import (
	"strings"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// mention writes the content that a prompt names in the form in which the CLI writes what it has read. Done is false
// for content that the reader could not restore from that form.
func (m *draft) mention(e *timeline.Entry, losses *writers.Losses) (done bool) {
	name := e.Origin.Name
	switch {
	case name == "" || len(e.Attachments) > 1 || len(e.Attachments) == 1 && !e.Content.IsEmpty():
		return false
	case len(e.Attachments) == 1:
		return m.media(e, losses)
	case strings.Contains(name, "://"):
		note := format.ResourceNote(name)
		if !isNoteOf(note, name) || e.Content.IsEmpty() {
			return false
		}
		m.text(timeline.NewText(note), isSynthetic)
		m.text(e.Content, isSynthetic)
		return true
	}
	return m.listing(e)
}

func isNoteOf(note, name string) bool {
	noted, ok := format.ParseNote(timeline.NewText(note))
	return ok && noted == name
}

// listing writes a file or folder in the CLI's form, which shows the line numbers.
func (m *draft) listing(e *timeline.Entry) bool {
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
func (m *draft) media(e *timeline.Entry, losses *writers.Losses) bool {
	a, note := e.Attachments[0], format.Note(e.Origin.Name)
	if strings.HasPrefix(a.MediaType, "text/") || !isNoteOf(note, e.Origin.Name) {
		return false
	}
	data, ok := losses.Content(&a)
	if !ok {
		return true
	}
	m.text(timeline.NewText(note), isSynthetic)
	m.part(func(o *timeline.Object) { fileMembers(o, a, data) })
	return true
}
