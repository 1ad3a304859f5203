package redaction

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// attachedText returns the text of an attachment. Ok is false for images and everything else that is not text.
func attachedText(a timeline.Attachment) (text string, ok bool) {
	if media, _, _ := strings.Cut(a.MediaType, "/"); media == "image" || media == "audio" || media == "video" {
		return "", false
	}
	content, err := attached.Content(&a)
	return string(content), err == nil && len(content) > 0 && utf8.Valid(content)
}

// attachments returns the attachments with the secrets in their texts masked. A masked text is embedded in the session
// instead of being a file.
func (m *masks) attachments(all []timeline.Attachment) ([]timeline.Attachment, []string) {
	var found []string
	clean := all
	for i, a := range all {
		name, named := m.replace(a.Name)
		text, ok := attachedText(a)
		replaced, rules := m.replace(text)
		if !ok {
			rules = nil
		}
		if rules == nil && named == nil {
			continue
		}
		if found == nil {
			clean = slices.Clone(all)
		}
		clean[i].Name, found = name, append(found, named...)
		if rules == nil {
			continue
		}
		clean[i].Data = timeline.NewText(base64.StdEncoding.EncodeToString([]byte(replaced)))
		clean[i].Bytes, clean[i].Path, clean[i].Root, clean[i].SHA256 = int64(len(replaced)), "", "", ""
		found = append(found, rules...)
	}
	return clean, found
}
