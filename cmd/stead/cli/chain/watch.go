package chain

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/timeline"
)

// watch shows a chain to the user: a line for each change of a step and, on a terminal, the current activity of its CLI
// below. A program gets events.
type watch struct {
	process *setup.Process
	asJSON  bool
	// draws says that standard error is a terminal on which a line can be redrawn.
	draws bool

	mutex sync.Mutex
	// reported is the last reported state of each attempt.
	reported map[string]chain.State
	began    bool
	// doing is the text of the last line.
	doing string
	run   runs.Run
}

var _ chain.Watcher = (*watch)(nil)

func newWatch(p *setup.Process, asJSON bool) *watch {
	return &watch{process: p, asJSON: asJSON, draws: p.Term.Err.Draws() && !asJSON, reported: map[string]chain.State{}}
}

// Changed implements chain.Watcher.
func (w *watch) Changed(c chain.Chain) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.began {
		w.began = true
		w.opening(c)
	}
	for i, one := range c.Attempts {
		key := fmt.Sprintf("%s %d", one.Step, one.Number)
		if w.reported[key] == one.State || i < len(c.Attempts)-1 && one.State.Ended() && w.reported[key] == "" {
			w.reported[key] = one.State
			continue // done before the chain was resumed
		}
		w.reported[key] = one.State
		w.event("step", map[string]any{"chain": c.ID, "attempt": one})
		if isWorthALine(c, one) {
			w.line("%s", stepLine(one))
		}
		if isNews(c, one) {
			w.line("%s", indented(one.Text))
		}
	}
}

// isNews reports whether to show an attempt's answer now. The answer of the last step is that of the chain, once the
// chain is done.
func isNews(c chain.Chain, one chain.Attempt) bool {
	isLast := c.Recipe.Index(one.Step) == len(c.Recipe.Steps)-1
	return one.Text != "" && (one.State == chain.Worked && !isLast || one.State == chain.Missed && isLast)
}

// answerIndent is the indentation of a step's answer below the line about the step.
const answerIndent = "           "

func indented(text string) string {
	return answerIndent + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+answerIndent)
}

// isWorthALine reports whether a state lasts long enough for a line. After its work, a step is checked in no time if it
// has no check.
func isWorthALine(c chain.Chain, one chain.Attempt) bool {
	at := c.Recipe.Index(one.Step)
	return one.State != chain.Worked && (one.State != chain.Checking || at >= 0 && c.Recipe.Steps[at].Check != "")
}

// opening describes the chain: where it works, and what its CLIs may do.
func (w *watch) opening(c chain.Chain) {
	w.line("chain      %s in %s", c.ID, w.process.Tilde(c.Dir))
	allowed := map[string]bool{}
	for _, s := range c.Recipe.Steps {
		if !allowed[s.Allow] {
			allowed[s.Allow] = true
			w.line("may        %s", mayWords(s.Allow))
		}
	}
}

func mayWords(allow string) string {
	switch allow {
	case "configured":
		return "what each CLI is configured to do without asking"
	case "all":
		return "do anything without asking"
	}
	return "change files and run commands there without asking"
}

// stepLine describes the progress of an attempt at a step.
func stepLine(one chain.Attempt) string {
	words := map[chain.State]string{
		chain.Working: "works", chain.Checking: "is checked", chain.Done: "is done", chain.Missed: "has failed",
	}[one.State]
	if who := worker(one); who != one.Step && who != "" && one.State == chain.Working {
		words = who + " " + words
	}
	if one.Reason != "" {
		words += ": " + one.Reason
	}
	return fmt.Sprintf("%-10s %s", attemptName(one), plain.Line(words))
}

func attemptName(one chain.Attempt) string {
	if one.Number == 1 {
		return one.Step
	}
	return fmt.Sprintf("%s (%d)", one.Step, one.Number)
}

// Counted implements chain.Watcher.
func (w *watch) Counted(step string, r runs.Run) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if r.ID != w.run.ID {
		w.doing = "" // the activity of the step before
	}
	if r.State != w.run.State || r.ID != w.run.ID {
		w.event("state", map[string]any{"step": step, "run": r.ID, "state": r.State, "about": r.About})
	}
	w.run = r
	w.draw()
}

// Did implements chain.Watcher.
func (w *watch) Did(step string, e *timeline.Entry) {
	if e.Hidden {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	bare := *e
	bare.Native = nil
	if w.asJSON {
		w.event("entry", map[string]any{"step": step, "entry": json.RawMessage(bare.AppendJSON(nil))})
	}
	switch e.Type {
	case timeline.ToolCall:
		w.doing = string(e.Tool) + " " + plain.Line(string(e.Input))
	case timeline.Assistant:
		w.doing = plain.Line(e.Content.Head(200))
	}
	w.draw()
}

// Note implements chain.Watcher.
func (w *watch) Note(text string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.line("note: %s", text)
}

// draw shows the current activity of the CLI, in a line that is redrawn.
func (w *watch) draw() {
	if !w.draws {
		return
	}
	text := fmt.Sprintf("           %s, %s tokens  %s", transcript.Count(w.run.Turns, "turn"),
		term.Amount(w.run.Usage.Input+w.run.Usage.Output), w.doing)
	width, _ := w.process.Term.Err.Size()
	_, _ = io.WriteString(w.process.Term.Err, term.EraseLine+plain.Fit(text, max(width-1, 20)))
}

// line writes a line above the one that is redrawn.
func (w *watch) line(format string, args ...any) {
	if w.asJSON {
		return
	}
	if w.draws {
		_, _ = io.WriteString(w.process.Term.Err, term.EraseLine)
	}
	w.process.Term.Err.Message(format, args...)
}

func (w *watch) event(kind string, fields map[string]any) {
	if w.asJSON {
		fields["type"] = kind
		_ = w.process.Term.Out.JSONLine(fields) // the result shows that a reader has gone
	}
}

// finish prints how the chain has ended. The last answer is the output.
func (w *watch) finish(c chain.Chain) error {
	if c.ID == "" {
		return nil
	}
	if w.asJSON {
		return w.process.Term.Out.JSONLine(struct {
			Type string `json:"type"`
			chain.Chain
		}{"chain_result", c})
	}
	w.line("")
	if err := writeChain(w.process, w.process.Term.Err, c); err != nil {
		return err
	}
	if c.Status != chain.Completed {
		w.process.Term.Err.Message("continue   %s", goOnWith(c))
		return nil
	}
	if text := lastAnswer(c); text != "" {
		_, err := io.WriteString(w.process.Term.Out, text[1:])
		return err
	}
	return nil
}

// goOnWith returns the command that resumes a chain.
func goOnWith(c chain.Chain) string {
	command := "stead chain resume " + c.ID
	if step, _ := c.Step(); c.Status == chain.Waiting && step.Parallel != nil && !step.Approve {
		return command + " --pick NAME"
	} else if c.Status == chain.Waiting {
		return command + " --approve (or --reject)"
	}
	return command
}
