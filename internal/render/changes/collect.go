package changes

import "strings"

// Bounds limit how much is kept. 0 means no limit.
type Bounds struct {
	// Lines limits the lines of one file, Files the files, and Bytes the total text of lines and paths.
	Lines, Files, Bytes int
}

// collector builds files line by line. It counts what exceeds the bounds, without keeping it in memory.
type collector struct {
	bounds Bounds
	files  []File
	// lines is the number of lines kept of the current file. Bytes is the total size of the kept text.
	lines, bytes int
	// left counts the files that were left out. IsLeft says that the current file is one of them.
	left   int
	isLeft bool
	// next is the hunk that begins with the next line. It is nil if the next line continues the last hunk.
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

// file returns the current file, or nil if it is left out.
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

// hunk adds the next hunk to the current file.
func (c *collector) hunk() {
	if c.next == nil {
		c.place(0, 0)
	}
	f := c.file()
	f.Hunks, c.next = append(f.Hunks, *c.next), nil
}

// line adds a line with its mark to the current hunk. No line after the first one that does not fit is kept of the
// file.
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
