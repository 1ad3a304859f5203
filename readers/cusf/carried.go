package cusf

import (
	"strings"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Carrier = Reader{}

// Carried returns the session's llm_source. For a CLI that the standard does not name, stead's exports put the CLI's
// name before the model's. See [readers.Carrier].
func (Reader) Carried(h timeline.Header) []string {
	source := jsonl.Value(h.Source.Extra[format.ExtraSource]).String()
	switch source {
	case "":
		return nil
	case format.Other:
		cli, _, _ := strings.Cut(h.Model.Model, "/")
		return []string{cli, source}
	}
	return []string{source}
}
