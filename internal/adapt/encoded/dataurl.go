// Package encoded reads and creates base64 texts without decoding more of them than necessary. It covers images and
// other media in the data URLs that chat APIs use, and the part of an encoded text that contains another text.
package encoded

import (
	"bytes"
	"encoding/base64"

	"stead/timeline"
)

// maxMediaType is a length that no media type reaches.
const maxMediaType = 100

// ParseDataURL returns the content of a data URL, such as data:image/png;base64,... Ok is false for any other kind of
// URL.
func ParseDataURL(url timeline.Text) (a timeline.Attachment, ok bool) {
	inner := url.Inner()
	rest, ok := bytes.CutPrefix(inner, []byte("data:"))
	if !ok {
		return a, false
	}
	media, data, ok := bytes.Cut(rest, []byte(";base64,"))
	if !ok || len(media) > maxMediaType {
		return a, false
	}
	return timeline.Attachment{
		MediaType: url.Slice(len("data:"), len("data:")+len(media)).String(),
		Data:      url.Slice(len(inner)-len(data), len(inner)),
		Bytes:     DecodedSize(data),
	}, true
}

// DecodedSize returns the decoded length, in bytes, of a content in base64.
func DecodedSize(data []byte) int64 {
	return int64(base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(data, "="))))
}

// DataURL returns the data URL that holds a content in base64.
func DataURL(mediaType string, data timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("data:"+mediaType+";base64,"), data)
}
