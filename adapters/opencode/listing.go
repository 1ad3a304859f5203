package opencode

import (
	"fmt"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
)

// passage is what the tool read gives to the model: a file, a folder (whose path ends with a slash), or lines of a
// file. Last is 0 for a whole file or folder.
type passage struct {
	path        string
	first, last int64
}

// passageOf parses the input of a call of read.
func passageOf(input jsonl.Value) passage {
	p := passage{path: input.Get("filePath").String(), first: max(input.Get("offset").Int(), 1)}
	if limit := input.Get("limit").Int(); limit > 0 {
		p.last = p.first + limit - 1
	}
	return p
}

var lines = lazy.Regexp(`^(?s)(.+)#L(\d+)-(\d+)$`)

// parseName is the reverse of name.
func parseName(name string) passage {
	m := lines().FindStringSubmatch(name)
	if m == nil {
		return passage{path: name, first: 1}
	}
	first, _ := strconv.ParseInt(m[2], 10, 32) // too many digits yield the largest value
	last, _ := strconv.ParseInt(m[3], 10, 32)
	return passage{path: m[1], first: max(first, 1), last: max(last, first, 1)}
}

// name returns the name of a mention of the passage.
func (p passage) name() string {
	if p.last == 0 {
		return p.path
	}
	return fmt.Sprintf("%s#L%d-%d", p.path, p.first, p.last)
}

// The tags that the tool read puts around its output.
const (
	listingHead = "<path>%s</path>\n<type>%s</type>\n<%s>\n"
	fileTag     = "content"
	folderTag   = "entries"
)

// Listing returns a file's content in the form in which the tool read gives it to the model: in tags, with line
// numbers. For a folder, whose name ends with a slash, content is the list of its entries.
func Listing(name, content string) string {
	p := parseName(name)
	if folder, isFolder := strings.CutSuffix(p.path, "/"); isFolder {
		count := strings.Count(content, "\n") + 1
		return fmt.Sprintf(listingHead, folder, "directory", folderTag) +
			fmt.Sprintf("%s\n\n(%d entries)\n</entries>", content, count)
	}
	var b strings.Builder
	fmt.Fprintf(&b, listingHead, p.path, "file", fileTag)
	number := p.first - 1
	for line := range strings.SplitSeq(content, "\n") {
		if number++; number > p.first {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%d: %s", number, line)
	}
	if p.last == 0 {
		fmt.Fprintf(&b, "\n\n(End of file - total %d lines)", number)
	} else {
		fmt.Fprintf(&b, "\n\n(Showing lines %d-%d of %d. Use offset=%d to continue.)", p.first, number, number+1, number+1)
	}
	return b.String() + "\n</content>"
}

// ParseListing returns the content in an output of the tool read, without the tags and line numbers. Folder reports
// that the content lists a folder. ParseListing returns any other text unchanged.
func ParseListing(text string) (content string, folder bool) {
	head, body, ok := strings.Cut(text, "</type>\n<")
	tag, body, ok2 := strings.Cut(body, ">\n")
	end := strings.LastIndex(body, "\n</"+tag+">")
	if !ok || !ok2 || !strings.HasPrefix(head, "<path>") || end < 0 {
		return text, false
	}
	body, rest := body[:end], body[end+len("\n</>")+len(tag):]
	switch tag {
	case folderTag:
		if at := strings.LastIndex(body, "\n\n("); at >= 0 && strings.HasSuffix(body, " entries)") {
			body = body[:at]
		}
		return body + rest, true
	case fileTag:
		if content, ok = unnumbered(body); ok {
			return content + rest, false
		}
	}
	return text, false
}

// unnumbered removes the numbers from lines, and the remark that follows the lines.
func unnumbered(body string) (string, bool) {
	at := strings.LastIndex(body, "\n\n(")
	if at < 0 || !strings.HasSuffix(body, ")") {
		return "", false
	}
	if at == 0 {
		return "", true // an empty file
	}
	all := strings.Split(body[:at], "\n")
	for i, line := range all {
		number, content, ok := strings.Cut(line, ": ")
		if _, err := strconv.ParseUint(number, 10, 32); !ok || err != nil {
			return "", false
		}
		all[i] = content
	}
	return strings.Join(all, "\n"), true
}
