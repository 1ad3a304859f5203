package codex

import (
	"strings"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
)

// nestedFact notes an item that may be of a command that a script ran. Its place shows whether it is: between the
// script's call and output, under an id that is no call's. Only then is the command worth taking out.
func nestedFact(item jsonl.Value) (fact, bool) {
	kind := item.Get("type")
	isCommand := kind.Is("CommandExecution") || kind.Is("FileChange")
	return fact{kind: aNested, id: item.Get("id").String(), value: item}, isCommand
}

// commandOf returns the shell command that does what an item says was done, or the empty string.
func commandOf(item jsonl.Value) string {
	if !item.Get("type").Is("CommandExecution") {
		return patchCommand(item.Get("changes"))
	}
	var words []string
	for word := range jsonl.Elements(item.Get("command")) {
		words = append(words, word.String())
	}
	return format.CommandLine(words)
}

// patchCommand writes the changes of a FileChange item as the shell command that makes them: the CLI's own shells take
// apply_patch with the patch on standard input.
func patchCommand(changes jsonl.Value) string {
	var list []format.Change
	for path, change := range jsonl.Members(changes) {
		c := format.Change{
			Kind:    format.ChangeKind(change.Get("type").String()),
			Path:    jsonl.Value(`"` + string(path) + `"`).String(),
			MoveTo:  change.Get("move_path").String(),
			Content: textOf(change.Get("content")),
		}
		if c.Kind == format.UpdateFile {
			c.Hunks = format.ParseUnifiedDiff(change.Get("unified_diff").String())
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return ""
	}
	return "apply_patch <<'PATCH'\n" + format.FormatPatch(list) + "PATCH"
}

// folderIn returns the working folder that an environment context names.
func folderIn(text string) string {
	_, rest, ok := strings.Cut(text, "<cwd>")
	folder, _, closed := strings.Cut(rest, "</cwd>")
	if !ok || !closed {
		return ""
	}
	return folder
}
