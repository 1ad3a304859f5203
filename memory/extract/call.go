package extract

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"stead/internal/jsonl"
	"stead/timeline"
)

// aside are the universal arguments that say how a call is carried out, not what it does. CLIs have different ones, and writers leave out those that theirs does not have, so
// that a call would be another one in each CLI.
var aside = map[timeline.Tool][]string{
	timeline.Bash: {"description", "timeout", "background", "workdir"},
	timeline.Task: {"description"},
}

// callText is what a call says, in a form that is the same for each CLI: the universal name of the tool, or the CLI's own where there is none, and the
// arguments in a fixed order, a line or more each.
//
//	bash
//	command: go test ./...
func callText(e *timeline.Entry) string {
	var out strings.Builder
	out.WriteString(callName(e))
	for _, a := range arguments(e) {
		out.WriteByte('\n')
		out.WriteString(a.name)
		out.WriteString(": ")
		out.WriteString(a.value)
	}
	return out.String()
}

func callName(e *timeline.Entry) string {
	if e.Tool == timeline.Unknown && e.OriginalTool != "" {
		return e.OriginalTool
	}
	return string(e.Tool)
}

type argument struct{ name, value string }

// arguments returns the universal arguments of a known tool in the order of the format's table, and all of an unknown one by their names.
func arguments(e *timeline.Entry) []argument {
	given := map[string]string{}
	for key, value := range jsonl.Members(e.Input) {
		given[string(key)] = readable(value)
	}
	var names []string
	for _, a := range e.Tool.Arguments() {
		names = append(names, a.Name)
	}
	if e.Tool == timeline.Unknown {
		names = slices.Sorted(maps.Keys(given))
	}
	var all []argument
	for _, name := range names {
		if value := given[name]; value != "" && !slices.Contains(aside[e.Tool], name) {
			all = append(all, argument{name, value})
		}
	}
	return all
}

// readable returns a string's text, and of any other value the JSON without what is of no matter: blanks, the order of members.
func readable(value jsonl.Value) string {
	switch {
	case value.IsString():
		return value.String()
	case value.IsNull():
		return ""
	case !value.IsObject() && !value.IsArray():
		return string(value)
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	var decoded any
	if decoder.Decode(&decoded) != nil {
		return string(value)
	}
	sorted, err := json.Marshal(decoded)
	if err != nil {
		return string(value)
	}
	return string(sorted)
}
