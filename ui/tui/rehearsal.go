package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// rehearsal is the report in a form: the output of a dry run of the form's verb.
type rehearsal struct {
	number int
	cancel context.CancelFunc
	lines  []string
	err    error
	isBusy bool
}

type (
	// rehearsed is a finished report. Changed says that the choices have not changed for a while.
	rehearsed struct {
		number int
		lines  []string
		err    error
	}
	changed struct{ number int }
)

// afterChange is the delay before the report is updated, so that several quick choices cause only one update.
const afterChange = 120 * time.Millisecond

// soon updates the report after a delay.
func (r *rehearsal) soon() tea.Cmd {
	r.stop()
	r.isBusy = true
	number := r.number
	return tea.Tick(afterChange, func(time.Time) tea.Msg { return changed{number} })
}

// begin carries out the dry run, unless a newer one has been requested.
func (r *rehearsal) begin(ctx context.Context, m Machine, number int, line []string) tea.Cmd {
	if number != r.number {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		lines, err := m.Say(ctx, line...)
		return rehearsed{number, lines, err}
	}
}

func (r *rehearsal) take(said rehearsed) {
	if said.number == r.number {
		r.lines, r.err, r.isBusy = said.lines, said.err, false
	}
}

func (r *rehearsal) stop() {
	r.number++
	if r.cancel != nil {
		r.cancel()
	}
}

// clear empties the report.
func (r *rehearsal) clear() {
	r.stop()
	r.lines, r.err, r.isBusy = nil, nil, false
}

// foretold replaces words of the dry run that do not suit a form, because nothing has happened yet, or because a flag
// is a line of the form.
var foretold = strings.NewReplacer("delivered  ", "arrives    ", "hint: name a folder with --cwd",
	"type a folder above", "  --cwd ", "  ")

// isKnown reports whether a line of the dry run repeats the form, or matters only after the act.
func isKnown(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return word == "command" || word == "from" || word == "file"
}

// told returns the lines of the report: what arrives, what is left out, what is lost. The plan of a chain is shown in
// full.
func (r *rehearsal) told(width, room int, isPlan bool) []string {
	var lines []string
	all := r.lines
	if r.err != nil {
		lines = append(lines, pane.Red.Render(pane.Filled("This cannot be done.", width)))
		all = strings.Split(r.err.Error(), "\n")
	}
	for _, l := range all {
		if r.err == nil && !isPlan && isKnown(l) {
			continue
		}
		lines = append(lines, strings.Split(plain.Message(plain.Text(foretold.Replace(l)), width), "\n")...)
	}
	switch {
	case len(all) == 0 && r.isBusy:
		lines = []string{"Finding out what would arrive."}
	case len(all) == 0 && isPlan:
		lines = pane.Wrapped(
			"Type what the first CLI is to do; ← → choose it. Each step continues the session of the step before.", width)
	}
	if more := len(lines) - room; more > 0 {
		lines = append(lines[:room-1], pane.Faint.Render("… "+transcript.Count(more+1, "more line")+
			": y copies the command; --dry-run says all"))
	}
	for i := range lines {
		lines[i] = pane.Filled(lines[i], width)
		if r.isBusy {
			lines[i] = pane.Faint.Render(lines[i])
		}
	}
	return lines
}
