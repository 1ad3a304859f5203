package changes

import (
	"strings"

	"stead/timeline"
)

// Patch returns the changes of a patch in the grammar of apply_patch. It skips whatever does not follow the grammar.
// The result has no line numbers, because such a patch has none.
func Patch(patch string, b Bounds) Changes {
	c := newCollector(b)
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.HasPrefix(line, "*** ") {
			c.mark(line)
			continue
		}
		switch {
		case c.file() == nil:
		case strings.HasPrefix(line, "@@"):
			c.place(0, 0)
		case line == "":
			c.line(" ")
		case strings.ContainsRune("+- ", rune(line[0])):
			c.line(line)
		}
	}
	return c.done()
}

// mark handles a line that names a file.
func (c *collector) mark(line string) {
	for path, change := range timeline.PatchedFiles(line) {
		if change != timeline.PatchMoves {
			c.begin(path)
		} else if f := c.file(); f != nil {
			f.Old, f.Path = f.Path, strings.Clone(path)
		}
	}
}
