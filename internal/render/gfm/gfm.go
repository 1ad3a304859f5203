// Package gfm handles Markdown from strangers, in GitHub's flavour. A model's answer may contain anything, but nothing
// in it may become active in a page or swallow the text after it.
package gfm

import (
	"bytes"
	"html"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// longest is the maximum length, in bytes, of a text that is parsed as Markdown. A longer one is not prose but a dump,
// and its tree would take many times its memory.
const longest = 256 << 10

var engine = sync.OnceValue(func() goldmark.Markdown { return goldmark.New(goldmark.WithExtensions(extension.GFM)) })

// HTML renders the text as HTML. The result contains no script, loads nothing and links only to web pages and mail
// addresses. Raw HTML is shown as text, a picture as a link, and any other link as text.
func HTML(markdown string) string {
	if len(markdown) > longest || isTangled(markdown) {
		return "<pre>" + html.EscapeString(markdown) + "</pre>\n"
	}
	source := []byte(markdown)
	document := engine().Parser().Parse(text.NewReader(source))
	disarm(document, source)
	var rendered bytes.Buffer
	_ = engine().Renderer().Render(&rendered, source, document) // a buffer accepts all writes
	return rendered.String()
}

// disarm replaces the nodes that a page would act on by harmless ones.
func disarm(document ast.Node, source []byte) {
	for _, n := range nodes(document) {
		switch n := n.(type) {
		case *ast.RawHTML:
			replace(n, literal(string(n.Segments.Value(source))))
		case *ast.HTMLBlock:
			lines := n.Lines()
			if n.HasClosure() {
				lines.Append(n.ClosureLine)
			}
			block := ast.NewCodeBlock()
			block.SetLines(lines)
			replace(n, block)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !isWeb(n.URL(source)) {
				replace(n, literal(string(n.Label(source))))
			}
		case *ast.Image:
			linkInstead(n)
		case *ast.Link:
			if !isWeb(n.Destination) {
				textInstead(n, source)
			}
		}
	}
}

// nodes returns the nodes of the tree that may have to be replaced, children before parents.
func nodes(document ast.Node) []ast.Node {
	var found []ast.Node
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // no step of the walk fails
		if !entering {
			switch n.Kind() {
			case ast.KindRawHTML, ast.KindHTMLBlock, ast.KindImage, ast.KindLink, ast.KindAutoLink,
				ast.KindLinkReferenceDefinition:
				found = append(found, n)
			}
		}
		return ast.WalkContinue, nil
	})
	return found
}

func replace(old, replacement ast.Node) { old.Parent().ReplaceChild(old.Parent(), old, replacement) }

// literal returns a node that shows s unchanged.
func literal(s string) *ast.String {
	n := ast.NewString([]byte(s))
	n.SetRaw(true)
	return n
}

// linkInstead turns a picture into a link: a page that loads it would tell the picture's host who reads the session.
func linkInstead(picture *ast.Image) {
	link := ast.NewLink()
	link.Destination, link.Title = picture.Destination, picture.Title
	link.AppendChild(link, literal("picture "))
	move(picture, link)
	if !isWeb(link.Destination) {
		span := ast.NewEmphasis(1)
		move(link, span)
		replace(picture, span)
		return
	}
	replace(picture, link)
}

// textInstead turns a link into its text, followed by its destination if the text does not contain it.
func textInstead(link *ast.Link, source []byte) {
	parent := link.Parent()
	label := plainText(link, source)
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	destination := string(link.Destination)
	if strings.Contains(label, destination) {
		parent.RemoveChild(parent, link)
		return
	}
	replace(link, literal(" ("+destination+")"))
}

func move(from, to ast.Node) {
	for child := from.FirstChild(); child != nil; child = from.FirstChild() {
		to.AppendChild(to, child)
	}
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// isWeb reports whether a link leads to a web page or a mail address. Links in another spelling, such as with character
// references, do not count.
func isWeb(destination []byte) bool {
	scheme, _, found := strings.Cut(strings.ToLower(string(destination[:min(len(destination), 16)])), ":")
	return found && (scheme == "http" || scheme == "https" || scheme == "mailto")
}

// LiveHTML returns the pieces of a document that a viewer treats as HTML, in their order.
func LiveHTML(markdown string) []string {
	source := []byte(markdown)
	var pieces []string
	for _, n := range nodes(parse(markdown)) {
		switch n := n.(type) {
		case *ast.RawHTML:
			pieces = append(pieces, string(n.Segments.Value(source)))
		case *ast.HTMLBlock:
			pieces = append(pieces, string(n.Lines().Value(source)))
		}
	}
	return pieces
}
