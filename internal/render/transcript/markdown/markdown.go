// Package markdown writes a session as Markdown in GitHub's flavour, for people. The text is readable without
// rendering, and uses folds for viewers that support them.
package markdown

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"stead/internal/render/gfm"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Write writes the session under the given name. It reads the session twice, and once more if it has pictures, and
// holds only a few steps of it in memory. Errors are those of the stream and of w.
func Write(w io.Writer, name string, s timeline.Stream, o transcript.Options) (transcript.Written, error) {
	overview, err := transcript.Survey(s)
	if err != nil {
		return transcript.Written{}, err
	}
	buffered := bufio.NewWriterSize(w, 64<<10)
	p := &printer{pen: pen{Options: o, w: buffered, written: &transcript.Written{}, pictures: new(int), level: 2},
		model: overview.FirstModel()}
	p.top(name, s.Header, overview)
	if err := p.steps(s); err != nil {
		return *p.written, err
	}
	if *p.pictures > 0 {
		d := definitions{w: buffered}
		if err := d.steps(s); err != nil {
			return *p.written, err
		}
	}
	return *p.written, buffered.Flush()
}

// printer writes a session, and remembers the previous output.
type printer struct {
	pen
	// speaker and model are those of the previous step: a change of them causes a heading.
	speaker, model string
	// branch is the abandoned branch whose fold is open.
	branch string
	// prompts counts the prompts of the active conversation.
	prompts int
}

// pen writes Markdown. The buffer keeps the error of a write until it is flushed.
type pen struct {
	transcript.Options
	w       *bufio.Writer
	written *transcript.Written
	// pictures counts the pictures that the end of the file must define.
	pictures *int
	// level is the level of headings. Sub-agents have deeper ones.
	level int
}

func (p pen) write(parts ...string) {
	for _, part := range parts {
		_, _ = p.w.WriteString(part)
	}
}

func (p pen) top(name string, h timeline.Header, o transcript.Overview) {
	p.write("# ", inline(o.Title(name)), "\n\n")
	for _, fact := range transcript.Facts(name, h, o, p.Zone) {
		p.write("- ", fact.Name, ": ", inline(fact.Value), "\n")
	}
	p.write("\n")
	if len(o.Prompts) >= fewestListed {
		p.contents(o)
	}
}

// fewestListed is the minimum number of prompts for a table of contents.
const fewestListed = 3

func (p pen) contents(o transcript.Overview) {
	p.fold("<b>" + transcript.Count(len(o.Prompts), "prompt") + "</b>")
	for i, prompt := range o.Prompts {
		p.write(fmt.Sprintf("%d. [%s](#prompt-%d)\n", i+1, inline(prompt.Title), i+1))
	}
	p.write("\n")
	p.foldEnd()
}

// fold begins a fold. Its headline is HTML. The blank line after it makes viewers parse the rest as Markdown.
func (p pen) fold(headline string) {
	p.write("<details>\n<summary>", headline, "</summary>\n\n")
}

func (p pen) foldEnd() { p.write("</details>\n\n") }

func (p pen) heading(words ...string) {
	var known []string
	for _, word := range words {
		if word != "" {
			known = append(known, word)
		}
	}
	p.write(strings.Repeat("#", min(p.level, 6)), " ", strings.Join(known, " · "), "\n\n")
}

func (p pen) clock(timestamp string) string { return transcript.Time(timestamp, "15:04", p.Zone) }

// markdown writes a text that is Markdown.
func (p pen) markdown(text timeline.Text) {
	p.write(gfm.Inert(strings.Trim(plain.Clean(text.String()), "\n")), "\n")
}

// quote writes a person's text and keeps its line breaks.
func (p pen) quote(text timeline.Text) {
	for line := range strings.Lines(gfm.Inert(strings.Trim(plain.Clean(text.String()), "\n"))) {
		line = strings.TrimRight(line, " \n")
		if line == "" {
			p.write(">\n")
			continue
		}
		p.write("> ", line, "  \n")
	}
	p.write("\n")
}

// inline returns a line with all Markdown escaped.
func inline(line string) string {
	var b strings.Builder
	for _, r := range plain.Line(line) {
		if strings.ContainsRune("\\`*_{}[]<>#|~!&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code returns a line as code in HTML.
func code(line string) string {
	if line == "" {
		return ""
	}
	return " <code>" + escape(line) + "</code>"
}

// escape returns a line as text in HTML.
func escape(line string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(line)
}
