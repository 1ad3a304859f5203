package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"stead/internal/term/plain"
)

// Select Graphic Rendition codes (ECMA-48). Only the sixteen basic colours are used.
const (
	reset  = "\x1b[0m"
	bold   = "\x1b[1m"
	faint  = "\x1b[2m"
	italic = "\x1b[3m"
	under  = "\x1b[4m"
	struck = "\x1b[9m"
	code   = "\x1b[36m"
)

func (d *drawing) style(begin, text string) string {
	if !d.colored || text == "" {
		return text
	}
	// The end of an inner style also ends the style around it, so that style must begin again.
	return begin + strings.ReplaceAll(text, reset, reset+begin) + reset
}

// inline returns the text of a node, with its styles.
func (d *drawing) inline(parent ast.Node) string {
	var b strings.Builder
	d.write(&b, parent, 0)
	return b.String()
}

func (d *drawing) write(b *strings.Builder, parent ast.Node, depth int) {
	if depth > deepest {
		d.flat(b, parent)
		return
	}
	// A block of any kind without children.
	if parent.FirstChild() == nil && parent.Type() == ast.TypeBlock && parent.Lines() != nil {
		b.Write(parent.Lines().Value(d.source))
		return
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		b.WriteString(d.span(n, depth))
	}
}

// flat writes the text of a node without styles.
func (d *drawing) flat(b *strings.Builder, parent ast.Node) {
	_ = ast.Walk(parent, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // no step of the walk fails
		if text, ok := n.(*ast.Text); ok && entering {
			b.WriteString(d.text(text))
		}
		return ast.WalkContinue, nil
	})
}

// span returns one part of a text.
func (d *drawing) span(n ast.Node, depth int) string {
	inner := func() string {
		var b strings.Builder
		d.write(&b, n, depth+1)
		return b.String()
	}
	switch n := n.(type) {
	case *ast.Text:
		return d.text(n)
	case *ast.String:
		return string(n.Value)
	case *ast.CodeSpan:
		return d.mark("`", code, inner())
	case *ast.Emphasis:
		if n.Level > 1 {
			return d.mark("**", bold, inner())
		}
		return d.mark("*", italic, inner())
	case *east.Strikethrough:
		return d.mark("~~", struck, inner())
	case *ast.Link:
		return d.link(inner(), string(n.Destination))
	case *ast.Image:
		return d.link(inner(), string(n.Destination))
	case *ast.AutoLink:
		return d.style(under, string(n.Label(d.source)))
	case *ast.RawHTML:
		return string(n.Segments.Value(d.source))
	case *east.TaskCheckBox:
		if n.IsChecked {
			return "[x] "
		}
		return "[ ] "
	}
	return inner()
}

func (d *drawing) text(n *ast.Text) string {
	raw := n.Segment.Value(d.source)
	if n.Parent().Kind() != ast.KindCodeSpan && !n.IsRaw() {
		raw = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
	}
	text := plain.Text(string(raw)) // an entity may represent any character
	switch {
	case n.HardLineBreak():
		return text + "\n"
	case n.SoftLineBreak():
		return text + " "
	}
	return text
}

// mark shows a text in its style, or between its marks if there are no styles.
func (d *drawing) mark(around, begin, text string) string {
	if !d.colored {
		return around + text + around
	}
	return d.style(begin, text)
}

// link shows a link, followed by its destination if the text does not contain it.
func (d *drawing) link(text, to string) string {
	to = plain.Line(to)
	if to == "" || ansi.Strip(text) == to {
		return d.style(under, text)
	}
	return d.style(under, text) + d.style(faint, " ("+to+")")
}

// wrapped wraps a text into lines. A style that spans a line break ends before it and begins again after it, so that
// each line is self-contained.
func (d *drawing) wrapped(text string, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(plain.Wrap(text, width), "\n") {
		lines = append(lines, strings.Split(hardWrap(line, width), "\n")...) // x/ansi 0.11.7 does not wrap "- - -"
	}
	open := ""
	for i, line := range lines {
		begins := open
		open = lastStyle(open, line)
		lines[i] = begins + strings.TrimRight(line, " ")
		if open != "" {
			lines[i] += reset
		}
	}
	return lines
}

// lastStyle returns the sequences in effect after a line.
func lastStyle(open, line string) string {
	for {
		at := strings.IndexByte(line, '\x1b')
		if at < 0 {
			return open
		}
		end := strings.IndexByte(line[at:], 'm')
		if end < 0 {
			return open
		}
		sequence := line[at : at+end+1]
		if sequence == reset {
			open = ""
		} else {
			open += sequence
		}
		line = line[at+end+1:]
	}
}

// hardWrap wraps a line of code exactly at the width. 0 means no limit.
func hardWrap(line string, width int) string { return ansi.Hardwrap(line, width, true) }
