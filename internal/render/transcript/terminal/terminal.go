// Package terminal shows a session on a terminal: who said what, which tools were used, and the beginning of their
// results.
package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Options configure how a session is shown.
type Options struct {
	// Width is the number of cells in a line. 0 means no limit.
	Width int
	// Color allows colours.
	Color bool
	// Markdown formats answers with headings, lists and tables. Without it, they appear as the model wrote them.
	Markdown bool
	// Tools shows the beginning of each call's result, not only the call.
	Tools bool
	// Brief shows each call as one line, whatever it changes, with the number of changed lines after it.
	Brief bool
	// Full folds nothing, and shows thinking, abandoned branches and sub-agents.
	Full bool
	// Numbers shows the number of each entry in the conversation.
	Numbers bool
	// Before returns how much precedes the shown part, once its first entry was yielded. Nil means that the session is
	// shown as a whole. Prompts are shown with the numbers of their turns, unless NoTurns is set.
	Before  func() transcript.Before
	NoTurns bool
	// Zone is the time zone of the transcript's reader.
	Zone *time.Location
}

// Write shows the session under the given name, without hidden entries. Errors are those of the stream and of w.
func Write(w io.Writer, name string, s timeline.Stream, o Options) error {
	buffered := bufio.NewWriter(w)
	p := printer{pen: pen{o, buffered}}
	p.header(name, s.Header)
	err := p.session(s)
	if errors.Is(err, transcript.ErrPart) {
		return err // a header with nothing below it would suggest that there is something
	}
	if flushed := buffered.Flush(); err == nil {
		err = flushed
	}
	return err
}

// printer writes a session, and remembers the previous output.
type printer struct {
	pen
	// speaker is the last speaker: a change of it causes a heading.
	speaker string
	// turn is the number of the last turn shown. Label holds the entry numbers of the current step.
	turn  int
	label string
	// agents are the sub-agents whose transcripts follow at the end.
	agents []timeline.Stream
	// branched counts the hidden entries of abandoned branches, by branch.
	branched map[string]int
}

func (p pen) header(name string, h timeline.Header) {
	p.line("", p.style(bold, plain.Line(name)))
	facts := []string{h.Source.CLI, h.Source.Version, h.Model.Model, h.Project.Path}
	if h.Project.Git != nil {
		facts = append(facts, h.Project.Git.Branch)
	}
	if at := transcript.Time(h.Metadata.Created, time.DateOnly+" 15:04", p.Zone); at != "" {
		facts = append(facts, at)
	}
	if t := h.Metadata.Tokens; t != nil {
		facts = append(facts, fmt.Sprintf("%d tokens in, %d out", t.Input, t.Output))
	}
	var known []string
	for _, fact := range facts {
		if fact != "" {
			known = append(known, plain.Line(fact))
		}
	}
	p.text("", strings.Join(known, " · "))
}

// session writes the entries of a session, and the sub-agents that it started.
func (p *printer) session(s timeline.Stream) error {
	if err := p.entries(s); err != nil {
		return err
	}
	agents := p.agents
	p.agents = nil
	return p.children(agents)
}

func (p *printer) entries(s timeline.Stream) error {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return err
		}
		if step.Entry != nil || p.Before == nil { // for a part, it is unknown which of the other sub-agents belong to it
			p.agents = append(p.agents, step.Agents...)
		}
		switch e := step.Entry; {
		case e == nil:
		case e.Branch != "" && !p.Full:
			if p.branched == nil {
				p.branched = map[string]int{}
			}
			p.branched[e.Branch]++
		default:
			p.step(step)
		}
	}
	p.tellBranched()
	return nil
}

// tellBranched says how much of abandoned branches was not shown.
func (p *printer) tellBranched() {
	if len(p.branched) == 0 {
		return
	}
	steps := 0
	for _, n := range p.branched {
		steps += n
	}
	branches := "1 abandoned branch"
	if len(p.branched) > 1 {
		branches = fmt.Sprintf("%d abandoned branches", len(p.branched))
	}
	p.line("", "")
	p.dim("", fmt.Sprintf("not shown: %s with %s (--full shows them)", branches, transcript.Count(steps, "step")))
	p.branched = nil
}

func (p *printer) children(agents []timeline.Stream) error {
	for _, child := range agents {
		p.line("", "")
		p.speaker = ""
		name := "sub-agent " + child.Header.ID
		if !p.Full {
			p.dim("", plain.Line(name)+" (--full shows it)")
			continue
		}
		p.header(name, child.Header)
		inner := printer{pen: p.pen}
		inner.Before, inner.NoTurns, inner.Numbers = nil, true, false
		if err := inner.session(child); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
