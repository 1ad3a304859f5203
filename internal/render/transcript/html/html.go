// Package html writes a session as a page for people: one self-contained file that needs no network and no program, and
// in which nothing from the session can become active.
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

// Style is the look of pages about sessions, a style sheet.
func Style() template.CSS { return template.CSS(style) }

// page holds the parts of which a page is made. They escape what they are given for the place where they put it. They
// are parsed when a page is written: every start of stead would pay 3 ms for them.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"style":   Style,
		"plain":   plain.Clean,
		"line":    plain.Line,
		"size":    transcript.Size,
		"count":   transcript.Count,
		"changes": func(diff string) []changed { return changedLines(diff) },
		// gfm makes no tags but its own, and links to the web only.
		"markdown": func(t timeline.Text) template.HTML { return template.HTML(gfm.HTML(plain.Clean(t.String()))) },
	}).Parse(parts))
})

// Write writes the session under the given name. It reads the session twice, and holds no more of it than a few steps.
// Errors are the stream's and those of w.
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

// fewestListed is how many prompts are worth a table of contents.
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
