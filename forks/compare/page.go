package compare

import (
	"bufio"
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"sync"

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
		"markdown": func(t Text) template.HTML { return template.HTML(gfm.HTML(plain.Clean(t.Text))) },
		"side":     func(which string, t *Turn) pageTurn { return pageTurn{which, t} },
		"session":  func(which string, s Side) session { return session{which, s} },
		"changes":  func(by string, files []string) changes { return changes{by, files} },
	}).Parse(source))
})

// What parts of the page are given: a part takes one value.
type (
	session struct {
		Which string
		Side
	}
	pageTurn struct {
		Which string
		*Turn
	}
	changes struct {
		By    string
		Files []string
	}
)

// WritePage writes the comparison. The error is that of w.
func WritePage(w io.Writer, c Comparison) error {
	buffered := bufio.NewWriter(w)
	if err := page().Execute(buffered, c); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return buffered.Flush()
}
