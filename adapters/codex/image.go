package codex

import (
	"bytes"

	"stead/timeline"
)

// ParseMedia extracts an image or a sound from the data URL of an input_image or input_audio. Ok is false for any other
// URL.
func ParseMedia(url timeline.Text) (timeline.Attachment, bool) {
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

// MadePicture returns an image that the model generated. The item image_generation_call holds it in base64, without its
// type. The API makes PNG unless a request says otherwise.
func MadePicture(data timeline.Text) timeline.Attachment {
	media := "image/png"
	for begin, kind := range map[string]string{"/9j/": "image/jpeg", "UklG": "image/webp"} {
		if data.HasPrefix(begin) {
			media = kind
		}
	}
	return timeline.Attachment{MediaType: media, Data: data, Bytes: decodedSize(data.Inner())}
}

func decodedSize(data []byte) int64 {
	return int64(len(bytes.TrimRight(data, "="))) * 3 / 4
}
