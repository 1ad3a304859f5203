package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// chat is the OpenAI Chat Completions API as OpenCode 1.18.33, Kimi Code
// 2.1.0, Qwen Code 0.24.4 and Pi 0.87.1 use it.
type chat struct{}

func (chat) name() string { return "chat" }

func (chat) match(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions")
}

type chatRequest struct {
	Model         string
	Messages      []chatMessage
	Tools         []struct{ Function struct{ Name string } }
	Stream        bool
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens      int    `json:"max_tokens"`
	PromptCacheKey string `json:"prompt_cache_key"`
	ResponseFormat struct {
		JSONSchema struct{ Schema schema } `json:"json_schema"`
	} `json:"response_format"`
}

type chatMessage struct {
	Role      string
	Content   json.RawMessage
	Reasoning string `json:"reasoning_content"`
	ToolCalls []struct {
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
}

type chatPart struct {
	Type     string
	Text     string
	ImageURL chatURL `json:"image_url"`
	AudioURL chatURL `json:"audio_url"`
	VideoURL chatURL `json:"video_url"`
	File     struct {
		Data string `json:"file_data"`
	}
}

type chatURL struct{ URL string }

// url is the address of a sound or film.
func (p chatPart) url() string { return p.AudioURL.URL + p.VideoURL.URL }

func (chat) parse(request *Request) error {
	var body chatRequest
	if err := json.Unmarshal(request.Body, &body); err != nil {
		return fmt.Errorf("read chat request: %w", err)
	}
	request.Model = body.Model
	request.Session = orID(body.PromptCacheKey, request.Header.Get("X-Session-Id")) // Kimi Code, OpenCode
	for _, tool := range body.Tools {
		request.Tools = append(request.Tools, tool.Function.Name)
	}
	for _, message := range body.Messages {
		items, err := message.items()
		if err != nil {
			return fmt.Errorf("read content of a %s message: %w", message.Role, err)
		}
		request.Items = append(request.Items, items...)
	}
	for i := 0; i < len(request.Items) && request.Items[i].Role == "system"; i++ {
		request.Items[i].Harness = true // what the CLI is, and how it works
	}
	markHarness(request)
	request.Purpose = chatPurpose(body, request.Items)
	return nil
}

// items are a message's parts in the order in which a model makes them:
// thinking, text, calls.
func (m chatMessage) items() ([]Item, error) {
	parts, err := chatParts(m.Content)
	if err != nil {
		return nil, err
	}
	if m.Role == "tool" {
		return m.result(parts)
	}
	var items []Item
	if m.Reasoning != "" {
		items = append(items, Item{Role: m.Role, Kind: Thinking, Text: m.Reasoning})
	}
	for _, part := range parts {
		item, err := part.item(m.Role)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	for _, call := range m.ToolCalls {
		items = append(items, Item{
			Role: m.Role, Kind: Call, CallID: call.ID, Tool: call.Function.Name,
			Arguments: canonical([]byte(call.Function.Arguments)),
		})
	}
	return items, nil
}

func (m chatMessage) result(parts []chatPart) ([]Item, error) {
	var texts []string
	items := []Item{{Role: m.Role, Kind: Result, CallID: m.ToolCallID}}
	for _, part := range parts {
		item, err := part.item(m.Role)
		switch {
		case err != nil:
			return nil, err
		case item.Kind == Image:
			item.CallID = m.ToolCallID
			items = append(items, item)
		default:
			texts = append(texts, part.Text)
		}
	}
	text := strings.Join(texts, "\n")
	items[0].Failed = strings.HasPrefix(text, chatFailed)
	items[0].Text = strings.TrimPrefix(strings.TrimPrefix(text, chatFailed+"Tool execution failed.</system>"), "\n")
	return items, nil
}

// chatFailed is how Kimi Code 2.1.0 and Kimi CLI 1.51.0 begin the result of a
// call that failed, as the API has no field for it. The one always goes on
// alike, the other says why.
const chatFailed = "<system>ERROR: "

// chatParts reads content: nothing, a string or an array of parts. An empty
// string stands beside calls where the model said nothing.
func chatParts(content json.RawMessage) ([]chatPart, error) {
	var text string
	if len(content) == 0 || json.Unmarshal(content, &text) == nil {
		if text == "" {
			return nil, nil
		}
		return []chatPart{{Type: "text", Text: text}}, nil
	}
	var parts []chatPart
	err := json.Unmarshal(content, &parts)
	return parts, err
}

func (p chatPart) item(role string) (Item, error) {
	switch p.Type {
	case "text":
		return Item{Role: role, Kind: Text, Text: p.Text}, nil
	case "image_url":
		mediaType, data := splitDataURL(p.ImageURL.URL)
		return Item{Role: role, Kind: Image, MediaType: mediaType, Data: data}, nil
	case "audio_url", "video_url": // of Kimi Code's
		mediaType, data := splitDataURL(p.url())
		return Item{Role: role, Kind: Image, MediaType: mediaType, Data: data}, nil
	case "file": // a PDF of OpenCode's
		mediaType, data := splitDataURL(p.File.Data)
		return Item{Role: role, Kind: Image, MediaType: mediaType, Data: data}, nil
	}
	return Item{}, fmt.Errorf("part of unknown type %q", p.Type)
}

// chatPurpose tells side requests from turns. None of the CLIs says in a
// field what it wants, so its instructions are looked at.
func chatPurpose(body chatRequest, items []Item) Purpose {
	var instructions string
	if len(items) > 0 && items[0].Role == "system" {
		instructions = items[0].Text
	}
	switch {
	case body.ResponseFormat.JSONSchema.Schema.isTitle() || hasAnyPrefix(instructions, chatTitles...):
		return Title
	case hasAnyPrefix(instructions, chatSummaries...):
		return Compaction
	case hasAnyPrefix(instructions, chatErrands...), len(items) > 0 &&
		strings.HasPrefix(items[len(items)-1].Text, chatSuggestion):
		return Errand
	case body.MaxTokens == 1:
		return Probe
	}
	return Turn
}

// The instructions of side requests begin so.
var (
	chatTitles = []string{
		"You are a title generator.", // OpenCode 1.18.33
	}
	chatSummaries = []string{
		"You are a context summarization agent",     // OpenCode 1.18.33
		"You are a context summarization assistant", // Pi 0.87.1
	}
	chatErrands = []string{
		"You are now acting as the managed memory extraction subagent", // Qwen Code 0.24.4, after a turn
	}
)

// chatSuggestion begins the prompt by which Qwen Code 0.24.4 asks what the
// user might type next.
const chatSuggestion = "[SUGGESTION MODE: "
