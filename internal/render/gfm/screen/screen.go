// Package screen draws Markdown for a terminal: it formats headings, lists, tables, quotes and code, and wraps them to
// a width.
//
// # Why not glamour
//
// The standard library for this, glamour 2.0.1, depends on chroma, which takes 11 ms at the start of every program that
// links it (measured with inittrace; stead's whole start takes less). It makes the program 9 MB larger and renders
// whole documents in 256 colours. A conversation needs only a few hundred lines on top of goldmark, which stead uses
// anyway. This package uses only the sixteen colours that each theme makes readable.
package screen

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"stead/internal/render/gfm"
	"stead/internal/term/plain"
)

// Draw returns the lines of a text, none wider than width. A width of 0 means no limit. The text may be a stranger's:
// only its characters reach the terminal. Colored allows escape sequences of styles, each of which ends on its own
// line.
func Draw(markdown string, width int, colored bool) []string {
	clean := strings.Trim(plain.Text(markdown), "\n")
	document, source, ok := gfm.Parse(clean)
	if !ok {
		return (&drawing{}).wrapped(clean, width)
	}
	d := drawing{source: source, colored: colored}
	return d.blocks(document, width)
}

// drawing draws one document.
type drawing struct {
	source  []byte
	colored bool
}

// deepest is the maximum depth of nested blocks that are drawn with their style.
const deepest = 100

// least is the width below which nested blocks are not indented.
const least = 12

// beside returns the width that is left next to a prefix, and the prefix. The prefix becomes empty if there is no room
// for it.
func beside(width int, prefix string) (left int, kept string) {
	switch left = width - ansi.StringWidth(prefix); {
	case width == 0:
		return 0, prefix
	case left < least:
		return width, ""
	}
	return left, prefix
}

// blocks draws the blocks in a node, with a blank line between them unless they are the items of a tight list.
func (d *drawing) blocks(parent ast.Node, width int) []string {
	var lines []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		drawn := d.block(n, width)
		if len(drawn) == 0 {
			continue
		}
		if len(lines) > 0 && !isTight(parent, n) {
			lines = append(lines, "")
		}
		lines = append(lines, drawn...)
	}
	return lines
}

// isTight reports whether a block follows the one before without a blank line.
func isTight(parent, n ast.Node) bool {
	if list, ok := parent.(*ast.List); ok {
		return list.IsTight
	}
	_, inItem := parent.(*ast.ListItem)
	_, isList := n.(*ast.List)
	return inItem && isList
}

func (d *drawing) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return d.heading(n, width)
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return d.code(n, width)
	case *ast.Blockquote:
		left, bar := beside(width, d.style(faint, "│")+" ")
		return prefixed(d.blocks(n, left), bar)
	case *ast.List:
		return d.list(n, width)
	case *ast.ThematicBreak:
		return []string{d.style(faint, strings.Repeat("─", max(3, min(width, 40))))}
	case *east.Table:
		return d.table(n, width)
	}
	return d.wrapped(d.inline(n), width)
}

func (d *drawing) heading(n *ast.Heading, width int) []string {
	text := d.inline(n)
	if !d.colored {
		return d.wrapped(strings.Repeat("#", n.Level)+" "+text, width)
	}
	lines := d.wrapped(text, width)
	for i := range lines {
		lines[i] = d.style(bold, lines[i])
	}
	return lines
}

// code draws lines unchanged, but indented.
func (d *drawing) code(n ast.Node, width int) []string {
	left, indent := beside(width, "    ")
	var lines []string
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := strings.TrimRight(string(segment.Value(d.source)), "\n")
		lines = append(lines, strings.Split(hardWrap(line, left), "\n")...)
	}
	if block, ok := n.(*ast.HTMLBlock); ok && block.HasClosure() {
		lines = append(lines, strings.Split(hardWrap(strings.TrimRight(string(block.ClosureLine.Value(d.source)), "\n"),
			left), "\n")...)
	}
	for i := range lines {
		lines[i] = d.style(code, lines[i])
	}
	return prefixed(lines, indent)
}

func (d *drawing) list(n *ast.List, width int) []string {
	var lines []string
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "• "
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		left, mark := beside(width, mark)
		drawn := d.blocks(item, left)
		if len(drawn) == 0 {
			drawn = []string{""}
		}
		if len(lines) > 0 && !n.IsTight {
			lines = append(lines, "")
		}
		drawn = prefixed(drawn, strings.Repeat(" ", plain.Width(mark)))
		drawn[0] = d.style(faint, mark) + strings.TrimPrefix(drawn[0], strings.Repeat(" ", plain.Width(mark)))
		lines = append(lines, drawn...)
	}
	return lines
}

// prefixed puts a prefix before each line.
func prefixed(lines []string, prefix string) []string {
	for i := range lines {
		lines[i] = prefix + lines[i]
	}
	return lines
}
