package pi

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The lines of a patch of one file, in the grammar of apply_patch.
const (
	patchBegin  = "*** Begin Patch"
	patchUpdate = "*** Update File: "
	patchPlace  = "@@"
	patchEnd    = "*** End Patch"
)

// patchOf returns changes in several places of a file as a patch.
func patchOf(path string, places []jsonl.Value) string {
	var b strings.Builder
	b.WriteString(patchBegin + "\n" + patchUpdate + path + "\n")
	for _, place := range places {
		b.WriteString(patchPlace + "\n")
		for _, side := range []struct{ prefix, name string }{{"-", "oldText"}, {"+", "newText"}} {
			for line := range strings.SplitSeq(strings.TrimSuffix(place.Get(side.name).String(), "\n"), "\n") {
				b.WriteString(side.prefix + line + "\n")
			}
		}
	}
	return b.String() + patchEnd
}

// editsOf returns the arguments of an edit equivalent to a patch of one file. Ok is false for any other patch, and for
// a patch with a place that only inserts lines, because no text identifies that place.
func editsOf(patch string) (arguments []byte, ok bool) {
	lines := strings.Split(strings.TrimSpace(patch), "\n")
	last := len(lines) - 1
	if last < 3 || lines[0] != patchBegin || lines[last] != patchEnd || !strings.HasPrefix(lines[1], patchUpdate) {
		return nil, false
	}
	o := timeline.NewObject(nil)
	o.String("path", strings.TrimPrefix(lines[1], patchUpdate))
	ok = true
	o.Append("edits", func(dst []byte) []byte {
		dst = append(dst, '[')
		for i, place := range places(lines[2:last]) {
			if i > 0 {
				dst = append(dst, ',')
			}
			e := timeline.NewObject(dst)
			before, after, isComplete := sides(place)
			e.String("oldText", before)
			e.String("newText", after)
			dst, ok = e.End(), ok && isComplete
		}
		return append(dst, ']')
	})
	return o.End(), ok
}

// places splits a patch's lines at its marks.
func places(lines []string) [][]string {
	var all [][]string
	for _, line := range lines {
		if strings.HasPrefix(line, patchPlace) || len(all) == 0 {
			all = append(all, nil)
		}
		if !strings.HasPrefix(line, patchPlace) {
			all[len(all)-1] = append(all[len(all)-1], line)
		}
	}
	return all
}

// sides returns the text of a place before and after the change.
func sides(lines []string) (before, after string, ok bool) {
	var old, now []string
	for _, line := range lines {
		if line == "" {
			line = " "
		}
		switch text := line[1:]; line[0] {
		case '-':
			old = append(old, text)
		case '+':
			now = append(now, text)
		case ' ':
			old, now = append(old, text), append(now, text)
		default:
			return "", "", false
		}
	}
	before = strings.Join(old, "\n")
	return before, strings.Join(now, "\n"), before != ""
}
