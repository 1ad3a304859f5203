package terminal

import (
	"bufio"
	"strings"

	"stead/internal/term/plain"
	"stead/timeline"
)

// Select Graphic Rendition codes (ECMA-48). The colours are only those that every terminal theme makes readable.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	reset = "\x1b[0m"
)

var colors = map[timeline.EntryType]string{
	timeline.User: "\x1b[36m", timeline.Assistant: "\x1b[32m", timeline.ToolCall: "\x1b[33m", timeline.System: "\x1b[35m",
}

// pen writes lines according to the options. The buffer keeps the error of a write until it is flushed.
type pen struct {
	Options
	w *bufio.Writer
}

func (p pen) style(code, text string) string {
	if !p.Color || text == "" || code == "" {
		return text
	}
	return code + text + reset
}

// line writes one line unchanged.
func (p pen) line(prefix, text string) {
	_, _ = p.w.WriteString(strings.TrimRight(prefix+text, " ") + "\n")
}

// text writes lines, wrapped, each after the prefix.
func (p pen) text(prefix, text string) { p.styled(prefix, "", text) }

// dim is like text, for less important lines.
func (p pen) dim(prefix, text string) { p.styled(prefix, faint, text) }

func (p pen) styled(prefix, code, text string) {
	width := p.Width
	if width > 0 {
		width = max(width-len(prefix), 1)
	}
	for line := range strings.SplitSeq(plain.Wrap(text, width), "\n") {
		p.line(prefix, p.style(code, line))
	}
}
