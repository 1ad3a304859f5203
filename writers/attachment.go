package writers

import (
	"strings"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// Content returns the content of an attachment in base64. Ok is false if the content is not available. That is counted
// as a loss, with its reason.
func (l *Losses) Content(a *timeline.Attachment) (content timeline.Text, ok bool) {
	content, err := attached.Base64(a)
	if err != nil {
		l.Item(Media, 0, nameOf(a, err), err.Error())
		return timeline.Text{}, false
	}
	return content, true
}

// nameOf returns the report's name for an attachment whose content is not passed on.
func nameOf(a *timeline.Attachment, err error) string {
	switch {
	case !attached.IsFault(err):
		return "linked attachment"
	case strings.HasPrefix(a.MediaType, "image/"):
		return "bad picture"
	}
	return "bad document"
}
