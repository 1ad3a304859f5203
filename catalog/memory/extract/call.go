package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// aside are the universal arguments that say how a call is carried out, not what it does. CLIs have different ones, and
// writers leave out those that theirs does not have, so that a call would be another one in each CLI.
var aside = map[timeline.Tool][]string{
	timeline.Bash: {"description", "timeout", "background", "workdir"},
	timeline.Task: {"description"},
}

// callText is what a call says, in a form that is the same for each CLI: the universal name of the tool, or the CLI's
// own where there is none, and the arguments in a fixed order, a line or more each.
//
//	bash
//	command: go test ./...
func (n toolNames) callText(e *timeline.Entry) string {
	var out strings.Builder
	tool := n.toolOf(e)
	if tool == timeline.Unknown && e.OriginalTool != "" {
		out.WriteString(e.OriginalTool)
	} else {
		out.WriteString(string(tool))
	}
	for _, a := range arguments(tool, e.Input) {
		out.WriteByte('\n')
		out.WriteString(a.name)
		out.WriteString(": ")
		out.WriteString(a.value)
	}
	return out.String()
}

// toolNames are the universal tools by the names that CLIs have for them. A call whose tool the target of a
// continuation does not have keeps its name there, and its universal arguments, but is none of that CLI's tools.
type toolNames map[string]timeline.Tool

// namesOf returns the names of all CLIs' tools, without those that mean different tools.
func namesOf(all []readers.Reader) toolNames {
	names := toolNames{}
	for _, r := range all {
		translator, ok := r.(readers.Translator)
		if !ok {
			continue
		}
		for _, native := range translator.Tools() {
			for _, name := range append([]string{native.Name}, native.Former...) {
				if tool, isTaken := names[name]; isTaken && tool != native.Tool {
					names[name] = timeline.Unknown
				} else {
					names[name] = native.Tool
				}
			}
		}
	}
	return names
}

func (n toolNames) toolOf(e *timeline.Entry) timeline.Tool {
	if e.Tool != timeline.Unknown {
		return e.Tool
	}
	return cmp.Or(n[e.OriginalTool], timeline.Unknown)
}

type argument struct{ name, value string }

// arguments returns the universal arguments of a known tool in the order of the format's table, and all of an unknown
// one by their names. One that is false is the same as one that is missing: CLIs write such as they like.
func arguments(tool timeline.Tool, input []byte) []argument {
	given := map[string]string{}
	for key, value := range jsonl.Members(input) {
		given[string(key)] = readable(value)
	}
	var names []string
	for _, a := range tool.Arguments() {
		names = append(names, a.Name)
	}
	if tool == timeline.Unknown {
		names = slices.Sorted(maps.Keys(given))
	}
	var all []argument
	for _, name := range names {
		if value := given[name]; value != "" && value != "false" && !slices.Contains(aside[tool], name) {
			all = append(all, argument{name, value})
		}
	}
	return all
}

// readable returns a string's text, and of any other value the JSON without what is of no matter: blanks, the order of
// members.
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
