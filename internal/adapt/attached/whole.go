package attached

import (
	"encoding/base64"
	"slices"

	"stead/timeline"
)

// Inline returns a copy of the entry that contains the contents of its attachments. An attachment whose content is not
// available remains a name. Inline does not change the entry itself.
func Inline(e *timeline.Entry) *timeline.Entry {
	if !slices.ContainsFunc(e.Attachments, func(a timeline.Attachment) bool { return a.Root != "" && a.Data.IsEmpty() }) {
		return e
	}
	whole := *e
	whole.Attachments = slices.Clone(e.Attachments)
	for i := range whole.Attachments {
		a := &whole.Attachments[i]
		if content, err := linked(a); a.Data.IsEmpty() && err == nil {
			Put(a, content)
		}
	}
	return &whole
}

// Put puts a content into the attachment, in place of its file.
func Put(a *timeline.Attachment, content []byte) {
	a.Data, a.Bytes, a.Path, a.Root = timeline.NewText(base64.StdEncoding.EncodeToString(content)), int64(
		len(content)), "", ""
}

// Whole returns the stream with the contents of all attachments in its entries, including those of its children.
func Whole(s timeline.Stream) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				e = Inline(e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
	s.Children = slices.Clone(s.Children)
	for i, child := range s.Children {
		s.Children[i] = Whole(child)
	}
	return s
}
