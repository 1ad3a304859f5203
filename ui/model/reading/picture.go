package reading

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"stead/internal/adapt/attached"
	"stead/internal/render/transcript"
	"stead/timeline"
)

// Picture is a picture inside a session.
type Picture struct {
	// MediaType is derived from the content, whatever the session says.
	MediaType string
	Content   []byte
}

// largestPicture is the maximum size, in bytes, of a picture that is shown.
const largestPicture = 20 << 20

// Digest returns the digest of an attachment. For content inside the session itself, it returns one only for a picture.
func Digest(a *timeline.Attachment) string {
	if a.SHA256 != "" || a.Data.IsEmpty() {
		return strings.ToLower(a.SHA256)
	}
	p, err := PictureOf(a)
	if err != nil || p.MediaType == "" {
		return ""
	}
	return p.Digest()
}

// Digest returns the SHA-256 of the picture, in hexadecimal.
func (p Picture) Digest() string {
	sum := sha256.Sum256(p.Content)
	return hex.EncodeToString(sum[:])
}

// PictureOf returns the content of an attachment that is a picture. MediaType is empty for any other attachment. The
// error is that of the attachment's file.
func PictureOf(a *timeline.Attachment) (Picture, error) {
	if a.Bytes > largestPicture || a.Data.Len()/4*3 > largestPicture+2 {
		return Picture{}, nil
	}
	if !a.Data.IsEmpty() && !transcript.IsPicture(a.Data) {
		return Picture{}, nil
	}
	content, err := attached.Content(a)
	if err != nil || len(content) > largestPicture {
		return Picture{}, err
	}
	return Picture{MediaType: transcript.PictureType(content), Content: content}, nil
}
