package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// model is an entry of LiteLLM's table.
type model struct {
	Provider string `json:"litellm_provider"`
	Mode     string `json:"mode"`
	// Tiers are the prices of a model that has them by the length of the context.
	Tiers []json.RawMessage `json:"tiered_pricing"`
}

// limits are the lengths of a context, in tokens, beyond which a model may have prices of their own, by how their names
// end.
var limits = []struct {
	mark string
	from float64
}{{"", 0}, {"_above_200k_tokens", 200_000}, {"_above_272k_tokens", 272_000}}

// figures returns what the table has of an entry: nothing for one that is no chat model, or that costs nothing, which
// is to say unknown.
func figures(content []byte) (provider, line string, err error) {
	var m model
	if err := json.Unmarshal(content, &m); err != nil || m.Mode != "chat" && m.Mode != "responses" {
		return "", "", err
	}
	var b strings.Builder
	if len(m.Tiers) == 0 {
		for _, l := range limits {
			write(&b, content, l.mark, l.from)
		}
	}
	for _, tier := range m.Tiers {
		var t struct{ Range [2]float64 }
		if err := json.Unmarshal(tier, &t); err != nil {
			return "", "", err
		}
		write(&b, tier, "", t.Range[0])
	}
	return m.Provider, b.String(), nil
}

// write adds the prices whose names end so. Where the cache has no price of its own, its tokens are input.
func write(b *strings.Builder, content []byte, mark string, from float64) {
	var all map[string]any
	if json.Unmarshal(content, &all) != nil {
		return
	}
	price := func(name string, otherwise float64) float64 {
		if p, ok := all[name+mark].(float64); ok && p > 0 {
			return p
		}
		return otherwise
	}
	input, output := price("input_cost_per_token", 0), price("output_cost_per_token", 0)
	if input <= 0 || output <= 0 {
		return
	}
	read, made := price("cache_read_input_token_cost", input), price("cache_creation_input_token_cost", input)
	fmt.Fprint(b, " ", figure(from))
	for _, p := range []float64{input, output, read, made} {
		fmt.Fprint(b, " ", figure(p*1e6))
	}
}

// figure writes a number without what multiplying has added to it.
func figure(f float64) string { return strconv.FormatFloat(f, 'g', 9, 64) }
