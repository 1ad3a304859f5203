// Package html writes a session as a page for people: one self-contained file that needs no network and no program.
// Nothing from the session can become active in it.
package html

import (
	"bufio"
	_ "embed" // for the page's parts
	"fmt"
	"html/template"
	"io"
	"sync"

	"stead/internal/render/gfm"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

//go:embed page.tmpl
var parts string

//go:embed style.css
var style string

// Style returns the style sheet of pages about sessions.
func Style() template.CSS { return template.CSS(style) }

// page holds the templates of the page's parts. They escape values for the place at which they insert them. They are
// parsed only when a page is written, because this takes 3 ms, which every start of stead would otherwise pay.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"style":   Style,
		"plain":   plain.Clean,
		"line":    plain.Line,
		"size":    transcript.Size,
		"count":   transcript.Count,
		"changes": func(diff string) []changed { return changedLines(diff) },
		// gfm creates only its own tags, and links only to the web.
		"markdown": func(t timeline.Text) template.HTML { return template.HTML(gfm.HTML(plain.Clean(t.String()))) },
	}).Parse(parts))
})

// Write writes the session under the given name. It reads the session twice, and holds only a few steps of it in
// memory. Errors are those of the stream and of w.
func Write(w io.Writer, name string, s timeline.Stream, o transcript.Options) (transcript.Written, error) {
	overview, err := transcript.Survey(s)
	if err != nil {
		return transcript.Written{}, err
	}
	buffered := bufio.NewWriterSize(w, 64<<10)
	p := &printer{Options: o, w: buffered, written: &transcript.Written{}, model: overview.FirstModel()}
	p.put("top", top{
		Title: overview.Title(name), Facts: transcript.Facts(name, s.Header, overview, o.Zone), Prompts: p.contents(overview),
	})
	if err := p.steps(s); err != nil {
		return *p.written, err
	}
	p.put("bottom", nil)
	if p.err != nil {
		return *p.written, p.err
	}
	return *p.written, buffered.Flush()
}

type top struct {
	Title   string
	Facts   []transcript.Fact
	Prompts []prompt
}

type prompt struct {
	Number       int
	Title, Clock string
}

// fewestListed is the minimum number of prompts for a table of contents.
const fewestListed = 3

func (p *printer) contents(o transcript.Overview) []prompt {
	if len(o.Prompts) < fewestListed {
		return nil
	}
	var prompts []prompt
	for i, one := range o.Prompts {
		prompts = append(prompts, prompt{Number: i + 1, Title: one.Title, Clock: p.clock(one.Timestamp)})
	}
	return prompts
}

// put writes a part of the page. After an error it does nothing.
func (p *printer) put(part string, data any) {
	if p.err != nil {
		return
	}
	if err := page().ExecuteTemplate(p.w, part, data); err != nil {
		p.err = fmt.Errorf("write the page: %w", err)
	}
}
