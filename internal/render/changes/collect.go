package changes

import "strings"

// Bounds say how much is kept. 0 is no limit.
type Bounds struct {
	// Lines is how many lines of one file, Files how many files, Bytes how much text of lines and paths in all.
	Lines, Files, Bytes int
}

// collector puts files together line by line. What does not fit the bounds is counted, and no memory of it kept.
type collector struct {
	bounds Bounds
	files  []File
	// lines counts those of the current file that are kept, bytes what is kept in all.
	lines, bytes int
	// left counts the files that are left out, isLeft says that the current one is.
	left   int
	isLeft bool
	// next is the hunk that begins with the next line. Nil when that goes on with the last one.
	next *Hunk
}

func newCollector(b Bounds) *collector { return &collector{bounds: b, files: []File{}} }

// begin begins a file.
func (c *collector) begin(path string) {
	c.lines, c.next = 0, nil
	if c.isLeft = c.bounds.Files > 0 && len(c.files) >= c.bounds.Files || c.isFull(len(path)); c.isLeft {
		c.left++
		return
	}
	c.bytes += len(path)
	c.files = append(c.files, File{Path: strings.Clone(path), Hunks: []Hunk{}})
}

func (c *collector) done() Changes { return Changes{Files: c.files, Left: c.left} }

func (c *collector) isFull(more int) bool { return c.bounds.Bytes > 0 && c.bytes+more > c.bounds.Bytes }

// file is the current file. Nil when it is left out.
func (c *collector) file() *File {
	if c.isLeft || len(c.files) == 0 {
		return nil
	}
	return &c.files[len(c.files)-1]
}

// place begins a hunk.
func (c *collector) place(old, new int) {
	c.next = &Hunk{Old: old, New: new}
}

// hunk takes up the hunk that begins.
func (c *collector) hunk() {
	if c.next == nil {
		c.place(0, 0)
	}
	f := c.file()
	f.Hunks, c.next = append(f.Hunks, *c.next), nil
}

// line adds a line with its mark to the current hunk. The first line that does not fit ends what is kept of the file.
func (c *collector) line(line string) {
	f := c.file()
	if f == nil {
		return
	}
	switch line[0] {
	case '+':
		f.Added++
	case '-':
		f.Deleted++
	}
	line = strings.TrimSuffix(line, "\n")
	if f.More > 0 || c.bounds.Lines > 0 && c.lines >= c.bounds.Lines || c.isFull(len(line)) {
		f.More++
		return
	}
	if c.next != nil || len(f.Hunks) == 0 {
		c.hunk()
	}
	c.lines++
	c.bytes += len(line)
	last := &f.Hunks[len(f.Hunks)-1]
	last.Lines = append(last.Lines, strings.ToValidUTF8(strings.Clone(line), "\uFFFD"))
}
