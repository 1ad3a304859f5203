package jsonschema

import (
	"fmt"
	"slices"
	"strings"
)

// Violation describes a member that violates a schema.
type Violation struct {
	// Path leads to the member. It is empty for the value itself.
	Path []string
	// Missing is set if a required member does not exist.
	Missing bool
	Text    string
}

// Describe returns descriptions of the faults, one for each member. Pattern describes a text that does not match its
// pattern. If it is nil, the description shows the pattern.
func Describe(broken []Fault, pattern func(Fault) string) []Violation {
	if pattern == nil {
		pattern = func(f Fault) string { return fmt.Sprintf("%.60q does not have the form %s", f.Got, f.Want) }
	}
	var found []Violation
	for _, f := range broken {
		if f.Keyword == "required" {
			for _, missing := range f.Names {
				found = append(found, Violation{Path: append(slices.Clone(f.Path), missing), Missing: true,
					Text: "it is required but missing"})
			}
			continue
		}
		if !slices.ContainsFunc(found, func(known Violation) bool { return slices.Equal(known.Path, f.Path) }) {
			found = append(found, Violation{Path: f.Path, Text: inWords(f, pattern)})
		}
	}
	return found
}

// inWords returns a description of a fault for people.
func inWords(f Fault, pattern func(Fault) string) string {
	switch f.Keyword {
	case "type":
		return fmt.Sprintf("it is of type %s, not %s", f.Got, strings.Join(f.Want.([]string), " or "))
	case "enum":
		return fmt.Sprintf("%.60q is not one of %s", fmt.Sprint(f.Got), strings.Trim(fmt.Sprint(f.Want), "[]"))
	case "const":
		return fmt.Sprintf("%.60q is not %q", fmt.Sprint(f.Got), fmt.Sprint(f.Want))
	case "minimum":
		return fmt.Sprintf("%s is less than %s", f.Got, f.Want)
	case "minLength":
		return "it is empty"
	case "format":
		return fmt.Sprintf("%.60q is not a %s", fmt.Sprint(f.Got), f.Want)
	case "pattern":
		return pattern(f)
	}
	return fmt.Sprintf("it breaks the schema's rule %q", f.Keyword)
}
