// Package schemafault says in words what of a value breaks a JSON Schema.
package schemafault

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Fault is a member that breaks a schema.
type Fault struct {
	// Path leads to the member; empty is the value itself.
	Path []string
	// Missing says that a member that is required is not there.
	Missing bool
	Text    string
}

// Of returns the faults that an error tells of, each member once. Pattern says what a text lacks that does not have a form; nil shows the form.
func Of(broken *jsonschema.ValidationError, pattern func(*kind.Pattern) string) []Fault {
	if pattern == nil {
		pattern = func(k *kind.Pattern) string { return fmt.Sprintf("%.60q does not have the form %s", k.Got, k.Want) }
	}
	return collect(broken, pattern, nil)
}

// collect takes the leaves of the error's tree.
func collect(e *jsonschema.ValidationError, pattern func(*kind.Pattern) string, found []Fault) []Fault {
	for _, cause := range e.Causes {
		found = collect(cause, pattern, found)
	}
	if len(e.Causes) > 0 {
		return found
	}
	if required, ok := e.ErrorKind.(*kind.Required); ok {
		for _, missing := range required.Missing {
			found = append(found, Fault{Path: append(slices.Clone(e.InstanceLocation), missing), Missing: true, Text: "it is required, and missing"})
		}
		return found
	}
	if slices.ContainsFunc(found, func(f Fault) bool { return slices.Equal(f.Path, e.InstanceLocation) }) {
		return found
	}
	return append(found, Fault{Path: e.InstanceLocation, Text: describe(e, pattern)})
}

// describe says what is wrong with a value, to people.
func describe(e *jsonschema.ValidationError, pattern func(*kind.Pattern) string) string {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return fmt.Sprintf("it is of type %s, not %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		return fmt.Sprintf("%.60q is none of %s", fmt.Sprint(k.Got), strings.Trim(fmt.Sprint(k.Want), "[]"))
	case *kind.Const:
		return fmt.Sprintf("%.60q is not %q", fmt.Sprint(k.Got), fmt.Sprint(k.Want))
	case *kind.Minimum:
		return fmt.Sprintf("%s is less than %s", k.Got.RatString(), k.Want.RatString())
	case *kind.MinLength:
		return "it is empty"
	case *kind.Format:
		return fmt.Sprintf("%.60q is no %s", fmt.Sprint(k.Got), k.Want)
	case *kind.Pattern:
		return pattern(k)
	}
	return fmt.Sprintf("it breaks the schema's rule %q", strings.Join(e.ErrorKind.KeywordPath(), "/"))
}
