// Package changes holds changes to files as data that pages draw as rows. It parses the texts of an edit, a patch in
// the grammar of apply_patch, and a unified diff in git's format.
package changes

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Changes are the changes of a set of files.
type Changes struct {
	Files []File `json:"items" doc:"in the order in which they were changed"`
	Left  int    `json:"left,omitempty" doc:"how many files are left out"`
}

// File is the change of one file.
type File struct {
	Path    string `json:"path"`
	Old     string `json:"oldPath,omitempty" doc:"what it was called before"`
	Added   int    `json:"added" doc:"how many lines came in"`
	Deleted int    `json:"deleted" doc:"how many lines went out"`
	Binary  bool   `json:"binary,omitempty" doc:"it is no text, and has no hunks"`
	Hunks   []Hunk `json:"hunks"`
	More    int    `json:"more,omitempty" doc:"how many lines are left out"`
}

// Hunk is a part of a file with changed lines.
type Hunk struct {
	Old   int      `json:"old" doc:"the number of its first line before, from 1; 0 when it is not known"`
	New   int      `json:"new" doc:"the number of its first line after, from 1; 0 when it is not known"`
	Lines []string `json:"lines" doc:"each begins with + for one that came in, - for one that went out, or a space"`
}

// longestCompared is the maximum total size, in bytes, of two texts that are compared. Larger texts are shown one after
// the other.
const longestCompared = 256 << 10

// Edit returns the change of a file in which old was replaced by new. The place in the file is unknown.
func Edit(path, old, new string, b Bounds) Changes {
	c := newCollector(b)
	c.begin(path)
	if len(old)+len(new) > longestCompared {
		c.place(0, 0)
		c.each("-", old)
		c.each("+", new)
	} else {
		c.compare(withLineEnd(old), withLineEnd(new))
	}
	return c.done()
}

// Write returns the change of a file that was written with this content. Its previous content is unknown.
func Write(path, content string, b Bounds) Changes {
	c := newCollector(b)
	c.begin(path)
	c.place(0, 1)
	c.each("+", content)
	return c.done()
}

// signs are the signs of the lines of a hunk.
var signs = map[udiff.OpKind]string{udiff.Delete: "-", udiff.Insert: "+", udiff.Equal: " "}

// compare adds the hunks of a difference. It leaves out line numbers: they would be those of the texts, whose place in
// the file is unknown. The comparison can fail only for overlapping edits, which do not occur here.
func (c *collector) compare(old, new string) {
	diff, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, new), udiff.DefaultContextLines)
	if err != nil {
		return
	}
	for _, hunk := range diff.Hunks {
		c.place(0, 0)
		for _, line := range hunk.Lines {
			c.line(signs[line.Kind] + line.Content)
		}
	}
}

// each adds all lines of a text with the same mark.
func (c *collector) each(mark, text string) {
	for line := range strings.Lines(text) {
		c.line(mark + line)
	}
}

func withLineEnd(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
