package readers

import (
	"context"
	"io"

	"stead/adapters/adapter"
)

// Validator is a reader of a format with a published standard that files can be checked against.
type Validator interface {
	// Validate reads a file from beginning to end, without holding it in memory, and reports how far it complies with
	// the standard. An error comes from the file system or the context. A file that breaks every rule still gets a
	// verdict.
	Validate(context.Context, adapter.Location) (Verdict, error)
	// Schema returns the JSON Schema of the format, as published.
	Schema() []byte
}

// Rebuilder is a validator of a format that the universal timeline must be translated into, so that something may be
// lost along the way.
type Rebuilder interface {
	Validator
	// Compare returns the first difference between a file and its rebuilt version, described in the terms of the
	// standard. It ignores formatting, members that the standard does not define, and the time and the creator of the
	// file. The result is empty if there is no difference.
	Compare(ctx context.Context, original, again io.Reader) (difference string, err error)
}

// Verdict says how far a file complies with its standard.
type Verdict struct {
	// Standard is the name of the standard, with its version.
	Standard string `json:"standard"`
	// Lines counts the lines that are not blank.
	Lines int `json:"lines"`
	// Breaches are in the order of the file. If there are very many, only the first are listed, and Unlisted counts the
	// others.
	Breaches []Breach `json:"breaches"`
	Unlisted int      `json:"unlisted,omitempty"`
	// Grade has no letter if the standard has no grades.
	Grade Grade `json:"grade,omitzero"`
}

// Part is the part of the standard that a rule belongs to.
type Part string

// The parts of a standard.
const (
	// Schema covers what a single line may contain. Structure covers how lines relate to each other.
	Schema    Part = "schema"
	Structure Part = "structure"
)

// Breach is a rule that a file breaks, or as a warning, something that it should avoid.
type Breach struct {
	Part Part `json:"part"`
	// Rule names the rule. For a schema it is the field: "message.timestamp".
	Rule string `json:"rule"`
	// Line is the line of the breach, from 1. It is 0 for the file as a whole.
	Line    int    `json:"line"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

// Grade is the quality of a file by the rules of its standard.
type Grade struct {
	Letter string `json:"letter"`
	// Score is a percentage.
	Score float64 `json:"score"`
	// Why is a sentence that says what decided the letter.
	Why string `json:"why"`
	// Shares are the values that the score was computed from.
	Shares []Share `json:"shares"`
}

// Share counts how many of the places that could have an optional item do have it.
type Share struct {
	Name string `json:"name"`
	// Key marks an item that the standard calls key.
	Key  bool `json:"key,omitempty"`
	Have int  `json:"have"`
	Of   int  `json:"of"`
}

// Broken counts the listed breaches of a part that are not warnings.
func (v Verdict) Broken(p Part) int {
	n := 0
	for _, b := range v.Breaches {
		if b.Part == p && !b.Warning {
			n++
		}
	}
	return n
}

// Valid reports whether the file breaks no rule.
func (v Verdict) Valid() bool { return v.Broken(Schema)+v.Broken(Structure)+v.Unlisted == 0 }
