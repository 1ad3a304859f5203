package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/internal/term/plain"
	"stead/timeline"
)

// Overview is what a session is about, learned by reading it once.
type Overview struct {
	// Prompts are those of the conversation that goes on, in its order.
	Prompts []Prompt
	// Calls and Failed count the calls and those of them that failed; Compactions how often a summary replaced the
	// history; Pictures the attachments. Sub-agents' own are not counted.
	Calls, Failed, Compactions, Pictures int
	// Models are those that answered, in the order in which they came.
	Models []string
	// First and Last are the times of the first and the last entry that have one.
	First, Last string
}

// Prompt is a line of a table of contents.
type Prompt struct {
	Title, Timestamp string
}

// promptLength is how much of a prompt stands in a table of contents, in characters.
const promptLength = 90

// Survey reads the session's active conversation. The error is the stream's.
func Survey(s timeline.Stream) (Overview, error) {
	var o Overview
	for e, err := range s.Entries {
		if err != nil {
			return o, err
		}
		if e.Active() {
			o.count(e)
		}
	}
	return o, nil
}

func (o *Overview) count(e *timeline.Entry) {
	if _, err := time.Parse(time.RFC3339Nano, e.Timestamp); err == nil {
		o.First, o.Last = cmp.Or(o.First, e.Timestamp), e.Timestamp
	}
	if e.Model != "" && !slices.Contains(o.Models, e.Model) && len(o.Models) < 10 {
		o.Models = append(o.Models, strings.Clone(e.Model))
	}
	o.Pictures += len(e.Attachments)
	switch {
	case e.StartsTurn():
		o.Prompts = append(o.Prompts, Prompt{Title: Title(e.Content), Timestamp: strings.Clone(e.Timestamp)})
	case e.Type == timeline.ToolCall:
		o.Calls++
	case e.Type == timeline.ToolResult && !e.Success:
		o.Failed++
	case e.Compaction != nil:
		o.Compactions++
	}
}

// Title returns what the session is called: its first prompt that has a text, or otherwise the given name.
func (o Overview) Title(name string) string {
	for _, p := range o.Prompts {
		if p.Title != "" {
			return p.Title
		}
	}
	return plain.Line(name)
}

// FirstModel returns the model that answered first, or the empty string.
func (o Overview) FirstModel() string {
	if len(o.Models) == 0 {
		return ""
	}
	return o.Models[0]
}

// Title returns the beginning of a text as one line.
func Title(text timeline.Text) string {
	return plain.Fit(plain.Line(text.Head(8*promptLength)), promptLength)
}

// Time returns a point in time in a zone, or the empty string for what is none.
func Time(timestamp, layout string, zone *time.Location) string {
	at, err := time.Parse(time.RFC3339Nano, timestamp)
	if err != nil {
		return ""
	}
	if zone != nil {
		at = at.In(zone)
	}
	return at.Format(layout)
}

// Size returns a number of bytes as people say it.
func Size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000_000:
		return fmt.Sprintf("%d kB", n/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}
