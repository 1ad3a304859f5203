package opencode

import (
	"bytes"
	"encoding/base64"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// ParseFile takes a picture or document out of a part of type file, or out of an attachment of a tool's output. Ok is
// false when its content lies elsewhere: in a file, or on a server.
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

// IsAddress reports whether a file lies on a server.
func IsAddress(url timeline.Text) bool { return url.HasPrefix("http://") || url.HasPrefix("https://") }

// IsTold reports whether OpenCode sends a file of this type to its model. Of the others a text before them says what is
// in them.
func IsTold(mime string) bool { return mime != "text/plain" && mime != "application/x-directory" }

func isMedia(mime string) bool { return strings.HasPrefix(mime, "image/") || mime == "application/pdf" }

// FileText returns the content of a text file that the session holds: the model gets it as a text. Ok is false for what
// is none, and for a file that stead has put there, which stays a file.
func FileText(part jsonl.Value, file timeline.Attachment) (text timeline.Text, ok bool) {
	if !strings.HasPrefix(file.MediaType, "text/") || IsNoted(part) {
		return text, false
	}
	content, err := base64.StdEncoding.DecodeString(file.Data.String())
	return timeline.NewText(string(content)), err == nil
}

// NoteText notes in a file of text that stead has put it there.
func NoteText(part *timeline.Object) { part.Bool(mark, true) }

// IsNoted reports whether [NoteText] was called for the part.
func IsNoted(part jsonl.Value) bool { return part.Get(mark).Bool() }

// DataURL returns the address under which the CLI keeps an attachment's content.
func DataURL(mediaType string, data timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("data:"+mediaType+";base64,"), data)
}
