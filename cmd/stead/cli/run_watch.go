package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"stead/adapters"
	"stead/internal/plain"
	"stead/orchestrator"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
	"stead/writers"
)

// runWatch shows a run to the user: notes on standard error, entries on standard output when a program listens.
type runWatch struct {
	*app
	asJSON bool
}

var _ orchestrator.Observer = (*runWatch)(nil)

// Delivered implements orchestrator.Observer.
func (w *runWatch) Delivered(p orchestrator.Plan) {
	w.say(w.arrival(p))
}

// arrival says what was delivered where.
func (a *app) arrival(p orchestrator.Plan) []string {
	if p.Resumed {
		return []string{fmt.Sprintf("%s goes on in %s", p.To.Reference(), a.tilde(p.Dir))}
	}
	if p.From.CLI == "" {
		return []string{fmt.Sprintf("a new session, %s, in %s", p.To.Reference(), a.tilde(p.Dir))}
	}
	first := fmt.Sprintf("%s -> %s in %s", p.From.Reference(), p.To.Reference(), a.tilde(p.Dir))
	return slices.Concat([]string{first}, cutLines(p), reportLines(p.Report))
}

// cutLines says where the session was cut, if it was.
func cutLines(p orchestrator.Plan) []string {
	if p.Cut == nil {
		return nil
	}
	line := "cut        " + p.Cut.String()
	if p.Cut.Gone > 0 {
		line += fmt.Sprintf("; %d entries of its conversation stay behind", p.Cut.Gone)
	}
	return []string{line}
}

// Changed implements orchestrator.Observer.
func (w *runWatch) Changed(runs.Run) {}

// Note implements orchestrator.Observer.
func (w *runWatch) Note(text string) { w.note("%s", text) }

// Entry implements orchestrator.Observer. Programs get the conversation; the native records are in the run's journal.
func (w *runWatch) Entry(e *timeline.Entry) {
	if !w.asJSON || e.Hidden {
		return
	}
	bare := *e
	bare.Native = nil
	_, _ = w.Stdout.Write(append(bare.AppendJSON(nil), '\n')) // a reader that has gone is told by the result
}

// clearBelow goes to the next line and erases from there: a CLI that was ended in the middle of its work leaves what it has drawn
// below its cursor.
const clearBelow = "\r\n\x1b[J"

// observers tells each of several.
type observers []orchestrator.Observer

// Delivered implements orchestrator.Observer.
func (all observers) Delivered(p orchestrator.Plan) {
	for _, o := range all {
		o.Delivered(p)
	}
}

// Entry implements orchestrator.Observer.
func (all observers) Entry(e *timeline.Entry) {
	for _, o := range all {
		o.Entry(e)
	}
}

// Changed implements orchestrator.Observer.
func (all observers) Changed(r runs.Run) {
	for _, o := range all {
		o.Changed(r)
	}
}

// Note implements orchestrator.Observer.
func (all observers) Note(text string) {
	for _, o := range all {
		o.Note(text)
	}
}

// finish prints how the run ended.
func (w *runWatch) finish(r runs.Run, headless bool) error {
	if !headless && r.Status != runs.Completed {
		_, _ = io.WriteString(w.Stdout, clearBelow)
	}
	switch {
	case w.asJSON:
		line, err := json.Marshal(resultOf(r))
		if err != nil {
			return err
		}
		_, err = w.Stdout.Write(append(line, '\n'))
		return err
	case headless && r.FinalText != "":
		if _, err := fmt.Fprintln(w.Stdout, r.FinalText); err != nil {
			return err
		}
	}
	for _, line := range endLines(r) {
		w.tell("%s", line)
	}
	for _, m := range r.Mirrors {
		if m.Parted > 0 {
			w.tell("branch     %[1]s went on, too (go on with it: stead run --from %[1]s --to %[2]s)", m.Reference(), r.To.CLI)
		}
	}
	return nil
}

// endLines names a run that has ended, and says how to go on with it, or with its work.
func endLines(r runs.Run) []string {
	line := fmt.Sprintf("run        %s (%s)", r.ID, whatNext(r))
	if r.Status != runs.Interrupted || r.Home() == r.To.CLI {
		return []string{line}
	}
	return []string{"stopped    before its end (go on with it: stead run --resume " + r.ID + ")", line}
}

