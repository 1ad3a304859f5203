package gfm

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Parse returns the tree of a text, whose nodes refer to it. It is false for a text that is too long, or was made to
// keep a parser busy: who shows that shows it as it stands.
func Parse(markdown string) (document ast.Node, source []byte, ok bool) {
	if len(markdown) > longest || isTangled(markdown) {
		return nil, nil, false
	}
	source = []byte(markdown)
	return engine().Parser().Parse(text.NewReader(source)), source, true
}
