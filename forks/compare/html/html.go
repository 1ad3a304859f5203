// Package html writes a comparison of two sessions as a page: one file that needs nothing beside it, in which nothing
// that a session holds comes alive. It looks as the pages of sessions do.
package html

import (
	"bufio"
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"sync"

	"stead/forks/compare"
	"stead/internal/render/gfm"
	"stead/internal/render/transcript"
	transcripthtml "stead/internal/render/transcript/html"
	"stead/internal/term/plain"
)

//go:embed page.tmpl
var source string

//go:embed style.css
var style string

// page is parsed when one is written: every start of stead would pay for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"style": func() template.CSS { return transcripthtml.Style() + template.CSS(style) },
		"plain": plain.Clean,
		"line":  plain.Line,
		"size":  transcript.Size,
		// gfm makes no tags but its own, and links to the web only.
		"markdown": func(t compare.Text) template.HTML { return template.HTML(gfm.HTML(plain.Clean(t.Text))) },
		"side":     func(which string, t *compare.Turn) turn { return turn{which, t} },
		"session":  func(which string, s compare.Side) session { return session{which, s} },
		"changes":  func(by string, files []string) changes { return changes{by, files} },
	}).Parse(source))
})

// What parts of the page are given: a part takes one value.
type (
	session struct {
		Which string
		compare.Side
	}
	turn struct {
		Which string
		*compare.Turn
	}
	changes struct {
		By    string
		Files []string
	}
)

// Write writes the comparison. The error is that of w.
func Write(w io.Writer, c compare.Comparison) error {
	buffered := bufio.NewWriter(w)
	if err := page().Execute(buffered, c); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return buffered.Flush()
}