// whatNext says what to do with a run that has ended. A session can be carried back only to what can be started.
func whatNext(r runs.Run) string {
	switch {
	case r.Status == runs.Failed || named(adapters.Drivers(), r.Home()) == nil:
		return fmt.Sprintf("look at it: stead show run:%s", r.ID)
	case r.Home() == r.To.CLI:
		return fmt.Sprintf("go on with it: stead run --resume %s", r.ID)
	}
	return fmt.Sprintf("carry the work back: stead run --from run:%s --to %s", r.ID, r.Home())
}

// runResult is the last line of a run's JSON.
type runResult struct {
	Type       string         `json:"type"`
	Run        string         `json:"run"`
	From       runs.Session   `json:"from,omitzero"`
	To         runs.Session   `json:"to"`
	Status     runs.Status    `json:"status"`
	ExitCode   int            `json:"exit_code"`
	Reason     string         `json:"reason,omitempty"`
	Delivered  writers.Report `json:"delivered"`
	Hops       []runs.Hop     `json:"hops,omitempty"`
	Limit      *signs.Limit   `json:"limit,omitempty"`
	Usage      timeline.Usage `json:"usage"`
	Turns      int            `json:"turns"`
	Cost       float64        `json:"cost,omitempty"`
	DurationMS int64          `json:"duration_ms"`
	FinalText  string         `json:"final_text"`
}

func resultOf(r runs.Run) runResult {
	return runResult{
		Type: "run_result", Run: r.ID, From: r.From, To: r.To, Status: r.Status, ExitCode: r.ExitCode, Reason: r.Reason,
		Delivered: withLists(r.Delivered), Hops: r.Hops, Limit: r.Limit, Usage: r.Usage, Turns: r.Turns, Cost: r.Cost, DurationMS: r.DurationMS, FinalText: r.FinalText,
	}
}

// printPlan prints what a run would do.
func (a *app) printPlan(p orchestrator.Plan, asJSON bool) error {
	p.Report = withLists(p.Report)
	if asJSON {
		return a.printJSON(p)
	}
	for _, line := range a.planLines(p) {
		width := terminalWidth(a.Stdout)
		if strings.HasPrefix(line, planCommand) {
			width = 0 // it is to be copied
		}
		if _, err := fmt.Fprintln(a.Stdout, plain.Message(plain.Text(line), width)); err != nil {
			return err
		}
	}
	return nil
}

// planCommand is the label of the CLI's command line.
const planCommand = "command    "

func (a *app) planLines(p orchestrator.Plan) []string {
	to, folder := "to         "+p.To.CLI+" "+p.Version, "folder     "+a.tilde(p.Dir)
	command := planCommand + strings.Join(p.Command, " ")
	if p.From.CLI == "" {
		return []string{"from       nothing: it begins a new session", to, folder, command}
	}
	lines := []string{"from       " + p.From.Reference(), to, folder, "file       " + a.tilde(p.To.Path), command}
	return slices.Concat(lines, cutLines(p), reportLines(p.Report))
}

// reportLines says what arrives and what does not, a line each.
func reportLines(r writers.Report) []string {
	lines := slices.Concat([]string{fmt.Sprintf("delivered  %d entries", r.Entries)}, contextLines(r.Context))
	for _, l := range r.LeftOut {
		lines = append(lines, "left out   "+l.String())
	}
	for _, l := range r.Losses {
		label := "lost       "
		if l.Kind == writers.Approximate {
			label = "approximate "
		}
		lines = append(lines, label+l.String())
	}
	for _, reference := range r.Branches {
		lines = append(lines, "branch     "+reference+": an abandoned branch, as a session of its own")
	}
	return append(lines, secretLines(r.Secrets)...)
}

func (a *app) say(lines []string) {
	for _, line := range lines {
		a.tell("%s", line)
	}
}

// withLists returns the report with empty lists in place of none, which JSON would print as null, and with a word on secrets in any case.
func withLists(r writers.Report) writers.Report {
	if r.LeftOut == nil {
		r.LeftOut = []writers.LeftOut{}
	}
	if r.Losses == nil {
		r.Losses = writers.Losses{}
	}
	r.Secrets.Check = cmp.Or(r.Secrets.Check, writers.NotChecked)
	return r
}
