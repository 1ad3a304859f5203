package opencode

import (
	"bytes"
	"strings"

	"stead/internal/jsonl"
	"stead/timeline"
)

// ParseFile takes a picture or document out of a part of type file, or out of an attachment of a tool's output. Ok is false when its
// content lies elsewhere: in a file, or on a server.
func ParseFile(part jsonl.Value) (timeline.Attachment, bool) {
	url := part.Get("url")
	if !url.IsString() {
		return timeline.Attachment{}, false
	}
	text := timeline.RawText(url)
	rest, ok := bytes.CutPrefix(text.Inner(), []byte("data:"))
	if !ok {
		return timeline.Attachment{}, false
	}
	head, data, ok := bytes.Cut(rest, []byte(","))
	media, isBase64 := strings.CutSuffix(timeline.RawText([]byte(`"`+string(head)+`"`)).String(), ";base64")
	if !ok || !isBase64 {
		return timeline.Attachment{}, false
	}
	if mime := part.Get("mime").String(); mime != "" {
		media = mime
	}
	return timeline.Attachment{
		MediaType: media, Name: part.Get("filename").String(),
		Data: text.Slice(text.Len()-len(data), text.Len()), Bytes: int64(len(bytes.TrimRight(data, "="))) * 3 / 4,
	}, true
}

// DataURL returns the address under which the CLI keeps an attachment's content.
func DataURL(mediaType string, data timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("data:"+mediaType+";base64,"), data)
}
