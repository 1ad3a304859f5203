package timeline

import (
	"iter"
	"strings"
)

// PatchChange is what a patch does to a file.
type PatchChange string

// The changes. A file that moves is first one that is updated, and then, by its new path, one that was moved there.
const (
	PatchAdds    PatchChange = "add"
	PatchUpdates PatchChange = "update"
	PatchDeletes PatchChange = "delete"
	PatchMoves   PatchChange = "move"
)

// patchMarks begin the lines that name a file.
var patchMarks = [...]struct {
	mark   string
	change PatchChange
}{
	{"*** Update File: ", PatchUpdates}, {"*** Add File: ", PatchAdds}, {"*** Delete File: ", PatchDeletes},
	{"*** Move to: ", PatchMoves},
}

// PatchedFiles ranges over the files that a patch names in the grammar of apply_patch, in their order, with what it
// does to them. One that is changed in several places may be named several times. The text need be no whole patch: what
// keeps not to the grammar is passed over. The paths are parts of the text.
func PatchedFiles(patch string) iter.Seq2[string, PatchChange] {
	return func(yield func(string, PatchChange) bool) {
		for line := range strings.Lines(patch) {
			for _, m := range patchMarks {
				path, ok := strings.CutPrefix(line, m.mark)
				if path = strings.TrimSpace(path); ok && path != "" && !yield(path, m.change) {
					return
				}
			}
		}
	}
}
