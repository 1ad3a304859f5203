package codex

import (
	"strings"

	"stead/timeline"
)

// The lines of the apply_patch grammar.
const (
	patchBegin  = "*** Begin Patch"
	patchEnd    = "*** End Patch"
	patchAdd    = "*** Add File: "
	patchUpdate = "*** Update File: "
	patchDelete = "*** Delete File: "
	patchMove   = "*** Move to: "
	patchEOF    = "*** End of File"
)

// ChangeKind is the kind of change that a patch makes to a file.
type ChangeKind string

// The kinds, under their names in FileChange items.
const (
	AddFile    ChangeKind = "add"
	UpdateFile ChangeKind = "update"
	DeleteFile ChangeKind = "delete"
)

// Change is the change that a patch makes to one file.
type Change struct {
	Kind ChangeKind
	Path string
	// MoveTo is the new path of an updated file that is moved.
	MoveTo string
	// Content is the text of an added or deleted file.
	Content timeline.Text
	Hunks   []Hunk

	added []byte // the part of the content read so far
}

// ParsePatch parses a patch. Ok is false for a text that does not follow the grammar.
func ParsePatch(text string) (changes []Change, ok bool) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 || strings.TrimSpace(lines[0]) != patchBegin || strings.TrimSpace(lines[len(lines)-1]) != patchEnd {
		return nil, false
	}
	for _, line := range lines[1 : len(lines)-1] {
		line = strings.TrimSuffix(line, "\r")
		if change, begins := beginChange(line); begins {
			changes = append(changes, change)
			continue
		}
		if len(changes) == 0 || !changes[len(changes)-1].take(line) {
			return nil, false
		}
	}
	for i := range changes {
		changes[i].Content, changes[i].added = timeline.NewText(string(changes[i].added)), nil
	}
	return changes, len(changes) > 0
}

func beginChange(line string) (Change, bool) {
	if path, ok := strings.CutPrefix(line, patchAdd); ok {
		return Change{Kind: AddFile, Path: path}, true
	}
	if path, ok := strings.CutPrefix(line, patchUpdate); ok {
		return Change{Kind: UpdateFile, Path: path}, true
	}
	if path, ok := strings.CutPrefix(line, patchDelete); ok {
		return Change{Kind: DeleteFile, Path: path}, true
	}
	return Change{}, false
}

// take adds a line to the change.
func (c *Change) take(line string) bool {
	switch c.Kind {
	case AddFile:
		content, ok := strings.CutPrefix(line, "+")
		c.added = append(append(c.added, content...), '\n')
		return ok
	case UpdateFile:
		return c.takeUpdate(line)
	default:
		return false
	}
}

func (c *Change) takeUpdate(line string) bool {
	if path, ok := strings.CutPrefix(line, patchMove); ok && len(c.Hunks) == 0 {
		c.MoveTo = path
		return true
	}
	if header, ok := strings.CutPrefix(line, "@@"); ok {
		c.Hunks = append(c.Hunks, Hunk{Header: strings.TrimSpace(header)})
		return true
	}
	if line == patchEOF {
		return true
	}
	if line == "" {
		line = " " // the CLI treats a blank line as a blank line of context
	}
	if strings.IndexByte(" +-", line[0]) < 0 {
		return false
	}
	if len(c.Hunks) == 0 {
		c.Hunks = append(c.Hunks, Hunk{})
	}
	last := &c.Hunks[len(c.Hunks)-1]
	last.Lines = append(last.Lines, line)
	return true
}
