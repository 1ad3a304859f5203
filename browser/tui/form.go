package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
	"stead/internal/shell"
)

// asSet is the choice that leaves a flag to the user's settings.
const asSet = "as set"

// choice is a line of the dialog in which one of several values is chosen.
type choice struct {
	label, flag string
	values      []string
	at          int
}

func (c choice) value() string {
	if len(c.values) == 0 {
		return ""
	}
	return c.values[c.at]
}

func (c *choice) move(by int) {
	if n := len(c.values); n > 0 {
		c.at = (c.at + by + n) % n
	}
}

// dialog asks how a session goes on: in which CLI, and how much of it arrives there. The report in it is the dry run of the verb that it would start,
// made anew at each change.
type dialog struct {
	machine Machine
	ctx     context.Context
	title   string
	// verb begins the command line: run --from SESSION, or fork SESSION --at ENTRY.
	verb    []string
	choices []choice
	// begins ends the command line that starts it. rehearses says that the verb has a dry run, and can start in the background; needsPrompt that it starts
	// nothing without a prompt.
	begins                 []string
	rehearses, needsPrompt bool
	// at is the line that is changed: a choice, or behind them the prompt.
	at     int
	prompt field

	number int
	cancel context.CancelFunc
	report []string
	err    error
	busy   bool
}

type (
	// targets are the CLIs to choose from. rehearsed is the report on a choice, changed says that no other was made for a while.
	targets   struct{ all []Target }
	rehearsed struct {
		number int
		lines  []string
		err    error
	}
	changed struct{ number int }
)

// afterChange is how long nothing is chosen before the report is made anew.
const afterChange = 120 * time.Millisecond

// newDialog asks how a session goes on. The command line begins with the verb; own is the session's CLI, which is proposed for a fork.
func newDialog(ctx context.Context, m Machine, title string, verb ...string) *dialog {
	return &dialog{machine: m, ctx: ctx, title: title, verb: verb, begins: []string{"--interactive"}, rehearses: true, choices: []choice{
		{label: "CLI", flag: "--to"},
		{label: "History", flag: "--history", values: []string{asSet, "full", "last:10", "users", "summary"}},
		{label: "Thinking", flag: "--thinking", values: []string{asSet, "strip", "text", "keep"}},
		{label: "Allow", flag: "--allow", values: []string{asSet, "edits", "all"}},
	}}
}

// newContest asks which CLIs get the same prompt, from a session's end.
func newContest(ctx context.Context, m Machine, reference string) *dialog {
	return &dialog{
		machine: m, ctx: ctx, title: "Give several CLIs the same prompt, from " + reference, verb: []string{"ab", "--from", reference}, needsPrompt: true,
		choices: []choice{{label: "CLIs", flag: "--with"}, {label: "Allow", flag: "--allow", values: []string{asSet, "configured", "edits", "all"}}},
		report:  []string{"Each works in a copy of the folder, on a branch of its own. Your folder stays as it is until you pick one (3, P)."},
	}
}

// teams are the CLIs of a contest to choose from: each two, and all of them.
func teams(names []string) []string {
	var all []string
	for i := range names {
		for k := i + 1; k < len(names); k++ {
			all = append(all, names[i]+","+names[k])
		}
	}
	if len(names) > 2 {
		all = append(all, strings.Join(names, ","))
	}
	return all
}

func (d *dialog) begin() tea.Cmd {
	return func() tea.Msg { return targets{d.machine.Targets(d.ctx)} }
}

// take takes the CLIs to choose from: those that are installed. The one that is preferred is chosen.
func (d *dialog) take(all []Target, preferred func(name string) bool) tea.Cmd {
	c := &d.choices[0]
	for _, t := range all {
		if !t.Missing {
			c.values = append(c.values, t.Name)
		}
	}
	if d.needsPrompt {
		c.values = teams(c.values)
	}
	if len(c.values) == 0 {
		d.report = []string{"no CLI is installed in which the session could go on: see stead doctor"}
		return nil
	}
	c.at = max(slices.IndexFunc(c.values, preferred), 0)
	return d.change()
}

// line is the command line that carries out what was chosen.
func (d *dialog) line() []string {
	line := slices.Clone(d.verb)
	for _, c := range d.choices {
		if v := c.value(); v != asSet && v != "" {
			line = append(line, c.flag, v)
		}
	}
	if text := strings.TrimSpace(d.prompt.value()); text != "" {
		line = append(line, "--prompt", text)
	}
	return line
}

// isReady reports whether all is said that the verb needs.
func (d *dialog) isReady() bool {
	return d.choices[0].value() != "" && (!d.needsPrompt || strings.TrimSpace(d.prompt.value()) != "")
}

