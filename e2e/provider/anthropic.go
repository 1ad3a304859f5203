package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"stead/e2e/anew"
)

// anthropic is the Anthropic Messages API as Claude Code 2.1.197 uses it.
type anthropic struct{}

func (anthropic) name() string { return "anthropic" }

func (anthropic) match(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/v1/messages")
}

type messagesRequest struct {
	Model     string
	System    json.RawMessage
	MaxTokens int `json:"max_tokens"`
	Messages  []struct {
		Role    string
		Content json.RawMessage
	}
	Tools        []struct{ Name string }
	OutputConfig struct {
		Format struct{ Schema schema }
	} `json:"output_config"`
}

type messageBlock struct {
	Type      string
	Text      string
	Thinking  string
	Signature string
	Data      string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string `json:"tool_use_id"`
	Content   json.RawMessage
	IsError   bool `json:"is_error"`
	Source    struct {
		MediaType string `json:"media_type"`
		Data      string
	}
}

func (anthropic) parse(request *Request) error {
	var body messagesRequest
	if err := json.Unmarshal(request.Body, &body); err != nil {
		return fmt.Errorf("read messages request: %w", err)
	}
	request.Model = body.Model
	request.Purpose = anthropicPurpose(request.Path, body)
	request.Session = request.Header.Get("X-Claude-Code-Session-Id")
	for _, tool := range body.Tools {
		request.Tools = append(request.Tools, tool.Name)
	}
	if err := appendBlocks(request, "system", body.System); err != nil {
		return err
	}
	for i := range request.Items {
		request.Items[i].Harness = true // what Claude Code is, wherever it works
	}
	for _, message := range body.Messages {
		if err := appendBlocks(request, message.Role, message.Content); err != nil {
			return err
		}
	}
	markHarness(request)
	if strings.HasPrefix(request.Prompt(), compactPrompt) {
		request.Purpose = Compaction
	}
	return nil
}

// compactPrompt is how Claude Code 2.1.197 begins its wish for a summary.
const compactPrompt = "CRITICAL: Respond with TEXT ONLY."

// anthropicPurpose tells side requests from turns. Claude Code probes a key
// with a request for a single token.
func anthropicPurpose(path string, body messagesRequest) Purpose {
	switch {
	case strings.Contains(path, "/count_tokens"):
		return Count
	case body.OutputConfig.Format.Schema.isTitle():
		return Title
	case body.MaxTokens == 1:
		return Probe
	}
	return Turn
}

func appendBlocks(request *Request, role string, content json.RawMessage) error {
	blocks, err := messageBlocks(content)
	if err != nil {
		return fmt.Errorf("read content of a %s message: %w", role, err)
	}
	for _, block := range blocks {
		items, err := block.items(role)
		if err != nil {
			return err
		}
		request.Items = append(request.Items, items...)
	}
	return nil
}

// messageBlocks reads content: a string or an array of blocks.
func messageBlocks(content json.RawMessage) ([]messageBlock, error) {
	if len(content) == 0 {
		return nil, nil
	}
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []messageBlock{{Type: "text", Text: text}}, nil
	}
	var blocks []messageBlock
	err := json.Unmarshal(content, &blocks)
	return blocks, err
}

func (b messageBlock) items(role string) ([]Item, error) {
	switch b.Type {
	case "text":
		var items []Item
		for _, text := range anthropicTexts(role, b.Text) {
			items = append(items, Item{Role: role, Kind: Text, Text: text})
		}
		return items, nil
	case "thinking":
		return []Item{{Role: role, Kind: Thinking, Text: b.Thinking, Signature: b.Signature}}, nil
	case "redacted_thinking":
		return []Item{{Role: role, Kind: Thinking, Signature: b.Data}}, nil
	case "tool_use":
		return []Item{{Role: role, Kind: Call, CallID: b.ID, Tool: b.Name, Arguments: canonical(b.Input)}}, nil
	case "tool_result":
		return b.result(role)
	case "image", "document":
		return []Item{b.image(role, "")}, nil
	}
	return nil, fmt.Errorf("content block of unknown type %q", b.Type)
}

func (b messageBlock) image(role, callID string) Item {
	return Item{Role: role, Kind: Image, CallID: callID, MediaType: b.Source.MediaType, Data: b.Source.Data}
}

func (b messageBlock) result(role string) ([]Item, error) {
	parts, err := messageBlocks(b.Content)
	if err != nil {
		return nil, fmt.Errorf("read result of %s: %w", b.ToolUseID, err)
	}
	var texts []string
	items := []Item{{Role: role, Kind: Result, CallID: b.ToolUseID, Failed: b.IsError}}
	for _, part := range parts {
		switch part.Type {
		case "image", "document":
			items = append(items, part.image(role, b.ToolUseID))
		case "text":
			texts = append(texts, part.Text)
		case "tool_reference": // the definition of one of its own tools, which was loaded (2.1.332)
		default:
			return nil, fmt.Errorf("result of %s has a part of unknown type %q", b.ToolUseID, part.Type)
		}
	}
	items[0].Text = strings.Join(texts, "\n")
	return items, nil
}

// anthropicTexts takes a message of the system apart, in which Claude Code joins
// what it has to tell at one place.
func anthropicTexts(role, text string) []string {
	if role != "system" {
		return append([]string{text}, planFile(text)...)
	}
	var texts []string
	for part := range strings.SplitSeq(text, "\n\n") {
		begin := strings.TrimLeft(part, "\n")
		begins := len(texts) == 0 || anew.Begins("anthropic", role, begin) || anthropicBegin.MatchString(begin)
		if begins {
			texts = append(texts, part)
			continue
		}
		texts[len(texts)-1] += "\n\n" + part
	}
	for _, told := range texts {
		texts = append(texts, planFile(told)...)
	}
	return texts
}

// planFile is where the plan lies, which the end of plan mode tells besides how
// the work goes on.
func planFile(text string) []string {
	if !hasAnyPrefix(strings.TrimPrefix(strings.TrimLeft(text, "\n"), "<system-reminder>\n"), "## Exited Plan Mode") {
		return nil
	}
	if file := anthropicPlan.FindString(text); file != "" {
		return []string{file}
	}
	return nil
}

var anthropicPlan = regexp.MustCompile(`/\S+/plans/\S+\.md`)

// anthropicBegin is how Claude Code 2.1.197 begins what it tells of a file, a
// folder, a resource or a hook.
var anthropicBegin = regexp.MustCompile(
	`^(Called the \w+ tool with the following input: |\w+(:[^ \n]+)? hook (additional context|success): |This session is being continued|Contents of |<mcp-resource |Note: |<new-diagnostics>|The user )`)

func hasAnyPrefix(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
