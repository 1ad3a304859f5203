package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/ui/tui/pane"
)

// asSet is the choice that leaves a flag to the user's settings.
const asSet = "as set"

// argument is the flag of a value that the verb takes without one.
const argument = "argument"

// The choices of where the CLI works: in the folder itself, or in a git worktree of it.
const (
	asItIs     = "the folder itself"
	inWorktree = "a git worktree of it"
)

// choice is a line of a form in which the user chooses one or several values.
type choice struct {
	label, flag string
	values      []string
	at          int
	// picked says which values are chosen if several can be; it is nil if only one can.
	picked []bool
}

func (c choice) value() string {
	switch {
	case len(c.values) == 0:
		return ""
	case c.picked == nil:
		return c.values[c.at]
	}
	var all []string
	for i, v := range c.values {
		if c.picked[i] {
			all = append(all, v)
		}
	}
	return strings.Join(all, ",")
}

// isPicked reports whether a value is chosen.
func (c choice) isPicked(i int) bool {
	if c.picked != nil {
		return c.picked[i]
	}
	return i == c.at
}

func (c *choice) move(by int) {
	if n := len(c.values); n > 0 {
		c.at = (c.at + by + n) % n
	}
}

// blank is a line of a form in which the user types a text.
type blank struct {
	label, flag string
	// empty describes the meaning of an empty text.
	empty string
	text  pane.Field
}

// form asks for the arguments of a verb. It contains a report: the dry run of the verb with these arguments, updated at
// each change.
type form struct {
	machine Machine
	ctx     context.Context
	title   string
	// verb is the beginning of the command line: run --from SESSION, or fork SESSION --at ENTRY. Begins is the end of a
	// command line that takes the terminal.
	verb, begins []string
	// choices are the lines to choose from, the first for the CLI. Blanks are the lines to type in, the last for the
	// prompt. Missing lists the CLIs that are not installed.
	choices []choice
	blanks  []blank
	missing []string
	// prefers reports whether the form should propose a CLI.
	prefers func(name string) bool
	// rehearses says that the verb has a dry run. Detaches says that it can start in the background. NeedsPrompt says that
	// it starts nothing without a prompt. IsQuiet says that it needs no terminal.
	rehearses, detaches, needsPrompt, isQuiet bool
	// isTeam says that the user chooses several CLIs. IsChain says that there are steps, each with a CLI and a prompt.
	isTeam, isChain bool
	steps           []string
	// at is the index of the current line: a choice, or after the choices a blank.
	at     int
	report rehearsal
}

// targets are the CLIs to choose from.
type targets struct{ all []Target }

// Choices that several forms have.
func historyChoice() choice {
	return choice{label: "History", flag: "--history", values: []string{asSet, "full", "last:10", "users", "summary"}}
}

func thinkingChoice() choice {
	return choice{label: "Thinking", flag: "--thinking", values: []string{asSet, "strip", "text", "keep"}}
}

func redactChoice() choice {
	return choice{label: "Redact", flag: "--redact=", values: []string{asSet, "mask", "always", "off"}}
}

func worktreeChoice() choice {
	return choice{label: "Work in", flag: "--worktree", values: []string{asItIs, inWorktree}}
}

func folderBlank() blank { return blank{label: "Folder", flag: "--cwd", empty: "the session's own"} }

func allowChoice(values ...string) choice {
	return choice{label: "Allow", flag: "--allow", values: append([]string{asSet}, values...)}
}

// newContinuation asks how a session continues in another CLI. The command line begins with verb. The form proposes a
// CLI for which prefers returns true.
func newContinuation(ctx context.Context, m Machine, prefers func(string) bool, title string, verb ...string) *form {
	return &form{
		machine: m, ctx: ctx, title: title, verb: verb, begins: []string{"--interactive"}, rehearses: true, detaches: true,
		prefers: prefers,
		choices: []choice{{label: "CLI", flag: "--to"}, historyChoice(), thinkingChoice(), redactChoice(),
			allowChoice("edits", "all"), worktreeChoice()},
		blanks: []blank{
			{label: "Model", flag: "--model", empty: "the CLI's own"}, folderBlank(), {label: "Prompt", flag: "--prompt"},
		},
	}
}

