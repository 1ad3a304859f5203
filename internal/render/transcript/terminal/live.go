package terminal

import (
	"bufio"
	"io"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// Live shows the entries of a session one by one, each as soon as it arrives: a call does not wait for its result.
type Live struct {
	p printer
	// last is the last call shown. Open maps the calls whose results are still to come to their headlines.
	last string
	open map[string]string
}

// NewLive returns a view that writes to w. Each entry is one write.
func NewLive(w io.Writer, o Options) *Live {
	o.Tools, o.NoTurns = true, true
	return &Live{p: printer{pen: pen{o, bufio.NewWriter(w)}}, open: map[string]string{}}
}

// Entry shows an entry. It skips hidden entries, and shows those of abandoned branches only in full mode. The error is
// that of the writer.
func (l *Live) Entry(e *timeline.Entry) error {
	if !transcript.IsShown(e) || e.Branch != "" && !l.p.Full {
		return nil
	}
	step := transcript.Step{Entry: e}
	switch {
	case e.Type == timeline.ToolCall:
		l.open[e.ID], l.last = transcript.Headline(e), e.ID
	case e.Type == timeline.ToolResult:
		if e.CallID != l.last {
			step.Answers = l.open[e.CallID]
		}
		delete(l.open, e.CallID)
	case e.StartsTurn():
		clear(l.open) // a call without a result by now was interrupted
	}
	l.p.step(step)
	return l.p.w.Flush()
}
