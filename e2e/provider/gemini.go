package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// gemini is the Gemini API as Gemini CLI 0.61.0 uses it.
type gemini struct{}

func (gemini) name() string { return "gemini" }

func (gemini) match(r *http.Request) bool {
	_, method := geminiMethod(r.URL.Path)
	return r.Method == http.MethodPost && (method == "generateContent" || method == "streamGenerateContent" ||
		method == "countTokens")
}

// geminiMethod cuts ".../models/<model>:<method>" into its two halves.
func geminiMethod(path string) (model, method string) {
	path, _, _ = strings.Cut(path, "?")
	model, method, _ = strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ":")
	return model, method
}

type geminiRequest struct {
	Contents          []geminiContent
	SystemInstruction geminiContent
	Tools             []struct {
		FunctionDeclarations []struct{ Name string }
	}
	GenerationConfig struct {
		ResponseSchema     *schema
		ResponseJSONSchema *schema `json:"responseJsonSchema"`
	}
}

func (r geminiRequest) schema() *schema {
	if s := r.GenerationConfig.ResponseJSONSchema; s != nil {
		return s
	}
	return r.GenerationConfig.ResponseSchema
}

type geminiContent struct {
	Role  string
	Parts []json.RawMessage
}

// parts are the content's. One that is empty has lost what it was in the CLI's library, which strips what it does not
// know, and says nothing.
func (c geminiContent) parts() ([]geminiPart, error) {
	var parts []geminiPart
	for _, raw := range c.Parts {
		var part geminiPart
		if string(raw) == "{}" {
			continue
		}
		if err := json.Unmarshal(raw, &part); err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

type geminiPart struct {
	Text         *string
	Thought      bool
	InlineData   *geminiData
	FunctionCall *struct {
		ID   string
		Name string
		Args json.RawMessage
	}
	FunctionResponse *geminiResponse
	FileData         *geminiFile
	// Code and its result are told as they stand.
	ExecutableCode, CodeExecutionResult json.RawMessage
	ThoughtSignature                    string
}

type geminiFile struct{ MimeType, FileURI string }

type geminiData struct{ MimeType, Data string }

type geminiResponse struct {
	ID       string
	Name     string
	Response map[string]json.RawMessage
	Parts    []geminiPart
}

func (gemini) parse(request *Request) error {
	var body geminiRequest
	if err := json.Unmarshal(request.Body, &body); err != nil {
		return fmt.Errorf("read gemini request: %w", err)
	}
	var method string
	request.Model, method = geminiMethod(request.Path)
	for _, tools := range body.Tools {
		for _, tool := range tools.FunctionDeclarations {
			request.Tools = append(request.Tools, tool.Name)
		}
	}
	instructions, err := body.SystemInstruction.parts()
	if err != nil {
		return fmt.Errorf("read the system instruction: %w", err)
	}
	for _, part := range instructions {
		if part.Text != nil {
			request.Items = append(request.Items, Item{Role: "system", Kind: Text, Text: *part.Text, Harness: true})
		}
	}
	for _, content := range body.Contents {
		items, err := content.items()
		if err != nil {
			return fmt.Errorf("read a %s content: %w", content.Role, err)
		}
		request.Items = append(request.Items, items...)
	}
	markHarness(request)
	request.Purpose = geminiPurpose(method, body, request.Items)
	return nil
}

// items are a content's parts. A picture that follows a result is its.
func (c geminiContent) items() ([]Item, error) {
	role := c.Role
	if role == "model" {
		role = "assistant"
	}
	parts, err := c.parts()
	if err != nil {
		return nil, err
	}
	var items []Item
	call := ""
	for _, part := range parts {
		found, err := part.items(role)
		if err != nil {
			return nil, err
		}
		if part.FunctionResponse != nil {
			call = part.FunctionResponse.ID
		}
		for _, item := range found {
			if item.Kind == Image {
				item.CallID = call
			}
			items = append(items, item)
		}
	}
	return items, nil
}

func (p geminiPart) items(role string) ([]Item, error) {
	switch {
	case p.FunctionCall != nil:
		call := p.FunctionCall
		return []Item{{Role: role, Kind: Call, CallID: call.ID, Tool: call.Name, Arguments: canonical(call.Args),
			Signature: p.ThoughtSignature}}, nil
	case p.FunctionResponse != nil:
		return p.FunctionResponse.items(role)
	case p.FileData != nil:
		return []Item{{Role: role, Kind: Image, MediaType: p.FileData.MimeType, Data: p.FileData.FileURI}}, nil
	case p.ExecutableCode != nil:
		return []Item{{Role: role, Kind: Text, Text: string(p.ExecutableCode)}}, nil
	case p.CodeExecutionResult != nil:
		return []Item{{Role: role, Kind: Text, Text: string(p.CodeExecutionResult)}}, nil
	case p.InlineData != nil:
		return []Item{{Role: role, Kind: Image, MediaType: p.InlineData.MimeType, Data: p.InlineData.Data}}, nil
	case p.Text != nil && p.Thought:
		return []Item{{Role: role, Kind: Thinking, Text: *p.Text, Signature: p.ThoughtSignature}}, nil
	case p.Text != nil:
		return []Item{{Role: role, Kind: Text, Text: *p.Text}}, nil
	}
	return nil, fmt.Errorf("part of an unknown kind")
}

func (r geminiResponse) items(role string) ([]Item, error) {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(r.Response)) {
		if text := geminiText(r.Response[name]); text != "" {
			texts = append(texts, text)
		}
	}
	items := []Item{{
		Role: role, Kind: Result, CallID: r.ID, Text: strings.Join(texts, "\n"), Failed: len(r.Response["error"]) > 0,
	}}
	for _, part := range r.Parts {
		inner, err := part.items(role)
		if err != nil {
			return nil, err
		}
		items = append(items, inner...)
	}
	return items, nil
}

// geminiText is a string, anything else as its JSON, or nothing.
func geminiText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return canonical(value)
}

// geminiPurpose tells side requests from turns: the conversation alone is
// streamed. The choice of a model and the like demand JSON.
func geminiPurpose(method string, body geminiRequest, items []Item) Purpose {
	switch {
	case method == "countTokens":
		return Count
	case method == "streamGenerateContent":
		return Turn
	case len(items) > 0 && strings.HasPrefix(items[0].Text,
		"You are a specialized system component responsible for distilling chat history"):
		return Compaction
	case body.schema() == nil && len(items) > 0 && strings.Contains(items[len(items)-1].Text,
		"Summarize the user's primary intent"):
		return Title // asked by --list-sessions and at the start, for older sessions
	}
	return Errand
}
