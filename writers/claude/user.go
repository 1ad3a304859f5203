package claude

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"stead/internal/format/claude"
	"stead/timeline"
)

// flag is a boolean member of a user's record.
type flag string

const (
	isMeta           flag = "isMeta" // the model gets it, nobody typed it, and it is not drawn
	isCompactSummary flag = "isCompactSummary"
	isVisibleOnly    flag = "isVisibleInTranscriptOnly"
)

// user writes what the user said.
func (c *converter) user(e *timeline.Entry) error {
	if err := c.end(); err != nil {
		return err
	}
	if e.Content.IsEmpty() && len(e.Attachments) == 0 {
		return nil // the API refuses an empty prompt
	}
	c.lastPrompt = e.Content
	return c.userRecord(e.ID, e.Timestamp, e.Content, e.Attachments)
}

// instruct writes a system entry that the model shall get: Claude Code's sessions have no system records for that.
func (c *converter) instruct(e *timeline.Entry) error {
	if err := c.end(); err != nil {
		return err
	}
	if e.Content.IsBlank() {
		return nil
	}
	c.lose("role of system text", "Claude Code has no such role in a session: the model gets the text as a note of its harness, which is not drawn")
	return c.userRecord(e.ID, e.Timestamp, e.Content, nil, isMeta)
}

func (c *converter) userRecord(id, timestamp string, text timeline.Text, attachments []timeline.Attachment, flags ...flag) error {
	c.ended = false
	content, err := c.content(text, attachments)
	if err != nil {
		return err
	}
	return c.record(id, c.tip, timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeUser)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", "user")
			m.Raw("content", content)
			return m.End()
		})
		for _, f := range flags {
			o.Bool(string(f), true)
		}
	})
}

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
	return array(append(leading, following...)), nil
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

// compact writes the summary that replaced the history before it. The boundary begins a new root; the CLI then sends the summary,
// the records that the boundary preserves, and what follows. One preserved record that is missing voids the whole list.
func (c *converter) compact(e *timeline.Entry) error {
	if err := c.end(); err != nil {
		return err
	}
	summary := e.ID + "\x00summary"
	var kept []string
	for _, id := range e.Compaction.Keeps {
		switch uuid := c.uuid(id); {
		case c.isWritten(uuid):
			kept = append(kept, uuid)
		case c.isWritten(id):
			kept = append(kept, id)
		}
	}
	if c.tip != "" {
		if err := c.boundary(e, c.uuid(summary), kept); err != nil {
			return err
		}
	}
	return c.userRecord(summary, e.Timestamp, e.Content, nil, isVisibleOnly, isCompactSummary)
}

func (c *converter) boundary(e *timeline.Entry, anchor string, kept []string) error {
	before := c.tip
	return c.record(e.ID, "", e.Timestamp, func(o *timeline.Object) {
		o.String("logicalParentUuid", before)
		o.String("type", claude.TypeSystem)
		o.String("subtype", claude.SubtypeCompactBoundary)
		o.String("content", "Conversation compacted")
		o.Bool("isMeta", false)
		o.String("level", "info")
		o.Append("compactMetadata", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("trigger", triggerOf(e.Compaction))
			m.Int("preTokens", 0)
			if len(kept) > 0 {
				preserve(&m, anchor, kept)
			}
			return m.End()
		})
	})
}

func triggerOf(c *timeline.Compaction) string {
	if c.Trigger == "manual" {
		return c.Trigger
	}
	return "auto"
}

// preserve names the kept records in both forms that the CLI writes.
func preserve(o *timeline.Object, anchor string, kept []string) {
	o.Append("preservedSegment", func(dst []byte) []byte {
		s := timeline.NewObject(dst)
		s.String("headUuid", kept[0])
		s.String("anchorUuid", anchor)
		s.String("tailUuid", kept[len(kept)-1])
		return s.End()
	})
	uuids := make([][]byte, len(kept))
	for i, uuid := range kept {
		uuids[i] = timeline.AppendString(nil, uuid)
	}
	o.Append("preservedMessages", func(dst []byte) []byte {
		p := timeline.NewObject(dst)
		p.String("anchorUuid", anchor)
		p.Raw("uuids", array(uuids))
		p.Raw("allUuids", array(uuids))
		return p.End()
	})
}

func array(elements [][]byte) []byte {
	var dst []byte
	for i, element := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, element...)
	}
	return append(append([]byte{'['}, dst...), ']')
}
