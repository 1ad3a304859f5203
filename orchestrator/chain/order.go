package chain

import (
	"fmt"
	"maps"
	"slices"

	"stead/internal/term/plain"
	"stead/orchestrator/chain/recipe"
)

// Order describes a chain to begin.
type Order struct {
	Recipe recipe.Recipe
	// Name is the chain's name if the recipe has none. Source is the recipe's text, which is stored.
	Name   string
	Source []byte
	Vars   map[string]string
	// From is the full reference of the session that the first step continues. Empty for a new one.
	From string
	// Dir is the folder to work in, an absolute path.
	Dir string
}

// values returns the values of the variables: the given ones, and defaults for the rest.
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

// Decision is the user's decision about a chain that waits.
type Decision string

// The decisions.
const (
	// Undecided means that the user has not decided.
	Undecided Decision = ""
	Approved  Decision = "approve"
	Rejected  Decision = "reject"
)
