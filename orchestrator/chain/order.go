package chain

import (
	"fmt"
	"maps"
	"slices"

	"stead/internal/term/plain"
	"stead/orchestrator/chain/recipe"
)

// Order is a chain that shall begin.
type Order struct {
	Recipe recipe.Recipe
	// Name is the chain's where the recipe has none. Source is the recipe's text, which is kept.
	Name   string
	Source []byte
	Vars   map[string]string
	// From is the session that the first step continues, by its full reference. Empty for a new one.
	From string
	// Dir is the folder to work in, an absolute path.
	Dir string
}

// values are the variables: those that are given over the defaults.
func (o Order) values() (map[string]string, error) {
	values := map[string]string{}
	for name, value := range o.Recipe.Vars {
		if value != nil {
			values[name] = *value
		} else if _, ok := o.Vars[name]; !ok {
			return nil, fmt.Errorf("%w: %s has no value: give it with --var %[2]s=VALUE", ErrVars, name)
		}
	}
	for name, value := range o.Vars {
		if _, ok := o.Recipe.Vars[name]; !ok {
			return nil, fmt.Errorf("%w: the recipe has no variable %s%s", ErrVars, name, meant(name, o.Recipe.Vars))
		}
		values[name] = value
	}
	return values, nil
}

func meant(word string, known map[string]*string) string {
	if one, ok := plain.Nearest(word, slices.Sorted(maps.Keys(known))); ok {
		return "; did you mean " + one + "?"
	}
	return ""
}

// Decision is what a user says to a chain that waits.
type Decision string

// The decisions.
const (
	// Undecided says nothing.
	Undecided Decision = ""
	Approved  Decision = "approve"
	Rejected  Decision = "reject"
)
