package gfm

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Parse returns the tree of a text. Its nodes refer to source. Ok is false for a text that is too long, or that was
// made to keep a parser busy. The caller then shows the text unchanged.
func Parse(markdown string) (document ast.Node, source []byte, ok bool) {
	if len(markdown) > longest || isTangled(markdown) {
		return nil, nil, false
	}
	source = []byte(markdown)
	return engine().Parser().Parse(text.NewReader(source)), source, true
}
