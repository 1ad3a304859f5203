package opencode

import (
	"bytes"
	"encoding/base64"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// ParseFile extracts a picture or document from a part of type file, or from an attachment of a tool's output. Ok is
// false if the content is not in the part but in a file or on a server.
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

// IsAddress reports whether the URL of a file refers to a server.
func IsAddress(url timeline.Text) bool { return url.HasPrefix("http://") || url.HasPrefix("https://") }

// IsTold reports whether OpenCode sends a file of this type to its model. For other types, a text before the file holds
// its content.
func IsTold(mime string) bool { return mime != "text/plain" && mime != "application/x-directory" }

func isMedia(mime string) bool { return strings.HasPrefix(mime, "image/") || mime == "application/pdf" }

// FileText returns the content of a text file that the session holds. The model gets it as text. Ok is false for any
// other file, and for a file that stead put there, which stays a file.
func FileText(part jsonl.Value, file timeline.Attachment) (text timeline.Text, ok bool) {
	if !strings.HasPrefix(file.MediaType, "text/") || IsNoted(part) {
		return text, false
	}
	content, err := base64.StdEncoding.DecodeString(file.Data.String())
	return timeline.NewText(string(content)), err == nil
}

// NoteText marks a text file as one that stead put there.
func NoteText(part *timeline.Object) { part.Bool(mark, true) }

// IsNoted reports whether [NoteText] was called for the part.
func IsNoted(part jsonl.Value) bool { return part.Get(mark).Bool() }

// DataURL returns the data URL in which the CLI keeps an attachment's content.
func DataURL(mediaType string, data timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("data:"+mediaType+";base64,"), data)
}
