package codex

import (
	"strings"

	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// content is a message's content while it is read.
type content struct {
	role    string
	marks   []string
	origins []*timeline.Origin
	parts   []jsonl.Value
	blocks  []block
}

// read reads the part i into the blocks.
func (c *content) read(i int) {
	part := c.parts[i]
	kind := part.Get("type")
	switch media, ok := c.media(i); {
	case ok:
		c.attach(media)
	case kind.IsNull(), isText(kind):
		if text := textOf(part.Get("text")); !text.IsEmpty() && !c.isPictureTag(i, text) {
			c.add(i, text)
		}
		c.cite(part.Get("annotations"))
	case kind.Is("input_image"):
		c.unknown("picture that lies elsewhere", part)
	case kind.Is("input_audio"):
		c.unknown("sound that lies elsewhere", part)
	default:
		c.unknown(strings.TrimSpace("part "+kind.String()), part)
	}
}

// cite adds the pages that an answer names, which codex 0.171.0 sends back beside its text.
func (c *content) cite(annotations jsonl.Value) {
	for range jsonl.Elements(annotations) {
		c.unknown("annotations of an answer", annotations)
		return
	}
}

// unknown adds something that the reader does not know.
func (c *content) unknown(kind string, value jsonl.Value) {
	for _, e := range entry.Unknown(kind, value) {
		c.blocks = append(c.blocks, block{content: e.Content, origin: e.Origin, isRebuilt: e.Hidden})
	}
}

// add adds the text of the part i.
func (c *content) add(i int, text timeline.Text) {
	if c.role == "assistant" {
		c.blocks = append(c.blocks, block{content: text})
		return
	}
	var b block
	b.content, b.origin, b.isRebuilt = format.Part{Role: c.role, Mark: at(c.marks, i), Text: text}.Read()
	if noted := at(c.origins, i); noted != nil {
		b.origin = noted
	}
	c.fillEmpty(b)
}

// fillEmpty adds a block. The first text that was typed joins the pictures that stand before it.
func (c *content) fillEmpty(b block) {
	if first := len(c.blocks) - 1; first == 0 && b.isRequest() && c.blocks[0].content.IsEmpty() &&
		c.blocks[0].origin == nil {
		b.images = c.blocks[0].images
		c.blocks[0] = b
		return
	}
	c.blocks = append(c.blocks, b)
}

// attach gives a picture to what it belongs to: to the text before it when nobody typed that, else to the first text
// that was typed.
func (c *content) attach(image timeline.Attachment) {
	if last := len(c.blocks) - 1; last >= 0 && !c.blocks[last].isRebuilt && !c.blocks[last].isRequest() {
		c.blocks[last].images = append(c.blocks[last].images, image)
		return
	}
	for i, b := range c.blocks {
		if b.isRequest() {
			image.Leading = b.content.IsEmpty()
			c.blocks[i].images = append(b.images, image)
			return
		}
	}
	image.Leading = true
	c.blocks = append(c.blocks, block{images: []timeline.Attachment{image}})
}

func (c *content) media(i int) (timeline.Attachment, bool) {
	if i < 0 || i >= len(c.parts) {
		return timeline.Attachment{}, false
	}
	return mediaOf(c.parts[i])
}

// isPictureTag reports whether a text is one of the two that Codex puts around a picture. They are marked as if they
// were typed.
func (c *content) isPictureTag(i int, text timeline.Text) bool {
	if c.role == "assistant" {
		return false
	}
	if format.IsPictureTag(text, true) {
		_, ok := c.media(i + 1)
		return ok
	}
	_, ok := c.media(i - 1)
	return ok && format.IsPictureTag(text, false)
}

// at returns the element i, or the zero value where there is none.
func at[T any](list []T, i int) (element T) {
	if i < len(list) {
		return list[i]
	}
	return element
}
