package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/sys/process"
	"stead/ui/tui/pane"
)

// asSet is the choice that leaves a flag to the user's settings.
const asSet = "as set"

// choice is a line of a form in which one of several values is chosen.
type choice struct {
	label, flag string
	values      []string
	at          int
	// picked are the values that are chosen where several are; nil where one is.
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

// blank is a line of a form in which a text is typed.
type blank struct {
	label, flag string
	// empty says what is meant when nothing is typed.
	empty string
	text  pane.Field
}

// form asks what a verb is to do. The report in it is the dry run of the verb that it would start, made anew at each
// change.
type form struct {
	machine Machine
	ctx     context.Context
	title   string
	// verb begins the command line: run --from SESSION, or fork SESSION --at ENTRY. begins ends the one that takes the
	// terminal.
	verb, begins []string
	// choices are chosen, the first of them the CLI; blanks are typed, the last of them the prompt. missing are the CLIs
	// that are not installed.
	choices []choice
	blanks  []blank
	missing []string
	// prefers reports whether a CLI is proposed.
	prefers func(name string) bool
	// rehearses says that the verb has a dry run, detaches that it can start in the background, needsPrompt that it starts
	// nothing without a prompt.
	rehearses, detaches, needsPrompt bool
	// isTeam says that several CLIs are chosen at once, isChain that there are steps, each with a CLI and a prompt.
	isTeam, isChain bool
	steps           []string
	// at is the line that is changed: a choice, or behind them a blank.
	at     int
	report rehearsal
}

// targets are the CLIs to choose from.
type targets struct{ all []Target }

// The choices that several forms have.
func historyChoice() choice {
	return choice{label: "History", flag: "--history", values: []string{asSet, "full", "last:10", "users", "summary"}}
}

func thinkingChoice() choice {
	return choice{label: "Thinking", flag: "--thinking", values: []string{asSet, "strip", "text", "keep"}}
}

func redactChoice() choice {
	return choice{label: "Redact", flag: "--redact=", values: []string{asSet, "mask", "always", "off"}}
}

func folderBlank() blank { return blank{label: "Folder", flag: "--cwd", empty: "the session's own"} }

func allowChoice(values ...string) choice {
	return choice{label: "Allow", flag: "--allow", values: append([]string{asSet}, values...)}
}

// newContinuation asks how a session goes on in a CLI: the command line begins with the verb. A CLI is proposed that
// prefers says.
func newContinuation(ctx context.Context, m Machine, prefers func(string) bool, title string, verb ...string) *form {
	return &form{
		machine: m, ctx: ctx, title: title, verb: verb, begins: []string{"--interactive"}, rehearses: true, detaches: true,
		prefers: prefers,
		choices: []choice{{label: "CLI", flag: "--to"}, historyChoice(), thinkingChoice(), redactChoice(),
			allowChoice("edits", "all")},
		blanks: []blank{
			{label: "Model", flag: "--model", empty: "the CLI's own"}, folderBlank(), {label: "Prompt", flag: "--prompt"},
		},
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

// newChain asks which CLIs work one after the other, from a session's end on.
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

// take takes what a command of the form has found out. Other messages are none of its business.
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

// offer offers the CLIs that are installed. The one that is preferred is chosen.
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

// prompt is what was typed last.
func (f *form) prompt() *pane.Field { return &f.blanks[len(f.blanks)-1].text }

// line is the command line that carries out what was chosen.
func (f *form) line() []string {
	line := slices.Clone(f.verb)
	for _, c := range f.choices {
		switch v := c.value(); {
		case v == asSet || v == "" || c.flag == "":
		case strings.HasSuffix(c.flag, "="): // its value is optional, and never the next word
			line = append(line, c.flag+v)
		default:
			line = append(line, c.flag, v)
		}
	}
	for _, b := range f.blanks {
		if text := strings.TrimSpace(b.text.Value()); text != "" && b.flag != "" {
			line = append(line, b.flag, text)
		}
	}
	for _, s := range f.allSteps() {
		line = append(line, "--step", s)
	}
	return line
}

// allSteps are the steps of a chain, that one included which is typed.
func (f *form) allSteps() []string {
	text := strings.TrimSpace(f.prompt().Value())
	if !f.isChain || text == "" {
		return f.steps
	}
	return append(slices.Clone(f.steps), f.choices[0].value()+":"+text)
}

// fewest is how many CLIs take part in a contest at least.
const fewest = 2

// isReady reports whether all is said that the verb needs.
func (f *form) isReady() bool {
	if f.isTeam && strings.Count(f.choices[0].value(), ",") < fewest-1 {
		return false
	}
	hasPrompt := strings.TrimSpace(f.prompt().Value()) != "" || len(f.steps) > 0
	return f.choices[0].value() != "" && (!f.needsPrompt || hasPrompt)
}

// change has the report made anew.
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

// typing is the blank in which keys are typed. Nil where keys choose.
func (f *form) typing() *pane.Field {
	if at := f.at - len(f.choices); at >= 0 {
		return &f.blanks[at].text
	}
	return nil
}

// key takes a key that moves or changes something.
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

// choose takes the next value of a choice, or the one before.
func (f *form) choose(at, by int) tea.Cmd {
	f.choices[at].move(by)
	return f.change()
}

// keyOfTyping takes a key in a blank. Where the step of a chain is typed, its CLI is chosen as well.
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

// paste puts a text where somebody types.
func (f *form) paste(text string) tea.Cmd {
	field := f.typing()
	if field == nil {
		return nil
	}
	field.Add(text)
	return f.change()
}

// addStep makes what was typed a step of the chain. It is false where nothing was.
func (f *form) addStep() bool {
	if !f.isChain || strings.TrimSpace(f.prompt().Value()) == "" {
		return false
	}
	f.steps = f.allSteps()
	f.prompt().Set("")
	return true
}

// takeBack takes the last step of the chain back, to be changed.
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

// shellLine is a command line as it is typed into a shell.
func shellLine(arguments []string) string {
	words := []string{"stead"}
	for _, a := range arguments {
		words = append(words, process.ShellWord(a))
	}
	return strings.Join(words, " ")
}
