package provider

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"stead/e2e/anew"
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

// markHarness marks the texts that the CLI makes by itself.
func markHarness(request *Request) {
	for i, item := range request.Items {
		request.Items[i].Harness = item.Harness || item.Kind == Text && anew.IsText(request.Dialect, item.Role, item.Text)
	}
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
