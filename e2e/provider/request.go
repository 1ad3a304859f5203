package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
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

// Purpose says why a CLI made a request.
type Purpose string

// The purposes of requests. Only a Turn is answered from the script.
const (
	// Turn is the conversation itself.
	Turn Purpose = "turn"
	// Title asks for a name for the session.
	Title Purpose = "title"
	// Compaction asks for a summary that replaces the conversation.
	Compaction Purpose = "compaction"
	// Errand is a request that the CLI makes for itself, such as one for what
	// is worth remembering.
	Errand Purpose = "errand"
	// Count asks how many tokens a conversation has.
	Count Purpose = "count"
	// Probe asks whether the provider is there or what it offers.
	Probe Purpose = "probe"
	// Stray is a call to another host that came in by the proxy settings.
	Stray Purpose = "stray"
)

// Request is one request of a CLI.
type Request struct {
	// Dialect names the API, such as "anthropic", "responses" or "chat".
	Dialect string
	Purpose Purpose
	Method  string
	// Path is the address as it was asked for, with its query; of a Stray
	// the host.
	Path   string
	Header http.Header
	// Body is the request's body as it was sent.
	Body []byte

	Model string
	// Session is the id that the CLI gave its session in the headers.
	Session string
	// Tools are the names of the tools offered to the model.
	Tools []string
	// Items is the conversation in the order in which it was sent.
	Items []Item
}

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
	// MediaType and Data (base64) describe an image.
	MediaType string
	Data      string
	// Signature is the opaque part of a thinking item.
	Signature string
	// Harness says that the CLI made the item by itself: neither did the
	// user type it nor the model say it.
	Harness bool
}

// Conversation returns the items that are not the harness's.
func (r Request) Conversation() []Item {
	var items []Item
	for _, item := range r.Items {
		if !item.Harness {
			items = append(items, item)
		}
	}
	return items
}

// Prompt returns the text of the last item that a user typed, or "".
func (r Request) Prompt() string {
	for i := len(r.Items) - 1; i >= 0; i-- {
		if item := r.Items[i]; item.Role == "user" && item.Kind == Text && !item.Harness {
			return item.Text
		}
	}
	return ""
}

// canonical rewrites a JSON value with sorted keys and no blanks; numbers keep
// their digits. Text that is no JSON comes back as it is.
func canonical(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil || decoder.More() {
		return string(text)
	}
	var sorted bytes.Buffer
	encoder := json.NewEncoder(&sorted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return string(text)
	}
	return strings.TrimSuffix(sorted.String(), "\n")
}

// String shows an item on one line, with every field that a comparison needs
// but the bytes of an image.
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
		return fmt.Sprintf("%s: %d characters of base64", line, len(i.Data))
	case Thinking:
		return fmt.Sprintf("%s: %s (signature of %d characters)", line, strconv.Quote(i.Text), len(i.Signature))
	}
	return line + ": " + strconv.Quote(i.Text)
}
