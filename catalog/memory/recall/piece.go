package recall

import (
	"fmt"
	"strings"
	"time"

	"stead/catalog/memory"
)

// Piece is a piece of knowledge, as people and programs are shown it.
type Piece struct {
	ID   string             `json:"id"`
	Kind memory.FindingKind `json:"kind"`
	// Text says it in a line or a few.
	Text string `json:"text"`
	// Detail has the columns of the kind: choice, rejected, reason; error, command, fix; rule; steps.
	Detail map[string]any `json:"detail"`
	Rule   string         `json:"rule"`
	// Confidence is between 0 and 1, Seen how often it was found.
	Confidence float64 `json:"confidence"`
	Seen       int     `json:"times_seen"`
	// Superseded tells that a later decision replaced this one.
	Superseded bool `json:"superseded,omitempty"`
	// Reference names the session in which it was seen last, for `stead show`, and Turn the turn there.
	Reference string    `json:"reference"`
	Turn      int       `json:"turn,omitempty"`
	Project   string    `json:"project,omitempty"`
	File      string    `json:"source_file,omitempty"`
	Line      int       `json:"source_line,omitempty"`
	Hash      string    `json:"message_hash,omitempty"`
	Last      time.Time `json:"last_seen,omitzero"`
	// Files are those that a cure changed.
	Files []string `json:"files,omitempty"`
}

// sentence says a piece in a few words, from its details.
func (p *Piece) sentence() string {
	of := func(name string) string { text, _ := p.Detail[name].(string); return text }
	list := func(name string) []string { items, _ := p.Detail[name].([]string); return items }
	switch p.Kind {
	case memory.DecisionKind:
		text := of("choice")
		if rejected := list("rejected"); len(rejected) > 0 {
			text += ", not " + strings.Join(rejected, ", ")
		}
		if reason := of("reason"); reason != "" {
			text += " (" + strings.TrimRight(reason, ".") + ")"
		}
		return text
	case memory.ErrorSolutionKind:
		return fmt.Sprintf("`%s` failed: %s\nCured by: %s", of("command"), of("signature"), of("fix"))
	case memory.SkillLearningKind:
		return of("rule")
	}
	if of("kind") == "prompt" {
		return "Asked for again and again: " + strings.Join(list("steps"), " ")
	}
	return "Done again and again: " + strings.Join(list("steps"), "; ")
}
