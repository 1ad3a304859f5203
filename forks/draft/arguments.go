package draft

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"stead/timeline"
)

// calling describes a call, so that new arguments can be checked.
type calling struct {
	tool timeline.Tool
	// arguments are the original call's, each with the kind of its value.
	arguments []argument
}

// argument is the name of an argument and the first letter of its value, which tells a text from a number or a list.
type argument struct {
	name string
	kind byte
}

// callingOf describes an entry. It returns the zero value for an entry that is not a call of a universal tool.
func callingOf(e *timeline.Entry) calling {
	if e.Type != timeline.ToolCall || e.Tool == timeline.Unknown {
		return calling{}
	}
	values, _ := object(e.Input)
	c := calling{tool: e.Tool}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c.arguments = append(c.arguments, argument{strings.Clone(name), kindOf(values[name])})
	}
	return c
}

// object returns the values of a JSON object.
func object(text []byte) (values map[string]json.RawMessage, ok bool) {
	err := json.Unmarshal(text, &values)
	return values, err == nil && values != nil
}

// kindOf returns a byte for the kind of a JSON value: the same for all numbers, and the same for true and false.
func kindOf(value json.RawMessage) byte {
	switch first := value[0]; {
	case first == '-' || first >= '0' && first <= '9':
		return '0'
	case first == 'f':
		return 't'
	default:
		return first
	}
}

// check describes why a CLI could not read new arguments of the call. It returns the empty string if it could.
func (c calling) check(values map[string]json.RawMessage) string {
	if c.tool == "" {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		at := slices.IndexFunc(c.arguments, func(a argument) bool { return a.name == name })
		switch {
		case at < 0 && !c.tool.Takes(name):
			return fmt.Sprintf("%s has no argument %q; it has %s", c.tool, name, strings.Join(c.known(), ", "))
		case at >= 0 && c.arguments[at].kind != kindOf(values[name]):
			return fmt.Sprintf("the argument %q of %s must be %s", name, c.tool,
				kinds[c.arguments[at].kind])
		}
	}
	had := func(name string) bool {
		return slices.ContainsFunc(c.arguments, func(a argument) bool { return a.name == name })
	}
	if !c.suffices(func(name string) bool { return values[name] != nil }) && c.suffices(had) {
		return fmt.Sprintf("%s needs %s", c.tool, c.needs())
	}
	return ""
}

// kinds are the words for the kinds of values.
var kinds = map[byte]string{'0': "a number", 't': "true or false", '"': "a text", '[': "a list", '{': "an object",
	'n': "null"}

// known lists the arguments that the call can have: its tool's, and its CLI's own that it had.
func (c calling) known() (names []string) {
	for _, a := range c.tool.Arguments() {
		names = append(names, a.Name)
	}
	for _, a := range c.arguments {
		if !slices.Contains(names, a.name) {
			names = append(names, a.name)
		}
	}
	return names
}

// required lists the arguments that the tool needs, for each of its forms: an edit has two.
func (c calling) required() (forms [][]string) {
	if c.tool == timeline.Edit {
		return [][]string{{"path", "old", "new"}, {"patch"}}
	}
	var names []string
	for _, a := range c.tool.Arguments() {
		if !a.Optional {
			names = append(names, a.Name)
		}
	}
	return [][]string{names}
}

// suffices reports whether all that a form of the tool needs is there.
func (c calling) suffices(has func(string) bool) bool {
	return slices.ContainsFunc(c.required(), func(form []string) bool {
		return !slices.ContainsFunc(form, func(name string) bool { return !has(name) })
	})
}

func (c calling) needs() string {
	var forms []string
	for _, form := range c.required() {
		forms = append(forms, strings.Join(form, " and "))
	}
	return strings.Join(forms, ", or ")
}
