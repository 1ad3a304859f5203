package readers

import (
	"context"
	"io"

	"stead/adapters/adapter"
)

// Validator is a reader of a format that has a standard, to which files can be held.
type Validator interface {
	// Validate reads a file from its beginning to its end, without holding it, and says how far it obeys the standard. An
	// error is one of the file system or the context: a file that breaks every rule has a verdict, too.
	Validate(context.Context, adapter.Location) (Verdict, error)
	// Schema returns the JSON Schema of the format, as it is published.
	Schema() []byte
}

// Rebuilder is a validator of a format into which the universal timeline must be translated, so that something may get
// lost on the way.
type Rebuilder interface {
	Validator
	// Compare tells the first difference between a file and what was made of it anew, as far as the standard names what
	// differs: form, members that it does not name, and the time and the maker of the file do not count. It is empty when
	// there is none.
	Compare(ctx context.Context, original, again io.Reader) (difference string, err error)
}

// Verdict says how far a file obeys its standard.
type Verdict struct {
	// Standard names it, with its version.
	Standard string `json:"standard"`
	// Lines counts the lines that are not blank.
	Lines int `json:"lines"`
	// Breaches are in the order of the file. Only the first ones of very many are listed; Unlisted counts the others.
	Breaches []Breach `json:"breaches"`
	Unlisted int      `json:"unlisted,omitempty"`
	// Grade has no letter where the standard has no grades.
	Grade Grade `json:"grade,omitzero"`
}

// Part says which of the standard's parts a rule belongs to.
type Part string

// The parts of a standard.
const (
	// Schema is what one line may hold, Structure what lines may hold together.
	Schema    Part = "schema"
	Structure Part = "structure"
)

// Breach is a rule that a file breaks, or, as a warning, something that it had better not do.
type Breach struct {
	Part Part `json:"part"`
	// Rule names the rule, for a schema by the field: "message.timestamp".
	Rule string `json:"rule"`
	// Line is where, from 1; 0 for the file as a whole.
	Line    int    `json:"line"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

// Grade is the quality of a file as its standard grades it.
type Grade struct {
	Letter string `json:"letter"`
	// Score is in per cent.
	Score float64 `json:"score"`
	// Why says in a sentence what decided the letter.
	Why string `json:"why"`
	// Shares are what the score was computed from.
	Shares []Share `json:"shares"`
}

// Share is how many of the places that could have something optional do have it.
type Share struct {
	Name string `json:"name"`
	// Key marks one of those that the standard calls key.
	Key  bool `json:"key,omitempty"`
	Have int  `json:"have"`
	Of   int  `json:"of"`
}

// Broken counts the breaches of a part that are no warnings, as far as they are listed.
func (v Verdict) Broken(p Part) int {
	n := 0
	for _, b := range v.Breaches {
		if b.Part == p && !b.Warning {
			n++
		}
	}
	return n
}

// Valid reports whether no rule is broken.
func (v Verdict) Valid() bool { return v.Broken(Schema)+v.Broken(Structure)+v.Unlisted == 0 }
