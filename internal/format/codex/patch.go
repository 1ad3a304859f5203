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

// ChangeKind is what a patch does to a file.
type ChangeKind string

// The kinds, as FileChange items name them.
const (
	AddFile    ChangeKind = "add"
	UpdateFile ChangeKind = "update"
	DeleteFile ChangeKind = "delete"
)

// Change is what a patch does to one file.
type Change struct {
	Kind ChangeKind
	Path string
	// MoveTo is the new path of an updated file that moves.
	MoveTo string
	// Content is the text of an added or deleted file.
	Content timeline.Text
	Hunks   []Hunk

	added []byte // the content as far as it was read
}

// Hunk is a place of an updated file that changes. Each line begins with a space, a minus or a plus.
type Hunk struct {
	// Header is what follows "@@": a line of the file above the place.
	Header string
	Lines  []string
}

// ParsePatch reads a patch. Ok is false for a text that does not keep to the grammar.
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
		line = " " // the CLI takes a blank line for a blank line of context
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

// Replacement returns the text that the hunk removes, context included, and the text that takes its place. Ok is false where
// nothing is removed, so that the place cannot be told from the text alone.
func (h Hunk) Replacement() (old, new string, ok bool) {
	var before, after []string
	for _, line := range h.Lines {
		if line[0] != '+' {
			before = append(before, line[1:])
		}
		if line[0] != '-' {
			after = append(after, line[1:])
		}
	}
	old, new = strings.Join(before, "\n"), strings.Join(after, "\n")
	if len(after) == 0 {
		old += "\n" // whole lines go, with their ends
	}
	return old, new, len(before) > 0 && old != ""
}

// NewHunk returns the hunk that replaces one text by another: the lines that both begin or end with are its context.
func NewHunk(old, new string) Hunk {
	before, after := splitLines(old), splitLines(new)
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	var h Hunk
	h.add(" ", before[:head])
	h.add("-", before[head:len(before)-tail])
	h.add("+", after[head:len(after)-tail])
	h.add(" ", before[len(before)-tail:])
	return h
}

func (h *Hunk) add(prefix string, lines []string) {
	for _, line := range lines {
		h.Lines = append(h.Lines, prefix+line)
	}
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
