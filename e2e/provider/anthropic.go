package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
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
			items = append(items, Item{Role: role, Kind: Text, Text: text, Harness: anthropicHarness(role, text)})
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
		if part.Type == "image" {
			items = append(items, part.image(role, b.ToolUseID))
			continue
		}
		texts = append(texts, part.Text)
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
		begins := len(texts) == 0 || hasAnyPrefix(begin, anthropicRebuilt...) || anthropicBegin.MatchString(begin)
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
var anthropicBegin = regexp.MustCompile(`^(Called the \w+ tool with the following input: |\w+(:[^ \n]+)? hook (additional context|success): |This session is being continued|Contents of |<mcp-resource |Note: |<new-diagnostics>|The user )`)

// anthropicRebuilt begin texts of the system that Claude Code 2.1.197 makes
// anew in each session, and other CLIs in theirs.
var anthropicRebuilt = []string{
	"Available agent types for the Agent tool:",          // catalog
	"The following agent types are no longer available:", // catalog
	"The following skills are available for use",         // catalog
	"# MCP Server Instructions",                          // catalog
	"The following MCP servers have disconnected.",       // catalog
	"The following deferred tools are",                   // catalog
	"Plan mode is active.",                               // mode
	"## Exited Plan Mode",                                // mode
	"The task tools haven't been used recently.",         // mode: how its own tool is used
	"This is ambient context",                            // caveat
	"# Environment\nYou have been invoked in",            // environment, since 2.1.332
	"You are powered by the model named ",                // environment, since 2.1.332
	"Today's date is ",                                   // environment, since 2.1.332
	"<total_tokens>",                                     // environment, since 2.1.332
	"Attribution for git commits and pull requests",      // instructions, since 2.1.332
}

// anthropicHarness recognises what Claude Code makes anew in each session, or
// says in the model's place (observed with 2.1.197). The list is closed:
// instructions, environment, catalogs, modes, caveats and traces of commands.
func anthropicHarness(role, text string) bool {
	switch role {
	case "system":
		return hasAnyPrefix(strings.TrimLeft(text, "\n"), anthropicRebuilt...)
	case "assistant":
		// Put in where a resumed session does not end on the assistant.
		return text == "No response requested."
	}
	if told, ok := strings.CutPrefix(text, "<system-reminder>\n"); ok && hasAnyPrefix(told, anthropicRebuilt...) {
		return isWrapped(text, "<system-reminder>", "</system-reminder>") // how older models are told what newer ones get as the system's
	}
	return text == "Continue from where you left off." ||
		isWrapped(text, "<system-reminder>\nAs you answer the user's questions, you can use the following context:", "</system-reminder>") ||
		isWrapped(text, "<system-reminder>\nCalled the Read tool with the following input:", "</system-reminder>") || // before a picture
		isWrapped(text, "<command-name>", "</command-args>") || // a command that ran inside the CLI
		isWrapped(text, "<command-message>", ">") || // one whose text follows
		isWrapped(text, "<local-command-caveat>", "</local-command-caveat>") ||
		isWrapped(text, "<local-command-stdout>", "</local-command-stdout>") ||
		isWrapped(text, "<local-command-stderr>", "</local-command-stderr>")
}

// isWrapped says whether a text begins and ends so, blanks aside: a prompt
// that only begins like a text of the harness does not.
func isWrapped(text, begin, end string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, begin) && strings.HasSuffix(text, end)
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
