package cusf

import (
	"encoding/base64"
	"fmt"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the lines of a file, and counts the entries and losses.
type output struct {
	jsonl.Output
	report writers.Report
	// isComplete reports that lines also carry the data for which the format has no place.
	isComplete bool
}

// lose declares a loss, unless the line carries the lost data.
func (o *output) lose(what, why string) {
	if !o.isComplete {
		o.report.Losses.Add(what, why)
	}
}

// content returns a text with a note for each attachment, because the format holds only text.
func (o *output) content(text timeline.Text, attachments []timeline.Attachment) timeline.Text {
	if len(attachments) == 0 {
		return text
	}
	var leading, following []timeline.Text
	for _, a := range attachments {
		o.lose("attachment", "the format holds text only: a note with type and size stands in its place")
		note := timeline.NewText(describe(a))
		if a.Leading {
			leading = append(leading, note)
		} else {
			following = append(following, note)
		}
	}
	return timeline.Join(append(append(leading, text), following...), "\n\n")
}

func describe(a timeline.Attachment) string {
	kind, size := "file", a.Bytes
	if strings.HasPrefix(a.MediaType, "image/") {
		kind = "image"
	}
	if size == 0 {
		size = int64(base64.StdEncoding.DecodedLen(a.Data.Len()))
	}
	return fmt.Sprintf("[%s: %s, %d bytes]", kind, a.MediaType, size)
}
