// Package gfm handles Markdown that strangers wrote, in GitHub's flavour. A model's answer may hold anything, but
// nothing in it may become active in a page or swallow the text after it.
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

// longest is the length in bytes up to which a text is read as Markdown. A longer one is no prose but a dump, and its
// tree would take many times its memory.
const longest = 256 << 10

var engine = sync.OnceValue(func() goldmark.Markdown { return goldmark.New(goldmark.WithExtensions(extension.GFM)) })

// HTML returns the text rendered. It holds no script, loads nothing and links to web pages and mail addresses only: raw
// HTML is shown as the text that it is, a picture as a link, and a link to anything else as text.
func HTML(markdown string) string {
	if len(markdown) > longest || isTangled(markdown) {
		return "<pre>" + html.EscapeString(markdown) + "</pre>\n"
	}
	source := []byte(markdown)
	document := engine().Parser().Parse(text.NewReader(source))
	disarm(document, source)
	var rendered bytes.Buffer
	_ = engine().Renderer().Render(&rendered, source, document) // a buffer takes everything
	return rendered.String()
}

// disarm puts harmless nodes in the place of those that a page would act upon.
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

// nodes returns the tree's nodes that may have to be replaced, children before parents.
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

// literal is a text that is shown as it stands.
func literal(s string) *ast.String {
	n := ast.NewString([]byte(s))
	n.SetRaw(true)
	return n
}

// linkInstead makes a picture a link: a page that loads it would tell its host who reads the session.
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

// textInstead makes a link its text, followed by where it would lead when that says more.
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

// isWeb reports whether a link leads to a web page or a mail address. What is written in another way, with character
// references for example, does not count.
func isWeb(destination []byte) bool {
	scheme, _, found := strings.Cut(strings.ToLower(string(destination[:min(len(destination), 16)])), ":")
	return found && (scheme == "http" || scheme == "https" || scheme == "mailto")
}

// LiveHTML returns the pieces of a document that a viewer takes for HTML, in their order.
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
