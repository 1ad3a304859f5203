package worktree

import "path"

// Part is one of the repositories that a snapshot consists of.
type Part struct {
	// Folder is where it lies in the working tree, with slashes: "." for the snapshot's own.
	Folder   string
	Snapshot Snapshot
}

// Parts lists the repositories that the snapshot consists of: its own, then those of its modules, and of the modules
// within these.
func (s Snapshot) Parts() []Part {
	parts := []Part{{".", s}}
	for _, m := range s.Modules {
		folder := s.folder(m)
		for _, p := range m.Parts() {
			parts = append(parts, Part{path.Join(folder, p.Folder), p.Snapshot})
		}
	}
	return parts
}

// Parts lists the worktrees that the tree consists of, in the order of [Snapshot.Parts].
func (t Tree) Parts() []Tree {
	parts := []Tree{t}
	for _, m := range t.modules() {
		parts = append(parts, m.Parts()...)
	}
	return parts
}
