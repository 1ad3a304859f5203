package codex

import (
	"encoding/json"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// Call is a call of one of the CLI's own tools.
type Call struct {
	Name string
	// Arguments are those of a function, an object. They are nil for a patch.
	Arguments json.RawMessage
	// Patch is the input of apply_patch. Changes returns its effect.
	Patch   timeline.Text
	Changes func() []Change
	// Dropped lists the universal arguments that a patch cannot hold, because it is free text.
	Dropped []string
}

// FromUniversal converts a universal call to one of the CLI's own tools. Ok is false if the CLI has no equivalent tool:
// it reads files and searches with shell commands, and it starts sub-agents and web searches in forms that require
// answers of their own. Arguments that a function does not have keep their universal names. Codex 0.169.0 sends a past
// call unchanged, so the model reads them.
func FromUniversal(tool timeline.Tool, input json.RawMessage) (Call, bool) {
	in := jsonl.Value(input)
	switch tool {
	case timeline.Bash:
		if !in.Get("command").IsString() {
			return Call{}, false
		}
	case timeline.Read:
		if !isPicture(in.Get("path").String()) {
			return Call{}, false
		}
	case timeline.Write:
		return writeCall(in)
	case timeline.Edit:
		return editCall(in)
	case timeline.Todo:
		return planCall(in)
	default:
		return Call{}, false
	}
	name, arguments, others, ok := table.FromUniversal(tool, input)
	return Call{Name: name, Arguments: toolmap.With(arguments, input, others)}, ok
}

func writeCall(in jsonl.Value) (Call, bool) {
	path, content := in.Get("path"), in.Get("content")
	if !isPath(path) || !content.IsString() {
		return Call{}, false
	}
	return Call{
		Name:  ApplyPatch,
		Patch: AddFilePatch(path.String(), timeline.RawText(content)),
		Changes: func() []Change {
			return []Change{{Kind: AddFile, Path: path.String(), Content: timeline.RawText(content)}}
		},
		Dropped: otherMembers(in, "path", "content"),
	}, true
}

// isPath reports whether a value can be a path in a patch. A line end would break the patch.
func isPath(v jsonl.Value) bool {
	path := v.String()
	return path != "" && !strings.ContainsAny(path, "\r\n")
}

func editCall(in jsonl.Value) (Call, bool) {
	if patch := in.Get("patch"); patch.IsString() {
		return Call{
			Name:  ApplyPatch,
			Patch: timeline.RawText(patch),
			Changes: func() []Change {
				changes, _ := ParsePatch(patch.String())
				return changes
			},
			Dropped: otherMembers(in, "patch"),
		}, true
	}
	path, old, new := in.Get("path"), in.Get("old"), in.Get("new")
	if !isPath(path) || !old.IsString() || !new.IsString() {
		return Call{}, false
	}
	changes := []Change{{Kind: UpdateFile, Path: path.String(), Hunks: []Hunk{NewHunk(old.String(), new.String())}}}
	return Call{
		Name:    ApplyPatch,
		Patch:   timeline.NewText(FormatPatch(changes)),
		Changes: func() []Change { return changes },
		Dropped: otherMembers(in, "path", "old", "new"),
	}, true
}

// otherMembers returns the names of an object's members, except the given ones. It also skips false and null members,
// because omitting those loses nothing.
func otherMembers(object jsonl.Value, known ...string) []string {
	var others []string
	for key, value := range jsonl.Members(object) {
		name := string(key)
		if !slices.Contains(known, name) && !value.IsNull() && string(value) != "false" {
			others = append(others, name)
		}
	}
	return others
}
