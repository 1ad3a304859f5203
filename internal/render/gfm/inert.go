package gfm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Inert returns the text as Markdown that can be embedded in another document. Raw HTML is escaped and shown. Links
// lead only to web pages, mail addresses and files next to the document. No definition of a link affects other texts,
// and every construct is closed. A text for which this fails is returned as a block of code.
func Inert(markdown string) string {
	if len(markdown) > longest || isTangled(markdown) {
		return Fence(markdown, "")
	}
	source := strings.TrimRight(strings.ReplaceAll(markdown, "\x00", "\uFFFD"), " \t\n")
	if !strings.ContainsAny(source, "<[") && !strings.Contains(source, "```") && !strings.Contains(source, "~~~") {
		return source + "\n" // it can contain no HTML, link or open fence
	}
	// Escaping can reveal what was hidden before: an HTML comment may hide a tag.
	for range 4 {
		document := parse(source + behind)
		escapes := dangers(document, []byte(source+behind))
		if len(escapes) > 0 {
			source = escape(source, escapes)
			continue
		}
		if isContained(document, source) {
			return source + "\n"
		}
		source += "\n" + openFence(document, source)
	}
	return Fence(markdown, "")
}

// behind is appended to a text to check whether the text would swallow what follows.
const behind = "\n\nbehind"

func parse(source string) ast.Node { return engine().Parser().Parse(text.NewReader([]byte(source))) }

// dangers returns the offsets that need a backslash.
func dangers(document ast.Node, source []byte) []int {
	var at []int
	for _, n := range nodes(document) {
		switch n := n.(type) {
		case *ast.RawHTML:
			at = append(at, n.Segments.At(0).Start)
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				at = appendAngles(at, source, n.Lines().At(i))
			}
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !isWeb(n.URL(source)) && source[n.Pos()] == '<' {
				at = append(at, n.Pos())
			}
		case *ast.Link:
			if !isHarmless(n.Destination) {
				at = append(at, n.Pos())
			}
		case *ast.Image:
			if !isHarmless(n.Destination) {
				at = append(at, n.Pos(), n.Pos()+1)
			} else if isWeb(n.Destination) {
				at = append(at, n.Pos()) // loading a picture tells its host who reads the session
			}
		case *ast.LinkReferenceDefinition:
			at = append(at, n.Pos())
		}
	}
	slices.Sort(at)
	return at
}

func appendAngles(at []int, source []byte, line text.Segment) []int {
	for i := line.Start; i < line.Stop; i++ {
		if source[i] == '<' {
			at = append(at, i)
		}
	}
	return at
}

func escape(source string, at []int) string {
	var b strings.Builder
	from := 0
	for _, offset := range at {
		b.WriteString(source[from:offset])
		b.WriteByte('\\')
		from = offset
	}
	b.WriteString(source[from:])
	return b.String()
}

// isHarmless reports whether a link leads to the web, or to one of the reader's files. A destination that begins with
// two slashes, in whatever spelling, leads to another host.
func isHarmless(destination []byte) bool {
	path := bytes.TrimPrefix(bytes.TrimSpace(destination), []byte("/"))
	first, _, _ := bytes.Cut(path, []byte("/"))
	return isWeb(destination) || !bytes.HasPrefix(path, []byte("/")) && !bytes.ContainsAny(first, ":&\\%\t\r\n")
}

// isContained reports whether a text after this one would begin a block of its own.
func isContained(document ast.Node, source string) bool {
	return document.LastChild().Pos() == len(source)+len("\n\n")
}

// openFence returns the fence that closes the code block in which the text ends: no other block continues after an
// empty line.
func openFence(document ast.Node, source string) string {
	block := source[document.LastChild().Pos():]
	return block[:len(block)-len(strings.TrimLeft(block, block[:1]))]
}

// Fence returns the text as a block of code, with a fence that does not occur in the text. Language may be empty.
func Fence(code, language string) string {
	longest, run := 2, 0
	for i := range len(code) {
		if code[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + language + "\n" + strings.TrimSuffix(code, "\n") + "\n" + fence + "\n"
}
