package claude

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"stead/timeline"
)

// content returns a string where that is enough, else blocks. An empty text gives no block: the API refuses one.
func (c *converter) content(text timeline.Text, attachments []timeline.Attachment) ([]byte, error) {
	var leading, following [][]byte
	for _, a := range attachments {
		block, err := c.attachment(a)
		switch {
		case err != nil:
			return nil, err
		case block == nil:
		case a.Leading:
			leading = append(leading, block)
		default:
			following = append(following, block)
		}
	}
	if len(leading)+len(following) == 0 {
		return text.JSON(), nil
	}
	if !text.IsEmpty() {
		leading = append(leading, textBlock(text))
	}
	return timeline.AppendArray(nil, append(leading, following...)), nil
}

// attachment returns the block of a picture or document, or nothing when the API has no block for its type.
func (c *converter) attachment(a timeline.Attachment) ([]byte, error) {
	kind := "image"
	switch {
	case a.MediaType == "application/pdf":
		kind = "document"
	case !strings.HasPrefix(a.MediaType, "image/"):
		c.lose("attachment of type "+a.MediaType, "Claude Code takes pictures and PDF documents only")
		return nil, nil
	}
	data, err := base64Of(a)
	if err != nil {
		return nil, err
	}
	if data.IsEmpty() {
		c.lose("linked attachment", "its content is not part of the session")
		return nil, nil
	}
	o := timeline.NewObject(nil)
	o.String("type", kind)
	if kind == "document" {
		o.Optional("title", a.Name)
	}
	o.Append("source", func(dst []byte) []byte {
		source := timeline.NewObject(dst)
		source.String("type", "base64")
		source.String("media_type", a.MediaType)
		source.Text("data", data)
		return source.End()
	})
	return o.End(), nil
}

// base64Of returns an attachment's content, read from its file where it lies in one.
func base64Of(a timeline.Attachment) (timeline.Text, error) {
	if !a.Data.IsEmpty() || a.Path == "" {
		return a.Data, nil
	}
	content, err := os.ReadFile(a.Path)
	if err != nil {
		return timeline.Text{}, fmt.Errorf("attachment: %w", err)
	}
	quoted := append(make([]byte, 0, base64.StdEncoding.EncodedLen(len(content))+2), '"')
	return timeline.RawText(append(base64.StdEncoding.AppendEncode(quoted, content), '"')), nil
}
