package transcript

import (
	"fmt"
	"strings"
	"time"

	"stead/internal/term/plain"
	"stead/timeline"
)

// Fact is a property of a whole session.
type Fact struct {
	Name, Value string
}

// Facts returns the facts for the top of a page about a session. It leaves out unknown ones.
func Facts(name string, h timeline.Header, o Overview, zone *time.Location) []Fact {
	facts := []Fact{
		{"Session", name},
		{"CLI", strings.TrimSpace(h.Source.CLI + " " + h.Source.Version)},
		{"Model", models(h, o)},
		{"Folder", h.Project.Path},
		{"Branch", branch(h)},
		{"Time", period(o, zone)},
		{"Contents", contents(o)},
		{"Tokens", tokens(h)},
		{"Continues", parent(h)},
	}
	var known []Fact
	for _, f := range facts {
		if f.Value = plain.Line(f.Value); f.Value != "" {
			known = append(known, f)
		}
	}
	return known
}

func models(h timeline.Header, o Overview) string {
	if len(o.Models) > 0 {
		return strings.Join(o.Models, ", ")
	}
	return h.Model.Model
}

func branch(h timeline.Header) string {
	if h.Project.Git == nil {
		return ""
	}
	return h.Project.Git.Branch
}

func parent(h timeline.Header) string {
	if h.Lineage == nil {
		return ""
	}
	return h.Lineage.Parent
}

func tokens(h timeline.Header) string {
	t := h.Metadata.Tokens
	if t == nil {
		return ""
	}
	text := fmt.Sprintf("%d in, %d out", t.Input, t.Output)
	if h.Metadata.Cost > 0 {
		text += fmt.Sprintf(", %.2f USD", h.Metadata.Cost)
	}
	return text
}

func period(o Overview, zone *time.Location) string {
	const day, clock = time.DateOnly, "15:04"
	first, last := Time(o.First, day+" "+clock, zone), Time(o.Last, day+" "+clock, zone)
	switch {
	case first == last:
		return first
	case Time(o.First, day, zone) == Time(o.Last, day, zone):
		return first + " to " + Time(o.Last, clock, zone)
	}
	return first + " to " + last
}

func contents(o Overview) string {
	parts := []string{Count(len(o.Prompts), "prompt")}
	if o.Calls > 0 {
		parts = append(parts, Count(o.Calls, "tool call"))
	}
	if o.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", o.Failed))
	}
	if o.Compactions > 0 {
		parts = append(parts, Count(o.Compactions, "compaction"))
	}
	return strings.Join(parts, ", ")
}

// Count returns a number with a noun in singular or plural. The plural ends in -s or -ies: 1 copy, 2 copies, 3 days.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok && !strings.ContainsAny(stem[len(stem)-1:], "aeou") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
