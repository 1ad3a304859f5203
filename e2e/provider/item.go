package provider

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Kind says what an [Item] holds.
type Kind string

// The kinds of items.
const (
	Text     Kind = "text"
	Call     Kind = "call"
	Result   Kind = "result"
	Image    Kind = "image"
	Thinking Kind = "thinking"
)

// Item is one part of a conversation.
type Item struct {
	// Role is the role under which the item was sent: system, developer,
	// user or assistant. Calls are the assistant's; the role of a result is
	// user in the Anthropic API and tool elsewhere.
	Role string
	Kind Kind
	// Text is the text of a text or thinking item and of a result. The text
	// parts of a result are joined with a line feed; its images are items of
	// their own that follow it.
	Text string
	// CallID joins a call, its result and the result's images.
	CallID string
	// Tool is the name of the called tool.
	Tool string
	// Arguments are the call's: canonical JSON (sorted keys, no blanks), or
	// the text as it was sent when it is no JSON, as in Codex's apply_patch.
	Arguments string
	// Failed says that a result was sent as an error.
	Failed bool
	// MediaType and Data (base64) describe an image. Of an item that was
	// read from a line, Data is what the line says of it.
	MediaType string
	Data      string
	// Signature is the opaque part of a thinking item.
	Signature string
	// Harness says that the CLI made the item by itself: neither did the
	// user type it nor the model say it.
	Harness bool
}

// String shows an item on one line, with every field that a comparison needs.
// [ParseItem] reads it.
func (i Item) String() string {
	line := i.Role + " " + string(i.Kind)
	for _, part := range []string{i.Tool, i.CallID, i.MediaType} {
		if part != "" {
			line += " " + part
		}
	}
	if i.Failed {
		line += " failed"
	}
	switch i.Kind {
	case Call:
		return line + ": " + strconv.Quote(i.Arguments)
	case Image:
		return line + ": " + i.Picture()
	case Thinking:
		return fmt.Sprintf("%s: %s (signature of %d characters)", line, strconv.Quote(i.Text), len(i.Signature))
	}
	return line + ": " + strconv.Quote(i.Text)
}

var picture = regexp.MustCompile(`^\d+ characters of base64, sha256 [0-9a-f]{12}$`)

// Picture describes an image's bytes so that they can be told from others.
func (i Item) Picture() string {
	if picture.MatchString(i.Data) {
		return i.Data
	}
	sum := sha256.Sum256([]byte(i.Data))
	return fmt.Sprintf("%d characters of base64, sha256 %x", len(i.Data), sum[:6])
}

// ParseItem reads the line that [Item.String] wrote. Of signatures it knows
// nothing.
func ParseItem(line string) (Item, error) {
	head, body, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
	fields := strings.Fields(head)
	if !found || len(fields) < 2 {
		return Item{}, fmt.Errorf("read item: no role, kind and content in %q", line)
	}
	item := Item{Role: fields[0], Kind: Kind(fields[1])}
	for _, field := range fields[2:] {
		switch {
		case field == "failed":
			item.Failed = true
		case item.Kind == Call && item.Tool == "":
			item.Tool = field
		case item.Kind == Image && strings.Contains(field, "/"):
			item.MediaType = field
		default:
			item.CallID = field
		}
	}
	return item, item.fill(body)
}

// fill reads what stands behind the colon.
func (i *Item) fill(body string) error {
	if i.Kind == Image {
		i.Data = body
		return nil
	}
	quoted, err := strconv.QuotedPrefix(body)
	if err != nil {
		return fmt.Errorf("read item: %q: %w", body, err)
	}
	text, err := strconv.Unquote(quoted)
	if i.Kind == Call {
		i.Arguments = text
	} else {
		i.Text = text
	}
	return err
}
