package prices

import (
	"math"
	"strings"
	"testing"

	"stead/timeline"
)

func TestCostOfAResponse(t *testing.T) {
	const million = 1_000_000
	for _, c := range []struct {
		what, model string
		usage       timeline.Usage
		usd         float64
		source      string
		known       bool
	}{
		{"input and output", "claude-opus-4-8", timeline.Usage{Input: 1000, Output: 2000}, 0.005 + 0.05, Version(), true},
		{"the cache", "claude-opus-4-8", timeline.Usage{CacheRead: 100_000, CacheWrite: 10_000}, 0.05 + 0.0625, Version(),
			true},
		{"reasoning is a part of the output", "gpt-6-sol", timeline.Usage{Output: million, Reasoning: million / 2}, 10,
			Version(), true},
		{"a short context", "gemini-2.5-pro", timeline.Usage{Input: 100_000, CacheRead: 100_000}, 0.125 + 0.0125, Version(),
			true},
		{"a long context costs more", "gemini-2.5-pro", timeline.Usage{Input: 100_000, CacheRead: 100_001, Output: million},
			0.25 + 0.02500025 + 15, Version(), true},
		{"prices in tiers", "qwen3-vl-plus", timeline.Usage{Input: 200_000}, 0.12, Version(), true},
		{"the CLI's own cost", "claude-opus-4-8", timeline.Usage{Input: million, Cost: 0.25}, 0.25, FromCLI, true},
		{"the CLI's own cost of an unknown model", "mock-1", timeline.Usage{Cost: 0.25}, 0.25, FromCLI, true},
		{"an unknown model", "mock-1", timeline.Usage{Input: 1}, 0, "", false},
		{"no model", "", timeline.Usage{Input: 1}, 0, "", false},
		{"no tokens", "<synthetic>", timeline.Usage{}, 0, Version(), true},
	} {
		usd, source, known := Cost(c.model, c.usage)
		if math.Abs(usd-c.usd) > 1e-9 || source != c.source || known != c.known {
			t.Errorf("%s: %g by %q, known %t; want %g by %q, %t", c.what, usd, source, known, c.usd, c.source, c.known)
		}
	}
}

func TestNamesOfAModel(t *testing.T) {
	one := timeline.Usage{Input: 1}
	for name, same := range map[string]string{
		"claude-opus-4-8[1m]":                        "claude-opus-4-8",
		"anthropic/claude-opus-4.8":                  "claude-opus-4-8",
		"openrouter/anthropic/claude-opus-4.8":       "claude-opus-4-8",
		"us.anthropic.claude-opus-4-8-v1:0":          "claude-opus-4-8",
		"anthropic.claude-opus-4-5-20251101-v1:0":    "claude-opus-4-5",
		"claude-opus-4-5@20251101":                   "claude-opus-4-5",
		"claude-opus-4-8-20260301":                   "claude-opus-4-8",
		"claude-opus-4-8-latest":                     "claude-opus-4-8",
		"models/gemini-2.5-pro":                      "gemini-2.5-pro",
		"GPT-5.5-2026-04-23":                         "gpt-5.5",
		"gpt-5.5-high":                               "gpt-5.5",
		"gpt-5.5 (xhigh)":                            "gpt-5.5",
		"gpt-6-sol-2026-10-01-low":                   "gpt-6-sol",
		"moonshot/kimi-k3":                           "kimi-k3",
		"github_copilot/gpt-6-sol":                   "gpt-6-sol",
		"bedrock/us.anthropic.claude-opus-4-8-v1:0 ": "claude-opus-4-8",
	} {
		got, _, known := Cost(name, one)
		want, _, _ := Cost(same, one)
		if !known || got != want {
			t.Errorf("%q costs %g, known %t; %s costs %g", name, got, known, same, want)
		}
	}
}

// A name that is only like another one may have any price.
func TestSimilarNamesHaveNoPrice(t *testing.T) {
	for _, name := range []string{
		"claude", "claude-opus", "gpt-6", "gpt-5.5-mini", "kimi-for-coding", "deepseek-r1:free", "claude-opus-4-8-fast",
		"my-gpt-5.5", "/", "[1m]", "20251101",
	} {
		if usd, _, known := Cost(name, timeline.Usage{Input: 1}); known {
			t.Errorf("%q costs %g", name, usd)
		}
	}
}

func TestTableIsWhole(t *testing.T) {
	list, err := read(packed)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(list.version, "litellm ") || len(list.models) < 300 || len(packed) > 8<<10 {
		t.Errorf("%d models by %q in %d bytes", len(list.models), list.version, len(packed))
	}
	for name, tiers := range list.models {
		for i, tier := range tiers {
			if tier.input <= 0 || tier.output <= 0 || tier.cacheRead < 0 || tier.cacheWrite < 0 || i > 0 &&
				tier.from <= tiers[i-1].from || i == 0 && tier.from != 0 {
				t.Errorf("%s: tier %d is %+v", name, i, tier)
			}
		}
		if Bare(name) != name {
			t.Errorf("%s is not a bare name", name)
		}
	}
}

func TestDamagedTable(t *testing.T) {
	if _, err := read(packed[:len(packed)/2]); err == nil {
		t.Error("half of a table is read as one")
	}
	for _, figures := range [][]string{nil, {"0", "1", "2", "3"}, {"0", "1", "2", "3", "x"}} {
		if _, err := tiersOf(figures); err == nil {
			t.Errorf("figures %q are read as tiers", figures)
		}
	}
}
