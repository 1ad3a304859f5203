package writers

import (
	"strings"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// Content returns the content of an attachment in base64. Ok is false for one whose content cannot be had, which is
// counted as a loss with its reason.
func (l *Losses) Content(a *timeline.Attachment) (content timeline.Text, ok bool) {
	content, err := attached.Base64(a)
	if err != nil {
		l.Item(Media, 0, nameOf(a, err), err.Error())
		return timeline.Text{}, false
	}
	return content, true
}

// nameOf is what a report calls an attachment whose content is not passed on.
func nameOf(a *timeline.Attachment, err error) string {
	switch {
	case !attached.IsFault(err):
		return "linked attachment"
	case strings.HasPrefix(a.MediaType, "image/"):
		return "bad picture"
	}
	return "bad document"
}
