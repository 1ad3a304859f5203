package replay

import (
	"fmt"
	"strings"

	"stead/internal/term/plain"
	"stead/timeline"
)

// line is a line of a screen: untrusted text, with control characters removed, and its style.
type line struct{ style, text string }

// Select Graphic Rendition codes (ECMA-48). The colours are only those that every terminal theme makes readable.
const (
	bold    = "\x1b[1m"
	faint   = "\x1b[2m"
	reverse = "\x1b[7m"
	red     = "\x1b[31m"
	green   = "\x1b[32m"
	yellow  = "\x1b[33m"
	magenta = "\x1b[35m"
	cyan    = "\x1b[36m"
	reset   = "\x1b[0m"
)

var speakers = map[timeline.EntryType]string{
	timeline.User: cyan, timeline.Assistant: green, timeline.ToolCall: yellow, timeline.ToolResult: yellow,
	timeline.System: magenta,
}

// drawn returns the line in the form for a terminal with this number of columns. 0 means no limit.
func (l line) drawn(columns int, colored bool) string {
	text := plain.Fit(l.text, columns)
	if !colored || l.style == "" || text == "" {
		return text
	}
	return l.style + text + reset
}

// page collects lines of at most columns columns.
type page struct {
	lines   []line
	columns int
	// most is the maximum number of lines of one text. 0 means no limit.
	most int
}

// longestText is the number of bytes shown of a text. For more, the user can read the file.
const longestText = 4 << 20

// headBytes is the number of bytes decoded of a folded text.
const headBytes = 64 << 10

func (p *page) add(style, text string) { p.lines = append(p.lines, line{style, text}) }

// text adds an untrusted text, wrapped and indented, and folded if the page has a limit.
func (p *page) text(style, indent string, t timeline.Text) {
	head := longestText
	if p.most > 0 {
		head = headBytes
	}
	text := t.String
	if t.Len() > head {
		text = func() string { return t.Head(head) }
	}
	p.block(style, indent, text(), t.Len()-head)
}

// block adds lines. Beyond is the number of bytes of the text that the lines do not contain.
func (p *page) block(style, indent, text string, beyond int) {
	width := p.columns
	if width > 0 {
		width = max(1, width-len(indent))
	}
	lines := strings.Split(plain.Wrap(strings.Trim(plain.Text(text), "\n"), width), "\n")
	more := len(lines) - p.most
	if p.most > 0 && more > 0 {
		lines = lines[:p.most]
	}
	for _, text := range lines {
		p.add(style, indent+strings.TrimRight(text, " "))
	}
	switch {
	case beyond > 0:
		p.add(faint, fmt.Sprintf("%s... %d bytes more", indent, beyond))
	case p.most > 0 && more > 0:
		p.add(faint, fmt.Sprintf("%s... %d more lines (o opens)", indent, more))
	}
}
