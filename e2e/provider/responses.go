package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// responses is the OpenAI Responses API as Codex 0.169.0 uses it.
type responses struct{}

func (responses) name() string { return "responses" }

func (responses) match(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/responses")
}

type responsesRequest struct {
	Model        string
	Instructions string
	Input        []responsesItem
	Tools        []struct{ Name, Type string }
	Text         struct {
		Format struct{ Schema schema }
	}
}

type responsesItem struct {
	Type             string
	Role             string
	Content          json.RawMessage
	Namespace        string
	Name             string
	Arguments        responsesArguments
	Input            string
	CallID           string `json:"call_id"`
	Output           json.RawMessage
	Tools            json.RawMessage
	Result           string
	RevisedPrompt    string `json:"revised_prompt"`
	Action           json.RawMessage
	Summary          []responsesPart
	EncryptedContent string `json:"encrypted_content"`
}

// responsesArguments are a text, and in a search for tools the object itself.
type responsesArguments string

// UnmarshalJSON implements json.Unmarshaler.
func (a *responsesArguments) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	*a = responsesArguments(text)
	return nil
}

type responsesPart struct {
	Type             string
	Text             string
	ImageURL         string `json:"image_url"`
	EncryptedContent string `json:"encrypted_content"`
}

func (responses) parse(request *Request) error {
	var body responsesRequest
	if err := json.Unmarshal(request.Body, &body); err != nil {
		return fmt.Errorf("read responses request: %w", err)
	}
	request.Model = body.Model
	request.Purpose = responsesPurpose(request.Header, body)
	request.Session = request.Header.Get("Thread-Id")
	for _, tool := range body.Tools {
		request.Tools = append(request.Tools, orID(tool.Name, tool.Type))
	}
	if body.Instructions != "" {
		request.Items = append(request.Items, Item{Role: "system", Kind: Text, Text: body.Instructions, Harness: true})
	}
	for _, item := range body.Input {
		items, err := item.items()
		if err != nil {
			return err
		}
		request.Items = append(request.Items, items...)
	}
	markHarness(request)
	return nil
}

// responsesPurpose tells side requests from turns. Codex names a compaction in
// a header; it compacts unasked where a session is resumed with a model of
// another family than it was recorded with.
func responsesPurpose(header http.Header, body responsesRequest) Purpose {
	var turn struct {
		Kind string `json:"request_kind"`
	}
	// Without the header, or with one of another form, it is a turn.
	_ = json.Unmarshal([]byte(header.Get("X-Codex-Turn-Metadata")), &turn)
	switch {
	case turn.Kind == "compaction":
		return Compaction
	case body.Text.Format.Schema.isTitle():
		return Title
	}
	return Turn
}

func (i responsesItem) items() ([]Item, error) {
	switch i.Type {
	case "message", "":
		return i.message()
	case "agent_message": // what another agent says to this one (Codex 0.171.0)
		i.Role = "user"
		return i.message()
	case "reasoning":
		return []Item{i.reasoning()}, nil
	case "function_call":
		return []Item{i.call(i.tool(), canonical([]byte(i.Arguments)))}, nil
	case "custom_tool_call":
		return []Item{i.call(i.Name, i.Input)}, nil
	case "local_shell_call", "web_search_call":
		return []Item{i.call(strings.TrimSuffix(i.Type, "_call"), canonical(i.Action))}, nil
	case "function_call_output", "custom_tool_call_output":
		return i.result()
	case "tool_search_call":
		return []Item{i.call("tool_search", canonical([]byte(i.Arguments)))}, nil
	case "tool_search_output":
		return []Item{{Role: "tool", Kind: Result, CallID: i.CallID, Text: canonical(i.Tools)}}, nil
	case "additional_tools":
		return nil, nil // definitions of Codex's tools (0.171.0): reports name them as a catalog
	case "image_generation_call":
		return []Item{i.call("image_generation", i.RevisedPrompt),
			{Role: "assistant", Kind: Image, CallID: i.CallID, Data: i.Result}}, nil
	case "compaction", "context_compaction":
		return nil, nil // a summary that only the service can read (Codex 0.171.0); reports name it
	}
	return nil, fmt.Errorf("input item of unknown type %q", i.Type)
}

func (i responsesItem) message() ([]Item, error) {
	parts, err := responsesParts(i.Content)
	if err != nil {
		return nil, fmt.Errorf("read content of a %s message: %w", i.Role, err)
	}
	var items []Item
	for _, part := range parts {
		items = append(items, part.item(i.Role))
	}
	return items, nil
}

func (i responsesItem) reasoning() Item {
	var texts []string
	for _, part := range i.Summary {
		texts = append(texts, part.Text)
	}
	return Item{Role: "assistant", Kind: Thinking, Text: strings.Join(texts, "\n"), Signature: i.EncryptedContent}
}

// tool is the name of a function; of an MCP server's with that server.
func (i responsesItem) tool() string {
	if strings.HasPrefix(i.Namespace, "mcp__") {
		return i.Namespace + "__" + i.Name
	}
	return i.Name
}

func (i responsesItem) call(tool, arguments string) Item {
	return Item{Role: "assistant", Kind: Call, CallID: i.CallID, Tool: tool, Arguments: arguments}
}

func (i responsesItem) result() ([]Item, error) {
	parts, err := responsesParts(i.Output)
	if err != nil {
		return nil, fmt.Errorf("read output of %s: %w", i.CallID, err)
	}
	var texts []string
	items := []Item{{Role: "tool", Kind: Result, CallID: i.CallID}}
	for _, part := range parts {
		if part.Type == "input_image" {
			image := part.item("tool")
			image.CallID = i.CallID
			items = append(items, image)
			continue
		}
		if part.Type != "input_text" && part.Type != "output_text" {
			return nil, fmt.Errorf("output of %s has a part of unknown type %q", i.CallID, part.Type)
		}
		texts = append(texts, part.Text)
	}
	items[0].Text = strings.Join(texts, "\n")
	return items, nil
}

// responsesParts reads content or output: a string or an array of parts.
func responsesParts(content json.RawMessage) ([]responsesPart, error) {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []responsesPart{{Type: "input_text", Text: text}}, nil
	}
	var parts []responsesPart
	err := json.Unmarshal(content, &parts)
	return parts, err
}

func (p responsesPart) item(role string) Item {
	if p.Type == "input_image" {
		mediaType, data := splitDataURL(p.ImageURL)
		return Item{Role: role, Kind: Image, MediaType: mediaType, Data: data}
	}
	text := p.Text
	if p.Type == "encrypted_content" { // the service's model would read it
		text = p.EncryptedContent
	}
	return Item{Role: role, Kind: Text, Text: text}
}

// splitDataURL cuts "data:image/png;base64,..." into its two halves. Any
// other address is given back as the data of an unknown type.
func splitDataURL(address string) (mediaType, data string) {
	rest, isData := strings.CutPrefix(address, "data:")
	mediaType, data, hasData := strings.Cut(rest, ";base64,")
	if !isData || !hasData {
		return "", address
	}
	return mediaType, data
}
