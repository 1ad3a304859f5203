// Package terminal shows a session on a terminal: who said what, which tools were used, and the beginning of what they returned.
package terminal

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/internal/plain"
	"stead/internal/transcript"
	"stead/timeline"
)

// Options say how a session is shown.
type Options struct {
	// Width is how many cells a line has. 0 is no limit.
	Width int
	// Color allows colours.
	Color bool
	// Full folds nothing and shows thinking, abandoned branches and sub-agents.
	Full bool
	// Zone is where the reader of the transcript is.
	Zone *time.Location
}

// Write shows the session under the given name. Hidden entries are not shown. Errors are the stream's and those of w.
func Write(w io.Writer, name string, s timeline.Stream, o Options) error {
	buffered := bufio.NewWriter(w)
	p := printer{Options: o, w: buffered}
	p.header(name, s.Header)
	err := p.entries(s)
	if err == nil {
		err = p.children(s)
	}
	if flushed := buffered.Flush(); err == nil {
		err = flushed
	}
	return err
}

// printer remembers what was written before. The error of a write is kept by the buffer until it is flushed.
type printer struct {
	Options
	w *bufio.Writer
	// speaker is who spoke last: a heading is written when that changes.
	speaker string
	// branched counts the entries of abandoned branches that were not shown, branch by branch.
	branched map[string]int
}

func (p *printer) header(name string, h timeline.Header) {
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

func (p *printer) entries(s timeline.Stream) error {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return err
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

// tellBranched says what abandoned branches hold that were not shown.
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

func (p *printer) children(s timeline.Stream) error {
	for _, child := range s.Children {
		p.line("", "")
		p.speaker = ""
		name := "sub-agent " + child.Header.ID
		if !p.Full {
			p.dim("", plain.Line(name)+" (--full shows it)")
			continue
		}
		p.header(name, child.Header)
		if err := p.entries(child); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := p.children(child); err != nil {
			return err
		}
	}
	return nil
}