// newBeginning asks in which CLI a new session begins. The form proposes a CLI for which prefers returns true.
func newBeginning(ctx context.Context, m Machine, prefers func(string) bool) *form {
	return &form{
		machine: m, ctx: ctx, title: "Begin a session in", verb: []string{"run"}, begins: []string{"--interactive"},
		rehearses: true, detaches: true, prefers: prefers,
		choices: []choice{{label: "CLI", flag: "--to"}, allowChoice("edits", "all"), worktreeChoice()},
		blanks: []blank{
			{label: "Model", flag: "--model", empty: "the CLI's own"},
			{label: "Folder", flag: "--cwd", empty: "the one in which stead was started"},
			{label: "Prompt", flag: "--prompt"},
		},
	}
}

// newSwitch asks in which CLI a run goes on. The form proposes a CLI for which prefers returns true.
func newSwitch(ctx context.Context, m Machine, prefers func(string) bool, title, run string) *form {
	return &form{
		machine: m, ctx: ctx, title: title, verb: []string{"switch", run}, isQuiet: true, prefers: prefers,
		choices: []choice{{label: "CLI", flag: argument}},
		blanks:  []blank{{label: "Prompt", flag: argument}},
		report: rehearsal{lines: []string{
			"The run's CLI is ended in the middle of what it does.", "The other one continues in the same terminal."}},
	}
}

// newContest asks which CLIs get the same prompt, from a point of a session on.
func newContest(ctx context.Context, m Machine, title string, verb ...string) *form {
	return &form{
		machine: m, ctx: ctx, title: title, verb: verb, needsPrompt: true, isTeam: true,
		prefers: func(string) bool { return false },
		choices: []choice{{label: "CLIs", flag: "--with"}, historyChoice(), redactChoice(),
			allowChoice("configured", "edits", "all")},
		blanks: []blank{folderBlank(), {label: "Prompt", flag: "--prompt"}},
		report: rehearsal{lines: []string{
			"Each works in a copy of the folder, on a branch of its own. Your folder stays as it is until you pick one (3, P)."}},
	}
}

// newChain asks which CLIs work one after the other, from the end of a session on.
func newChain(ctx context.Context, m Machine, title string, verb ...string) *form {
	f := &form{
		machine: m, ctx: ctx, title: title, verb: verb, rehearses: true, needsPrompt: true, isChain: true,
		prefers: func(string) bool { return false },
		choices: []choice{{label: "CLI"}, allowChoice("configured", "edits", "all")},
		blanks:  []blank{folderBlank(), {label: "Prompt"}},
	}
	f.at = len(f.choices) + len(f.blanks) - 1
	return f
}

func (f *form) begin() tea.Cmd {
	return func() tea.Msg { return targets{f.machine.Targets(f.ctx)} }
}

// take handles the result of a command of the form. It ignores other messages.
func (f *form) take(msg tea.Msg) tea.Cmd {
	if f == nil {
		return nil
	}
	switch msg := msg.(type) {
	case targets:
		return f.offer(msg.all)
	case changed:
		return f.report.begin(f.ctx, f.machine, msg.number, append(f.line(), "--dry-run"))
	case rehearsed:
		f.report.take(msg)
	}
	return nil
}

// offer offers the installed CLIs, and chooses the preferred one.
func (f *form) offer(all []Target) tea.Cmd {
	c := &f.choices[0]
	c.values, f.missing = nil, nil
	for _, t := range all {
		if t.Missing {
			f.missing = append(f.missing, t.Name)
		} else {
			c.values = append(c.values, t.Name)
		}
	}
	if f.isTeam {
		c.picked = make([]bool, len(c.values))
		for i := range min(fewest, len(c.values)) {
			c.picked[i] = true
		}
	}
	if len(c.values) == 0 {
		f.report.lines = []string{
			"No CLI is installed in which this could be done. stead doctor says where stead looks for them."}
		return nil
	}
	c.at = max(slices.IndexFunc(c.values, f.prefers), 0)
	return f.change()
}

// prompt returns the field of the prompt, the last one.
func (f *form) prompt() *pane.Field { return &f.blanks[len(f.blanks)-1].text }

// line returns the command line that carries out the user's choices.
func (f *form) line() []string {
	line := slices.Clone(f.verb)
	for _, c := range f.choices {
		switch v := c.value(); v {
		case asSet, asItIs:
		case inWorktree:
			line = append(line, c.flag)
		default:
			line = append(line, words(c.flag, v)...)
		}
	}
	for _, b := range f.blanks {
		text := strings.TrimSpace(b.text.Value())
		if text != "" && b.flag == argument {
			line = append(line, "--") // it may begin with a dash
		}
		line = append(line, words(b.flag, text)...)
	}
	for _, s := range f.allSteps() {
		line = append(line, "--step", s)
	}
	return line
}

