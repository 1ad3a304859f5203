package history

import (
	"fmt"
	"slices"
	"strings"

	"stead/inject"
	"stead/runs"
	"stead/timeline"
)

// A CLI that was ended may have finished its current calls, though no result was recorded. The prompt tells its model
// so. Otherwise the model would repeat them, and a command that runs twice may spoil the result of the first time.

const (
	// mostDoubts is the maximum number of calls that a prompt names, longestDoubt the maximum length of each in bytes.
	mostDoubts   = 20
	longestDoubt = 400
)

// Unsettled names the calls of a run's last turn that have no result, in order.
func Unsettled(journal timeline.Stream, run runs.Run) ([]string, error) {
	p, err := ReadProgress(journal, run, "")
	return p.Doubts, err
}

// doubts names the open calls, and those that were announced since then and are in no record.
func (s *scanner) doubts(announced []runs.Call) []string {
	var named []string
	for _, call := range s.open {
		named = append(named, doubt(call))
	}
	for _, call := range announced {
		if !s.recorded[call.ID] {
			named = append(named, shortened(call.Text))
		}
	}
	return named
}

// unresolved returns the calls that are open after an entry. A prompt begins a new turn; calls that an interrupted turn
// has left open are dropped.
func unresolved(open []*timeline.Entry, e *timeline.Entry, isAgain bool) []*timeline.Entry {
	switch {
	case isAgain || e.StartsTurn():
		return nil
	case !e.Active():
	case e.Type == timeline.ToolCall:
		return append(open, e.Clone())
	case e.Type == timeline.ToolResult:
		return slices.DeleteFunc(open, func(call *timeline.Entry) bool { return call.ID == e.CallID })
	}
	return open
}

// WithDoubts adds to a prompt the calls that may have run already. Without calls the prompt stays unchanged.
func WithDoubts(prompt string, calls []string) string {
	if prompt == "" || len(calls) == 0 {
		return prompt
	}
	var b strings.Builder
	b.WriteString(prompt)
	b.WriteString(
		"\n\nThe work was cut off, and no result was recorded of what follows. It may have run already, wholly or in part. " +
			"Look at what is there before you run it again:")
	for _, call := range calls[:min(len(calls), mostDoubts)] {
		b.WriteString("\n- " + call)
	}
	if more := len(calls) - mostDoubts; more > 0 {
		fmt.Fprintf(&b, "\n- and %d more", more)
	}
	return b.String()
}

// doubt describes a call by its tool and its most telling argument.
func doubt(call *timeline.Entry) string {
	name := call.OriginalTool
	if name == "" {
		name = string(call.Tool)
	}
	return shortened(inject.Asking(name, []byte(call.Input)))
}

func shortened(text string) string {
	if len(text) > longestDoubt {
		text = strings.ToValidUTF8(text[:longestDoubt], "") + " ..."
	}
	return text
}
