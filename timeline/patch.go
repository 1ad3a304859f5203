package timeline

import (
	"iter"
	"strings"
)

// PatchChange is the change that a patch makes to a file.
type PatchChange string

// The changes. A moved file appears first as an update, then under its new path as a move.
const (
	PatchAdds    PatchChange = "add"
	PatchUpdates PatchChange = "update"
	PatchDeletes PatchChange = "delete"
	PatchMoves   PatchChange = "move"
)

// patchMarks lists the prefixes of the lines that name a file.
var patchMarks = [...]struct {
	mark   string
	change PatchChange
}{
	{"*** Update File: ", PatchUpdates}, {"*** Add File: ", PatchAdds}, {"*** Delete File: ", PatchDeletes},
	{"*** Move to: ", PatchMoves},
}

// PatchedFiles ranges over the files that a patch in the apply_patch grammar names, in order, with the change to each.
// A file that is changed in several places may appear several times. The text need not be a complete patch: lines
// outside the grammar are skipped. The paths share memory with the text.
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