// words returns the words of a command line for a flag with a value. There are none if one of them is empty.
func words(flag, value string) []string {
	switch {
	case flag == "" || value == "":
		return nil
	case flag == argument:
		return []string{value}
	case strings.HasSuffix(flag, "="): // the flag's value is optional, so it cannot be the next word
		return []string{flag + value}
	}
	return []string{flag, value}
}

// allSteps returns the steps of a chain, including the one that is being typed.
func (f *form) allSteps() []string {
	text := strings.TrimSpace(f.prompt().Value())
	if !f.isChain || text == "" {
		return f.steps
	}
	return append(slices.Clone(f.steps), f.choices[0].value()+":"+text)
}

// fewest is the minimum number of CLIs in a contest.
const fewest = 2

// isReady reports whether the verb has everything that it needs.
func (f *form) isReady() bool {
	if f.isTeam && strings.Count(f.choices[0].value(), ",") < fewest-1 {
		return false
	}
	hasPrompt := strings.TrimSpace(f.prompt().Value()) != "" || len(f.steps) > 0
	return f.choices[0].value() != "" && (!f.needsPrompt || hasPrompt)
}

// change updates the report.
func (f *form) change() tea.Cmd {
	switch {
	case !f.rehearses || f.choices[0].value() == "":
		return nil
	case !f.isReady():
		f.report.clear()
		return nil
	}
	return f.report.soon()
}

// typing returns the field of the current blank. It is nil if the current line is a choice.
func (f *form) typing() *pane.Field {
	if at := f.at - len(f.choices); at >= 0 {
		return &f.blanks[at].text
	}
	return nil
}

// key handles a key that moves or changes something.
func (f *form) key(k tea.KeyPressMsg) tea.Cmd {
	field := f.typing()
	switch name := k.String(); {
	case name == "up" || name == "shift+tab" || name == "k" && field == nil:
		f.at = max(f.at-1, 0)
	case name == "down" || name == "tab" || name == "j" && field == nil:
		f.at = min(f.at+1, len(f.choices)+len(f.blanks)-1)
	case field != nil:
		return f.keyOfTyping(k, field)
	case name == "left" || name == "h":
		return f.choose(f.at, -1)
	case name == "space" && f.choices[f.at].picked != nil:
		c := &f.choices[f.at]
		c.picked[c.at] = !c.picked[c.at]
		return f.change()
	case name == "right" || name == "l" || name == "space":
		return f.choose(f.at, 1)
	}
	return nil
}

// choose selects the next or the previous value of a choice.
func (f *form) choose(at, by int) tea.Cmd {
	f.choices[at].move(by)
	return f.change()
}

// keyOfTyping handles a key in a blank. While the step of a chain is typed, keys also choose its CLI.
func (f *form) keyOfTyping(k tea.KeyPressMsg, field *pane.Field) tea.Cmd {
	isStep := f.isChain && field == f.prompt()
	switch name := k.String(); {
	case name == "backspace" && isStep && field.Value() == "":
		return f.takeBack()
	case name == "left" && isStep:
		return f.choose(0, -1)
	case name == "right" && isStep:
		return f.choose(0, 1)
	case field.Take(k):
		return f.change()
	}
	return nil
}

// paste adds a text to the current blank.
func (f *form) paste(text string) tea.Cmd {
	field := f.typing()
	if field == nil {
		return nil
	}
	field.Add(text)
	return f.change()
}

// addStep turns the typed text into a step of the chain. It returns false if there is no text.
func (f *form) addStep() bool {
	if !f.isChain || strings.TrimSpace(f.prompt().Value()) == "" {
		return false
	}
	f.steps = f.allSteps()
	f.prompt().Set("")
	return true
}

// takeBack removes the last step of the chain and puts it back into the form for editing.
func (f *form) takeBack() tea.Cmd {
	if len(f.steps) == 0 {
		return nil
	}
	cli, text, _ := strings.Cut(f.steps[len(f.steps)-1], ":")
	f.steps = f.steps[: len(f.steps)-1 : len(f.steps)-1]
	f.prompt().Set(text)
	f.choices[0].at = max(slices.Index(f.choices[0].values, cli), 0)
	return f.change()
}
