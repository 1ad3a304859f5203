package html

import (
	"bufio"
	"html/template"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// printer remembers the previous output and the first error.
type printer struct {
	transcript.Options
	w       *bufio.Writer
	err     error
	written *transcript.Written
	// speaker, model and day are those of the previous step: a change of them causes a heading. The page's top names the
	// first model.
	speaker, model, day string
	// branch is the abandoned branch whose fold is open.
	branch string
	// prompts counts the prompts of the active conversation. Depth is the nesting depth of the current sub-agent.
	prompts, depth int
}

func (p *printer) steps(s timeline.Stream) error {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return err
		}
		if p.err != nil {
			return p.err
		}
		if err := p.step(s.Header, step); err != nil {
			return err
		}
	}
	p.enter(s.Header, "")
	return p.err
}

func (p *printer) step(h timeline.Header, s transcript.Step) error {
	p.written.Count(s)
	if s.Entry == nil {
		p.enter(h, "")
		return p.agents(s.Agents)
	}
	p.enter(h, s.Entry.Branch)
	p.dayOf(s.Entry)
	switch s.Entry.Type {
	case timeline.User:
		if s.Entry.IsContext() {
			p.context(s.Entry)
		} else {
			p.user(s.Entry)
		}
	case timeline.ToolCall:
		p.heading(s.Entry)
		return p.call(s)
	case timeline.ToolResult:
		p.heading(s.Entry)
		p.put("late", late{Answers: s.Answers, result: p.result(s.Entry)})
	case timeline.System:
		p.system(s.Entry)
	default:
		p.assistant(s.Entry)
	}
	return nil
}

// enter opens the fold of an abandoned branch, or closes it.
func (p *printer) enter(h timeline.Header, branch string) {
	if branch == p.branch {
		return
	}
	if p.branch != "" {
		p.put("foldEnd", nil)
	}
	if p.branch = branch; branch != "" {
		entries := 0
		for _, b := range h.Branches {
			if b.ID == branch {
				entries = b.Entries
			}
		}
		p.put("branch", entries)
	}
	p.speaker = ""
}

func (p *printer) clock(timestamp string) string { return transcript.Time(timestamp, "15:04", p.Zone) }

// dayOf writes the date if it has changed.
func (p *printer) dayOf(e *timeline.Entry) {
	day := transcript.Time(e.Timestamp, time.DateOnly, p.Zone)
	if day == "" || day == p.day || p.depth > 0 {
		return
	}
	if p.day != "" {
		p.put("day", day)
	}
	p.day = day
}

type message struct {
	*timeline.Entry
	// Number is a prompt's place in the table of contents. 0 means that it has none.
	Number   int
	Clock    string
	Pictures []picture
	// Typed is the line that the user typed to produce the text of a command.
	Typed string
	// Model is the model from here on, if it has changed.
	Model string
}

type picture struct {
	URL   template.URL
	Label string
}

func (p *printer) user(e *timeline.Entry) {
	m := message{Entry: e, Clock: p.clock(e.Timestamp), Pictures: pictures(e)}
	if e.StartsTurn() && p.depth == 0 {
		p.prompts++
		m.Number = p.prompts
	}
	if what, of := transcript.Origin(e); what != "" {
		m.Typed = of
	}
	p.speaker = string(timeline.User)
	p.put("user", m)
}

// context is a text that nobody typed, with its kind and source.
type context struct {
	message
	What, Of string
	// Text is the part that is shown. More is the number of bytes left out.
	Text string
	More int64
}

func (p *printer) context(e *timeline.Entry) {
	p.speaker = ""
	what, of := transcript.Origin(e)
	text, more := transcript.Cut(e.Content, p.Most)
	p.written.Shorten(more)
	p.put("context", context{message{Entry: e, Pictures: pictures(e)}, what, of, text, more})
}

// heading says that the assistant speaks, and with which model, if either has changed.
func (p *printer) heading(e *timeline.Entry) {
	isOther := e.Model != "" && e.Model != p.model
	if p.speaker == string(timeline.Assistant) && !isOther {
		return
	}
	m := message{Entry: e, Clock: p.clock(e.Timestamp)}
	if isOther {
		p.model, m.Model = strings.Clone(e.Model), plain.Line(e.Model)
	}
	p.speaker = string(timeline.Assistant)
	p.put("speaker", m)
}

func (p *printer) assistant(e *timeline.Entry) {
	if e.Content.IsBlank() && e.Thinking.IsEmpty() && len(e.Attachments) == 0 {
		return
	}
	p.heading(e)
	p.put("assistant", message{Entry: e, Pictures: pictures(e)})
}

func (p *printer) system(e *timeline.Entry) {
	p.speaker = ""
	part := "system"
	if e.Compaction != nil {
		part = "compaction"
	}
	p.put(part, message{Entry: e, Clock: p.clock(e.Timestamp), Pictures: pictures(e)})
}

func pictures(e *timeline.Entry) []picture {
	var found []picture
	for _, a := range e.Attachments {
		url, _ := transcript.Picture(a)
		// The URL consists of a picture's media type and base64.
		found = append(found, picture{URL: template.URL(url), Label: transcript.Label(a)})
	}
	return found
}