// change has the report made anew. What is chosen in quick succession makes one report.
func (d *dialog) change() tea.Cmd {
	d.stop()
	if !d.isReady() || !d.rehearses {
		return nil
	}
	d.busy = true
	number := d.number
	return tea.Tick(afterChange, func(time.Time) tea.Msg { return changed{number} })
}

func (d *dialog) stop() {
	d.number++
	if d.cancel != nil {
		d.cancel()
	}
}

func (d *dialog) rehearse(number int) tea.Cmd {
	if number != d.number {
		return nil
	}
	ctx, cancel := context.WithCancel(d.ctx)
	d.cancel = cancel
	line := append(d.line(), "--dry-run")
	return func() tea.Msg {
		defer cancel()
		lines, err := d.machine.Say(ctx, line...)
		return rehearsed{number, lines, err}
	}
}

func (d *dialog) rehearsed(r rehearsed) {
	if r.number == d.number {
		d.report, d.err, d.busy = r.lines, r.err, false
	}
}

// isTyping reports whether keys are the prompt's.
func (d *dialog) isTyping() bool { return d.at == len(d.choices) }

// key takes a key that moves or changes something.
func (d *dialog) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "up" || name == "shift+tab" || name == "k" && !d.isTyping():
		d.at = max(d.at-1, 0)
	case name == "down" || name == "tab" || name == "j" && !d.isTyping():
		d.at = min(d.at+1, len(d.choices))
	case d.isTyping():
		d.prompt.take(k)
	case name == "left" || name == "h":
		d.choices[d.at].move(-1)
		return d.change()
	case name == "right" || name == "l" || name == "space":
		d.choices[d.at].move(1)
		return d.change()
	}
	return nil
}

// view draws the dialog at most so wide and high.
func (d *dialog) view(width, height int) string {
	inner := max(min(width-6, 96), 20)
	lines := []string{bold.Render(plain.Fit(d.title, inner)), ""}
	for i, c := range d.choices {
		lines = append(lines, d.drawn(c, i == d.at, inner))
	}
	prompt := cell("Prompt", labelWidth) + d.prompt.shown(inner-labelWidth)
	if !d.isTyping() {
		prompt = cell("Prompt", labelWidth) + plain.Fit(d.prompt.value(), inner-labelWidth)
	}
	lines = append(lines, prompt, "")
	keys := "enter start · d in background · y copy command · esc"
	switch {
	case d.isTyping():
		keys = "enter start · ↑ choices · esc"
	case d.needsPrompt && !d.isReady():
		keys = "↓ type the prompt · esc"
	case !d.rehearses:
		keys = "enter start · y copy command · esc"
	}
	room := max(height-len(lines)-4, 1)
	lines = append(lines, d.told(inner, room)...)
	lines = append(lines, "", faint.Render(plain.Fit(keys, inner)))
	for i := range lines {
		lines[i] = filled(lines[i], inner)
	}
	return frame.Render(strings.Join(lines, "\n"))
}

const labelWidth = 10

// mostValues is how many values of a choice stand side by side.
const mostValues = 9

// drawn draws a choice: all of its values, the chosen one marked.
func (d *dialog) drawn(c choice, isCurrent bool, width int) string {
	if len(c.values) > mostValues { // they would not fit: the chosen one stands alone
		c.values, c.at = []string{fmt.Sprintf("%s  (%d of %d)", c.value(), c.at+1, len(c.values))}, 0
	}
	values := make([]string, len(c.values))
	for i, v := range c.values {
		values[i] = "  " + v
		if i == c.at {
			values[i] = "• " + v
			if isCurrent {
				values[i] = reverse.Render(values[i])
			}
		}
	}
	label := cell(c.label, labelWidth)
	if isCurrent {
		label = bold.Render(label)
	}
	return filled(label+strings.Join(values, " "), width)
}

// told are the lines of the report: what arrives, what is left out, what is lost.
func (d *dialog) told(width, room int) []string {
	var lines []string
	all := d.report
	if d.err != nil {
		lines = append(lines, red.Render(filled("This cannot be done.", width)))
		all = strings.Split(d.err.Error(), "\n")
	}
	for _, l := range all {
		if command := strings.HasPrefix(l, "command "); !command {
			lines = append(lines, strings.Split(plain.Message(plain.Text(l), width), "\n")...)
		}
	}
	if len(lines) > room {
		lines = append(lines[:room-1], faint.Render("…"))
	}
	for i := range lines {
		if d.busy {
			lines[i] = faint.Render(lines[i])
		}
	}
	return lines
}

// shellLine is a command line as it is typed into a shell.
func shellLine(arguments []string) string {
	words := []string{"stead"}
	for _, a := range arguments {
		words = append(words, shell.Word(a))
	}
	return strings.Join(words, " ")
}
