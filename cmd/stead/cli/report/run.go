package report

import (
	"encoding/json"
	"fmt"
	"io"

	"stead/adapters"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject/signals"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Run shows a run to the user: messages on standard error and, if a program reads it, entries on standard output.
type Run struct {
	// Process is the process of the user.
	Process *setup.Process
	// AsJSON says that a program reads standard output.
	AsJSON bool
	// Plan is the last delivery.
	Plan delivery.Plan
}

var _ orchestrator.Observer = (*Run)(nil)

// Delivered implements orchestrator.Observer.
func (w *Run) Delivered(p delivery.Plan) {
	w.Plan = p
	w.Process.Term.Err.Messages(Arrival(w.Process, p))
}

// Changed implements orchestrator.Observer.
func (w *Run) Changed(runs.Run) {}

// Note implements orchestrator.Observer.
func (w *Run) Note(text string) { w.Process.Term.Err.Note("%s", text) }

// Entry implements orchestrator.Observer. Programs get the conversation; the native records are in the run's journal.
func (w *Run) Entry(e *timeline.Entry) {
	if !w.AsJSON || e.Hidden {
		return
	}
	bare := *e
	bare.Native = nil
	_, _ = w.Process.Term.Out.Write(append(bare.AppendJSON(nil), '\n')) // the result shows that a reader has gone
}

// Finish prints the end of the run: the final answer of a headless one, or the result for a program, and what to do
// next.
func (w *Run) Finish(r runs.Run, headless bool) error {
	if !headless && r.Status != runs.Completed {
		_, _ = io.WriteString(w.Process.Term.Out, term.ClearBelow)
	}
	switch {
	case w.AsJSON:
		line, err := json.Marshal(resultOf(r))
		if err != nil {
			return err
		}
		_, err = w.Process.Term.Out.Write(append(line, '\n'))
		return err
	case headless && r.FinalText != "":
		if _, err := fmt.Fprintln(w.Process.Term.Out, r.FinalText); err != nil {
			return err
		}
	}
	tellEnd(w.Process.Term.Err, r)
	for _, m := range r.Mirrors {
		if m.Parted > 0 {
			w.Process.Term.Err.Message("branch     %s continued, too (continue it: stead run --from %s --to %s)",
				m.Reference(), term.Reference(m.Reference()), r.To.CLI)
		}
	}
	return nil
}

// tellEnd names a run that has ended, and says how to continue the run or its work.
func tellEnd(to *term.Messages, r runs.Run) {
	if r.Status == runs.Interrupted && r.Home() != r.To.CLI {
		to.Message("stopped    before it finished (resume it: stead run --resume %s)", r.ID)
	}
	to.Message("run        %s (%s)", r.ID, to.Joined(whatNext(r)))
}

// whatNext says what to do with a run that has ended. Every second part is a reference. A session can be carried back
// only to a CLI that stead can start.
func whatNext(r runs.Run) []string {
	switch {
	case r.Status == runs.Failed || adapters.Named(r.Home()).Driver == nil:
		return []string{"read it: stead show ", "run:" + r.ID}
	case r.Home() == r.To.CLI:
		return []string{"resume it: stead run --resume " + r.ID}
	}
	return []string{"carry the work back: stead run --from ", "run:" + r.ID, " --to " + r.Home()}
}

// runResult is the last line of a run's JSON output.
type runResult struct {
	Type      string         `json:"type"`
	Run       string         `json:"run"`
	From      runs.Session   `json:"from,omitzero"`
	To        runs.Session   `json:"to"`
	Opened    runs.Opening   `json:"opened,omitempty"`
	Status    runs.Status    `json:"status"`
	ExitCode  int            `json:"exit_code"`
	Reason    string         `json:"reason,omitempty"`
	Delivered writers.Report `json:"delivered"`
	Hops      []runs.Hop     `json:"hops,omitempty"`
	// Parts names the sessions that the run went through, if there are several.
	Parts      []runs.NamedPart `json:"parts,omitempty"`
	Limit      *signals.Limit   `json:"limit,omitempty"`
	Usage      timeline.Usage   `json:"usage"`
	Turns      int              `json:"turns"`
	Cost       float64          `json:"cost,omitempty"`
	DurationMS int64            `json:"duration_ms"`
	FinalText  string           `json:"final_text"`
}

func resultOf(r runs.Run) runResult {
	return runResult{
		Type: "run_result", Run: r.ID, From: r.From, To: r.To, Opened: r.Opened, Status: r.Status, ExitCode: r.ExitCode,
		Reason:    r.Reason,
		Delivered: WithLists(r.Delivered), Hops: r.Hops, Parts: r.NamedParts(), Limit: r.Limit, Usage: r.Usage,
		Turns: r.Turns, Cost: r.Cost, DurationMS: r.DurationMS, FinalText: r.FinalText,
	}
}
