package changes

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Reader parses a unified diff in git's format that is written to it in parts. It counts what exceeds its bounds,
// without keeping it.
type Reader struct {
	collect *collector
	// begun is the beginning of an unfinished line. It is cut if the line is too long.
	begun []byte
	// old and new are the numbers of lines that the hunk still has to come.
	old, new int
}

// longestLine is the number of bytes kept of a line.
const longestLine = 4 << 10

// NewReader returns a reader.
func NewReader(b Bounds) *Reader { return &Reader{collect: newCollector(b)} }

// Changes returns the changes that were read. It must be called only once, at the end.
func (r *Reader) Changes() Changes {
	if len(r.begun) > 0 {
		r.take(string(r.begun))
		r.begun = nil
	}
	return r.collect.done()
}

// Write implements [io.Writer]. It never fails.
func (r *Reader) Write(part []byte) (int, error) {
	length := len(part)
	for {
		end := bytes.IndexByte(part, '\n')
		line := part
		if end >= 0 {
			line = part[:end]
		}
		r.begun = append(r.begun, line[:min(len(line), max(0, longestLine-len(r.begun)))]...)
		if end < 0 {
			return length, nil
		}
		r.take(string(r.begun))
		r.begun, part = r.begun[:0], part[end+1:]
	}
}

// take handles a line. The numbers in the head of a hunk determine which lines belong to it, because a deleted line may
// look like the head of a file.
func (r *Reader) take(line string) {
	if r.old > 0 || r.new > 0 {
		r.body(line)
		return
	}
	switch {
	case strings.HasPrefix(line, "diff --git "):
		r.collect.begin(pathOf(line))
	case strings.HasPrefix(line, "@@ "):
		r.hunk(line)
	default:
		if f := r.collect.file(); f != nil {
			f.head(line)
		}
	}
}

// body handles a line of a hunk.
func (r *Reader) body(line string) {
	if line == "" {
		line = " "
	}
	switch line[0] {
	case '+':
		r.new--
	case '-':
		r.old--
	case ' ':
		r.old--
		r.new--
	default: // the note that a file has no newline at its end
		return
	}
	r.collect.line(line)
}

// hunk parses "@@ -1,2 +1,3 @@".
func (r *Reader) hunk(line string) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return
	}
	var old, new int
	old, r.old = spanOf(fields[1])
	new, r.new = spanOf(fields[2])
	r.collect.place(old, new)
}

// spanOf parses "-1,2": the first line and the number of lines.
func spanOf(text string) (from, count int) {
	first, many, isMany := strings.Cut(strings.TrimLeft(text, "+-"), ",")
	from, _ = strconv.Atoi(first)
	if count = 1; isMany {
		count, _ = strconv.Atoi(many)
	}
	return from, max(0, count)
}

// head handles a line between the name of a file and its hunks.
func (f *File) head(line string) {
	kind, rest, _ := strings.Cut(line, " ")
	switch {
	case kind == "---" && rest != "/dev/null":
		f.Path = within(rest)
	case kind == "+++" && rest != "/dev/null":
		f.Path = within(rest)
	case strings.HasPrefix(line, "rename from "):
		f.Old = unquoted(strings.TrimPrefix(line, "rename from "))
	case strings.HasPrefix(line, "rename to "):
		f.Path = unquoted(strings.TrimPrefix(line, "rename to "))
	case strings.HasPrefix(line, "Binary files "), line == "GIT binary patch":
		f.Binary = true
	}
}

// pathOf returns the path in "diff --git a/x b/x", where both are the same. If they differ, other lines name them.
func pathOf(line string) string {
	rest := strings.TrimPrefix(line, "diff --git ")
	return within(rest[len(rest)/2+len(rest)%2:])
}

// within removes the a/ or b/ from a path, and the tab that git puts after a path with blanks.
func within(path string) string {
	path = unquoted(strings.TrimSuffix(path, "\t"))
	if _, rest, ok := strings.Cut(path, "/"); ok {
		return rest
	}
	return path
}

// unquoted parses a path that git may have quoted.
func unquoted(path string) string {
	if !strings.HasPrefix(path, `"`) {
		return path
	}
	if text, err := strconv.Unquote(path); err == nil {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return fmt.Sprintf("%.500s", path)
}
