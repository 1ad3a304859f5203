package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"stead/catalog/prices"
)

// providers are those whose models the CLIs use: the makers, at whose prices a model counts, then who else sells what a
// maker no longer does.
var providers = []string{
	"anthropic", "openai", "gemini", "deepseek", "moonshot", "xai", "zai", "minimax", "mistral", "dashscope",
	"bedrock", "bedrock_converse", "vertex_ai", "vertex_ai-language-models",
}

// makers is how many of the providers are makers. Of the others' models only these makers' older ones are taken.
var (
	makers = slices.Index(providers, "bedrock")
	older  = regexp.MustCompile(`^(?:claude|gemini)-`)
	// other are models for other purposes, tuned ones, and second names.
	other = regexp.MustCompile(`^ft:|audio|image|robotics|-tts|lyria|-default$`)
)

// cut returns the packed table of the models that the CLIs use.
func cut(content []byte, version string) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, fmt.Errorf("read the table of LiteLLM: %w", err)
	}
	delete(all, "sample_spec") // its members are explanations
	lines, rank := map[string]string{}, map[string]int{}
	for _, name := range slices.SortedFunc(maps.Keys(all), shortFirst) {
		provider, line, err := figures(all[name])
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		bare, r := prices.Bare(name), slices.Index(providers, provider)
		if known, ok := rank[bare]; wanted(bare, r) && line != "" && (!ok || r < known) {
			lines[bare], rank[bare] = bare+line, r
		}
	}
	return pack(version, lines)
}

// wanted tells whether the CLIs use a model of the provider of that rank.
func wanted(bare string, rank int) bool {
	return rank >= 0 && !other.MatchString(bare) && (rank < makers || older.MatchString(bare))
}

// shortFirst has "claude-opus-5" before "eu.anthropic.claude-opus-5", which costs more.
func shortFirst(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func pack(version string, lines map[string]string) ([]byte, error) {
	text := version + "\n"
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		text += lines[name] + "\n"
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write([]byte(text))
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}
