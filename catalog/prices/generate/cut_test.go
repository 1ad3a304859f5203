package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

func TestCutTakesTheMakersPrices(t *testing.T) {
	packed, err := cut([]byte(`{
		"sample_spec": {"input_cost_per_token": "a number"},
		"claude-x-1": {"litellm_provider": "anthropic", "mode": "chat", "input_cost_per_token": 5e-06, "output_cost_per_token": 2.5e-05,
			"cache_read_input_token_cost": 5e-07, "cache_creation_input_token_cost": 6.25e-06},
		"eu.anthropic.claude-x-1-v1:0": {"litellm_provider": "bedrock", "mode": "chat", "input_cost_per_token": 6e-06, "output_cost_per_token": 3e-05},
		"anthropic.claude-w-20240101-v1:0": {"litellm_provider": "bedrock", "mode": "chat", "input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05},
		"amazon.titan": {"litellm_provider": "bedrock", "mode": "chat", "input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05},
		"gemini/gemini-x": {"litellm_provider": "gemini", "mode": "chat", "input_cost_per_token_above_200k_tokens": 2.5e-06, "input_cost_per_token": 1.25e-06,
			"output_cost_per_token": 1e-05, "output_cost_per_token_above_200k_tokens": 1.5e-05, "cache_read_input_token_cost": 1e-07},
		"gemini/gemini-free": {"litellm_provider": "gemini", "mode": "chat", "input_cost_per_token": 0, "output_cost_per_token": 0},
		"dashscope/qwen-x": {"litellm_provider": "dashscope", "mode": "chat", "tiered_pricing": [
			{"range": [0, 32000], "input_cost_per_token": 1e-06, "output_cost_per_token": 5e-06},
			{"range": [32000, 128000], "input_cost_per_token": 2e-06, "output_cost_per_token": 1e-05}]},
		"gpt-audio": {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1e-06, "output_cost_per_token": 1e-06},
		"text-embedding": {"litellm_provider": "openai", "mode": "embedding", "input_cost_per_token": 1e-06, "output_cost_per_token": 1e-06}
	}`), "litellm 0")
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	const want = `litellm 0
claude-w-20240101 0 3 15 3 3
claude-x-1 0 5 25 0.5 6.25
gemini-x 0 1.25 10 0.1 1.25 200000 2.5 15 2.5 2.5
qwen-x 0 1 5 1 1 32000 2 10 2 2
`
	if string(got) != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}
