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

// Overview summarizes a session. It takes one reading of the session.
type Overview struct {
	// Prompts are the prompts of the active conversation, in order.
	Prompts []Prompt
	// Calls and Failed count the calls and the failed ones. Compactions counts how often a summary replaced the history.
	// Pictures counts the attachments. None of them includes those of sub-agents.
	Calls, Failed, Compactions, Pictures int
	// Models are the models that answered, in the order of their first answers.
	Models []string
	// First and Last are the times of the first and the last entry with a time.
	First, Last string
}

// Prompt is a line of a table of contents.
type Prompt struct {
	Title, Timestamp string
}

// promptLength is the number of characters of a prompt in a table of contents.
const promptLength = 90

// Survey reads the session's active conversation. The error is that of the stream.
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

// Title returns a title for the session: its first prompt with a text, or else the given name.
func (o Overview) Title(name string) string {
	for _, p := range o.Prompts {
		if p.Title != "" {
			return p.Title
		}
	}
	return plain.Line(name)
}

// FirstModel returns the model that answered first, or "".
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

// Time formats a timestamp in a zone. It returns "" for an invalid timestamp.
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

// Size formats a number of bytes for people.
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
