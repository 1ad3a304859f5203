package transcript

import (
	"encoding/base64"
	"strings"

	"stead/internal/adapt/attached"
	"stead/internal/term/plain"
	"stead/timeline"
)

// largestPicture is the maximum size, in bytes, of a picture that is shown.
const largestPicture = 32 << 20

// signatures are the first bytes of the file formats that every browser shows as pictures and that contain no program.
var signatures = []struct{ mediaType, begins string }{
	{"image/png", "\x89PNG\r\n\x1a\n"}, {"image/jpeg", "\xff\xd8\xff"}, {"image/gif", "GIF8"}, {"image/webp", "RIFF"},
}

// Picture returns an attachment as a data URL. Ok is false for an attachment that is not a picture. The content decides
// that, because a session may name any file of the machine that reads it.
func Picture(a timeline.Attachment) (url string, ok bool) {
	if !a.Data.IsEmpty() {
		mediaType := encoded(a.Data)
		if mediaType == "" || a.Data.Len() > largestPicture*4/3 {
			return "", false
		}
		return "data:" + mediaType + ";base64," + strings.Map(base64Only, a.Data.String()), true
	}
	content, err := attached.Content(&a)
	mediaType := PictureType(content)
	if err != nil || mediaType == "" || len(content) > largestPicture {
		return "", false
	}
	return "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(content), true
}

// IsPicture reports whether content, in base64, begins like a picture.
func IsPicture(content timeline.Text) bool { return encoded(content) != "" }

// encoded returns the media type of a picture in base64.
func encoded(content timeline.Text) string {
	begins := content.Head(16)
	head, err := base64.StdEncoding.DecodeString(begins[:min(16, len(begins))])
	if err != nil {
		return ""
	}
	return PictureType(head)
}

// PictureType returns the media type of a picture, by its first bytes. It is empty for all formats except those that
// every browser shows and that contain no program.
func PictureType(content []byte) string {
	head := string(content[:min(len(content), 12)])
	for _, s := range signatures {
		if strings.HasPrefix(head, s.begins) && (s.begins != "RIFF" || strings.HasSuffix(head, "WEBP")) {
			return s.mediaType
		}
	}
	return ""
}

func base64Only(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '+' || r == '/' || r == '=' {
		return r
	}
	return -1
}

// Label returns a label for an attachment.
func Label(a timeline.Attachment) string {
	text := plain.Line(strings.TrimSpace(a.MediaType + " " + a.Name))
	if a.Bytes > 0 {
		text += ", " + Size(a.Bytes)
	}
	return text
}
