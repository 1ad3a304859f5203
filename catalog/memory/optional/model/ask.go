package model

import (
	"context"
	"fmt"
	"math"
)

// Embed returns a vector of unit length for each text, all of one dimension. Errors are those of the service.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	request := struct {
		Model          string   `json:"model"`
		Input          []string `json:"input"`
		EncodingFormat string   `json:"encoding_format"`
	}{c.options.Model, make([]string, len(texts)), "float"}
	for i, text := range texts {
		request.Input[i] = c.Outgoing(text)
	}
	var answer struct {
		Data []struct {
			Index     int
			Embedding []float32
		}
	}
	if err := c.post(ctx, "/embeddings", request, &answer); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index >= 0 && d.Index < len(vectors) {
			vectors[d.Index] = unit(d.Embedding)
		}
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return nil, &ServiceError{URL: c.options.URL + "/embeddings",
				Problem: fmt.Sprintf("it gave no vectors of one length for the %d texts", len(texts))}
		}
	}
	return vectors, nil
}

// unit returns a vector of length 1 in the same direction. It is nil for one that has none.
func unit(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil
	}
	length := float32(math.Sqrt(sum))
	for i := range v {
		v[i] /= length
	}
	return v
}

// Question is what a model is asked.
type Question struct {
	// System says what is wanted, Text what it is about.
	System, Text string
	// MostTokens is how long the answer may be.
	MostTokens int
}

// Reply is a model's answer.
type Reply struct {
	Text string
	// Input and Output are the tokens that the service counted.
	Input, Output int64
}

// Ask has the model answer with a JSON object. Errors are those of the service.
func (c *Client) Ask(ctx context.Context, q Question) (Reply, error) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	request := struct {
		Model          string            `json:"model"`
		Messages       []message         `json:"messages"`
		MaxTokens      int               `json:"max_tokens,omitempty"`
		Temperature    float64           `json:"temperature"`
		ResponseFormat map[string]string `json:"response_format"`
	}{c.options.Model, []message{{"system", q.System}, {"user", c.Outgoing(q.Text)}}, q.MostTokens, 0, map[string]string{
		"type": "json_object"}}
	var answer struct {
		Choices []struct{ Message struct{ Content string } }
		Usage   struct {
			PromptTokens     int64 `json:"prompt_tokens"`
			CompletionTokens int64 `json:"completion_tokens"`
		}
	}
	if err := c.post(ctx, "/chat/completions", request, &answer); err != nil {
		return Reply{}, err
	}
	if len(answer.Choices) == 0 {
		return Reply{}, &ServiceError{URL: c.options.URL + "/chat/completions", Problem: "its answer has no choices"}
	}
	return Reply{answer.Choices[0].Message.Content, answer.Usage.PromptTokens, answer.Usage.CompletionTokens}, nil
}
