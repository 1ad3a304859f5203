package changes

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Reader reads a unified diff as git writes it, which is written to it in parts. What does not fit its bounds is
// counted and not kept.
type Reader struct {
	collect *collector
	// begun is the beginning of a line whose end has not come, cut where it is longer than a line may be.
	begun []byte
	// old and new are how many lines of the hunk are to come.
	old, new int
}

// longestLine is how much of a line is kept, in bytes.
const longestLine = 4 << 10

// NewReader returns a reader.
func NewReader(b Bounds) *Reader { return &Reader{collect: newCollector(b)} }

// Changes returns what was read. It is called once, at the end.
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

// take reads a line. What stands in a hunk is told by the numbers of its head: a line that went out may look like the
// head of a file.
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

// body reads a line of a hunk.
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
	default: // that a file has no end of line at its end
		return
	}
	r.collect.line(line)
}

// hunk reads "@@ -1,2 +1,3 @@".
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

// spanOf reads "-1,2": where it begins, and how many lines it has.
func spanOf(text string) (from, count int) {
	first, many, isMany := strings.Cut(strings.TrimLeft(text, "+-"), ",")
	from, _ = strconv.Atoi(first)
	if count = 1; isMany {
		count, _ = strconv.Atoi(many)
	}
	return from, max(0, count)
}

// head reads a line between the name of a file and its hunks.
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

// pathOf reads the path out of "diff --git a/x b/x", where both are the same: where they are not, other lines name
// them.
func pathOf(line string) string {
	rest := strings.TrimPrefix(line, "diff --git ")
	return within(rest[len(rest)/2+len(rest)%2:])
}

// within takes the a/ or b/ from a path, and the tab that git puts behind one with blanks.
func within(path string) string {
	path = unquoted(strings.TrimSuffix(path, "\t"))
	if _, rest, ok := strings.Cut(path, "/"); ok {
		return rest
	}
	return path
}

// unquoted reads a path as git quotes it.
func unquoted(path string) string {
	if !strings.HasPrefix(path, `"`) {
		return path
	}
	if text, err := strconv.Unquote(path); err == nil {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return fmt.Sprintf("%.500s", path)
}
