package toolmap

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// InFolder prepends the change to a universal command's own folder to the command, for shell tools that have no
// argument for it. It omits the session's folder, dir.
func InFolder(arguments []byte, dir string) []byte {
	folder, command := jsonl.Value(arguments).Get("workdir"), jsonl.Value(arguments).Get("command")
	if !folder.IsString() || !command.IsString() {
		return arguments
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		switch {
		case string(key) == "workdir":
		case string(key) == "command" && folder.String() != "" && folder.String() != dir:
			change := timeline.NewText("cd " + Quote(folder.String()) + " && ")
			o.Text("command", timeline.Concat(change, timeline.RawText(command)))
		default:
			o.Raw(string(key), value)
		}
	}
	return o.End()
}

// Quote quotes s as one word of the shell.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
