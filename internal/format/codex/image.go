package codex

import (
	"bytes"

	"stead/timeline"
)

// ParseImage takes a picture out of the data URL of an input_image. Ok is false for an URL of another kind.
func ParseImage(url timeline.Text) (timeline.Attachment, bool) {
	inner := url.Inner()
	rest, ok := bytes.CutPrefix(inner, []byte("data:"))
	if !ok {
		return timeline.Attachment{}, false
	}
	media, data, ok := bytes.Cut(rest, []byte(";base64,"))
	if !ok || bytes.IndexByte(media, '"') >= 0 || len(media) > 100 {
		return timeline.Attachment{}, false
	}
	from := len(inner) - len(data)
	return timeline.Attachment{
		MediaType: string(bytes.ReplaceAll(media, []byte(`\/`), []byte("/"))),
		Data:      url.Slice(from, len(inner)),
		Bytes:     decodedSize(data),
	}, true
}

func decodedSize(data []byte) int64 {
	return int64(len(bytes.TrimRight(data, "="))) * 3 / 4
}
