package transcript

import (
	"encoding/json"

	"stead/internal/term/plain"
	"stead/timeline"
)

// Touched returns the files that a call reads or changes, as the call names them, in a form that is safe for a
// terminal. The effects of a shell command on files are unknown.
func Touched(call *timeline.Entry) (files []string, changes bool) {
	changes = call.Tool == timeline.Write || call.Tool == timeline.Edit
	if !changes && call.Tool != timeline.Read {
		return nil, false
	}
	var input map[string]json.RawMessage
	if json.Unmarshal(call.Input, &input) != nil {
		return nil, changes
	}
	if path, ok := Text(input["path"]); ok && !path.IsBlank() {
		return []string{plain.Line(path.Head(headlineLength))}, changes
	}
	if patch, ok := Text(input["patch"]); ok {
		files = patchedFiles(patch)
	}
	return files, changes
}
