package prices

import (
	"regexp"
	"strings"

	"stead/internal/sys/lazy"
)

// What CLIs and services add to a model's name.
var (
	// "us.anthropic." before the name, as Bedrock has it.
	vendor = lazy.Regexp(`^(?:[a-z]+\.)?anthropic\.`)
	// "[1m]" of Claude Code, "-v1:0" of Bedrock.
	marks = lazy.Regexp(`(?:\[[^\]]*\]|-v\d+:\d+)$`)
	// A release: "-20251101", "-2026-04-23", "-09-2025".
	release = lazy.Regexp(`-(?:20\d{6}|20\d\d-\d\d-\d\d|\d\d-20\d\d)$`)
	// How much a model is to think, which changes the tokens, not their price; and what names the newest release.
	manner = lazy.Regexp(`(?:-latest|-(?:minimal|low|medium|high|xhigh)| \((?:minimal|low|medium|high|xhigh)\))$`)
)

// Bare returns a model's name without its provider and what services add to it: "openrouter/anthropic/claude-opus-4.8",
// "us.anthropic.claude-opus-4-8-v1:0" and "claude-opus-4-8[1m]" are all the same model.
func Bare(model string) string {
	name := strings.ToLower(strings.TrimSpace(model))
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = vendor().ReplaceAllString(name, "")
	name = marks().ReplaceAllString(name, "")
	return strings.ReplaceAll(name, "@", "-")
}

// find returns the price of a model. What says only which release it is, or how much it is to think, is left out when
// the whole name has none. Nothing else is guessed: a price of another model is worse than none.
func (t *table) find(model string) ([]tier, bool) {
	name := Bare(model)
	for _, without := range []func() *regexp.Regexp{nil, release, manner, release} {
		if without != nil {
			name = without().ReplaceAllString(name, "")
		}
		for _, written := range []string{name, strings.ReplaceAll(name, ".", "-")} {
			if tiers, ok := t.models[written]; ok {
				return tiers, true
			}
		}
	}
	return nil, false
}
