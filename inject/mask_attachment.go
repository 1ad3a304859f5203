package inject

import (
	"encoding/base64"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"stead/timeline"
)

// largestText is the size in bytes up to which an attachment is searched for secrets: it must be held to be.
const largestText = 32 << 20

// attachedText returns the text of an attachment. Ok is false for pictures and all else that is no text.
func attachedText(a timeline.Attachment) (text string, ok bool) {
	if media, _, _ := strings.Cut(a.MediaType, "/"); media == "image" || media == "audio" || media == "video" {
		return "", false
	}
	var content []byte
	var err error
	if !a.Data.IsEmpty() {
		content, err = base64.StdEncoding.DecodeString(a.Data.String())
	} else if info, failed := os.Stat(a.Path); failed == nil && info.Mode().IsRegular() && info.Size() <= largestText {
		content, err = os.ReadFile(a.Path)
	}
	return string(content), err == nil && len(content) > 0 && utf8.Valid(content)
}

// attachments returns the attachments with the secrets in their texts masked. Such a text travels in the session, not as a file.
func (m *masks) attachments(all []timeline.Attachment) ([]timeline.Attachment, []string) {
	var found []string
	clean := all
	for i, a := range all {
		text, ok := attachedText(a)
		if !ok || len(m.list) == 0 {
			continue
		}
		replaced, rules := m.replace(text)
		if rules == nil {
			continue
		}
		if found == nil {
			clean = slices.Clone(all)
		}
		clean[i].Data = timeline.NewText(base64.StdEncoding.EncodeToString([]byte(replaced)))
		clean[i].Bytes, clean[i].Path, clean[i].SHA256 = int64(len(replaced)), "", ""
		found = append(found, rules...)
	}
	return clean, found
}
