package html

import (
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/timeline"
)

type call struct {
	Name, Argument string
	// State says in a few words how the call ended. It is empty if the call succeeded.
	State    string
	IsFailed bool
	Fields   []transcript.Field
	Clock    string
}

// late is a result that is shown apart from its call.
type late struct {
	Answers string
	result
}

type result struct {
	Output   string
	More     int64
	Error    string
	IsFailed bool
	Pictures []picture
}

func (p *printer) call(s transcript.Step) error {
	e := s.Entry
	c := call{
		Name: transcript.Name(e), Argument: transcript.Argument(e), Fields: transcript.Fields(e, p.Most),
		Clock: p.clock(e.Timestamp),
	}
	c.State, c.IsFailed = transcript.State(s)
	for _, f := range c.Fields {
		p.written.Shorten(f.More)
	}
	p.put("call", c)
	if err := p.agents(s.Agents); err != nil {
		return err
	}
	if s.Result != nil {
		p.put("result", p.result(s.Result))
	}
	p.put("foldEnd", nil)
	return p.err
}

func (p *printer) result(e *timeline.Entry) result {
	output, more := transcript.Cut(e.Output, p.Most)
	p.written.Shorten(more)
	r := result{Output: strings.Trim(output, "\n"), More: more, IsFailed: !e.Success, Pictures: pictures(e)}
	if !e.Success {
		r.Error, _ = transcript.Cut(e.Error, p.Most)
	}
	return r
}

// agents writes the sessions of sub-agents, each in a fold.
func (p *printer) agents(all []timeline.Stream) error {
	for _, agent := range all {
		o, err := transcript.Survey(agent)
		if err != nil {
			return fmt.Errorf("sub-agent %s: %w", agent.Header.ID, err)
		}
		p.put("agent", call{Argument: o.Title(agent.Header.ID), State: transcript.Count(o.Calls, "tool call")})
		inside := &printer{Options: p.Options, w: p.w, written: p.written, depth: p.depth + 1, model: o.FirstModel()}
		if err := inside.steps(agent); err != nil {
			return fmt.Errorf("sub-agent %s: %w", agent.Header.ID, err)
		}
		p.put("foldEnd", nil)
	}
	return nil
}

// changed is a line of a diff.
type changed struct {
	Kind, Text string
}

func changedLines(diff string) []changed {
	var lines []changed
	for line := range strings.Lines(diff) {
		kind := ""
		switch {
		case strings.HasPrefix(line, "+"):
			kind = "added"
		case strings.HasPrefix(line, "-"):
			kind = "removed"
		case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "***"):
			kind = "place"
		}
		lines = append(lines, changed{Kind: kind, Text: strings.TrimSuffix(line, "\n")})
	}
	return lines
}
