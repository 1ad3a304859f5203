package inside

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject"
	"stead/internal/sys/process"
	"stead/orchestrator/active"
	"stead/orchestrator/session"
	"stead/runs/socket"
)

type switchOptions struct {
	from    string
	isShown bool
}

func switchCommand(p *setup.Process) *cobra.Command {
	var o switchOptions
	c := &cobra.Command{
		Use: "switch [RUN] CLI [PROMPT]", Short: "Go on in another CLI, from inside of one", Args: flags.AtLeast(1),
		Long: "switch continues the session in which it is called in another CLI. Call it in the CLI itself: in most of them a line that\n" +
			"begins with ! runs a command. `stead install` gives CLIs a command of their own for it.\n" +
			"In a run of stead, or with the name of one, the CLI ends, and the other one continues in the same terminal. Elsewhere it\n" +
			"continues in a new window of tmux, zellij, kitty, WezTerm or iTerm2, or switch prints the command that continues it.",
		Example: "  !stead switch codex                    typed in Claude Code\n" +
			"  stead switch ab12 opencode             from outside, for the run ab12\n" +
			"  stead switch ab12 codex 'Run the tests'\n" +
			"  stead switch codex --from claude:. --print",
		RunE: func(c *cobra.Command, args []string) error { return switchTo(c.Context(), p, args, o) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return adapter.Names(adapters.Drivers()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	c.Flags().StringVar(&o.from, "from", "", "the session to continue: its `REFERENCE`, for a CLI that does not name its session")
	c.Flags().BoolVar(&o.isShown, "print", false, "print the command that continues the session, and do nothing")
	return c
}

// parse splits the arguments: a run's name if the first one is no CLI, the CLI, and the prompt. Some CLIs pass all that
// was typed as one argument.
func parse(args []string) (run string, to socket.Switch, err error) {
	if len(args) == 1 {
		args = strings.Fields(args[0])
	}
	if len(args) == 0 {
		return "", to, failure.Usage(errors.New("name the CLI to go on in: stead switch codex"))
	}
	if !isCLI(args[0]) {
		run, args = args[0], args[1:]
	}
	if len(args) == 0 || !isCLI(args[0]) {
		wrong := run
		if len(args) > 0 {
			wrong = args[0]
		}
		return "", to, failure.Usagef("there is no CLI %q; there are %s", wrong,
			strings.Join(adapter.Names(adapters.Drivers()), ", "))
	}
	to = socket.Switch{CLI: strings.ToLower(args[0]), Prompt: strings.Join(args[1:], " "), IsFromInside: run == ""}
	return run, to, nil
}

func isCLI(name string) bool {
	return slices.Contains(adapter.Names(adapters.Drivers()), strings.ToLower(name))
}

func switchTo(ctx context.Context, p *setup.Process, args []string, o switchOptions) error {
	name, to, err := parse(args)
	if err != nil {
		return err
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	if own := p.Getenv(session.InRun); name == "" && own != "" && !o.isShown {
		// A shell that outlives its run keeps the variable.
		if r, err := s.Active().Find(own); err == nil && !r.Headless {
			name = r.ID
		}
	}
	if name != "" {
		return switchRun(ctx, p, s, name, to)
	}
	return beside(ctx, p, s, to, o)
}

// switchRun has a run go on in another CLI.
func switchRun(ctx context.Context, p *setup.Process, s *setup.Setup, name string, to socket.Switch) error {
	r, client, err := s.Active().Reach(name)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := active.Switch(ctx, client, r, to); err != nil {
		return err
	}
	p.Term.Err.Message("run %s goes on in %s", term.Reference(r.ID), to.CLI)
	if to.IsFromInside {
		hold(ctx)
	}
	return nil
}

// ending is how long the end of a CLI takes at most, the grace in which it may end by itself included.
const ending = 15 * time.Second

// hold waits for the end of the CLI, which ends this command, too. Otherwise the CLI would go on with what follows the
// command: OpenCode 1.18.33 asked its model once more.
func hold(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(ending):
	}
}

// beside continues the session in which the command is called in a new window, or prints how.
func beside(ctx context.Context, p *setup.Process, s *setup.Setup, to socket.Switch, o switchOptions) error {
	from, err := calledIn(s.Host, o.from)
	if err != nil {
		return err
	}
	program, err := p.OwnProgram()
	if err != nil {
		return err
	}
	line := []string{program, "run", "--from", from, "--to", to.CLI}
	if to.Prompt != "" {
		line = append(line, "--prompt", to.Prompt)
	}
	if !o.isShown {
		title, err := open(ctx, p, line)
		if err == nil && title != "" {
			p.Term.Err.Message("%s continues in %s, in a new window of %s", from, to.CLI, title)
			return nil
		}
		if err != nil {
			p.Term.Err.Note("no window was opened: %v", err)
		}
	}
	_, err = fmt.Fprintln(p.Term.Out, process.ShellLine(line))
	return err
}

// stays keeps a window open whose command has failed: it would close before anybody could read why.
const stays = ` || { printf '\nEnter closes this window. '; read -r _; }`

// calledIn returns the reference of the session in which the command is called. CLIs tell their session to the programs
// that they start. Given is the user's own reference.
func calledIn(host adapter.Host, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	var found []string
	for _, d := range adapters.Drivers() {
		cli, ok := d.(inject.Insider)
		if !ok {
			continue
		}
		if variable := cli.Inside(host).Variable; variable != "" && host.Getenv(variable) != "" {
			found = append(found, d.Info().Name+":"+host.Getenv(variable))
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", failure.Usage(errors.New("no CLI has started this command, or one that does not name its session: " +
			"name the session, such as --from claude:. for the newest one in this folder"))
	}
	return "", failure.Usagef("this command was started inside of several CLIs (%s): name the session by --from",
		strings.Join(found, ", "))
}

// A window is a terminal program that opens a window for a command from inside.
type window struct {
	title string
	// variable is set inside of it.
	variable string
	// is is the variable's value, if that matters.
	is string
	// opens are the words before the command. DIR stands for the folder.
	opens []string
}

// windows are in this order, as a multiplexer runs inside of a terminal and inherits its variables.
var windows = []window{
	{"tmux", "TMUX", "", []string{"tmux", "new-window", "-c", "DIR"}},
	{"zellij", "ZELLIJ", "", []string{"zellij", "run", "--cwd", "DIR", "--"}},
	{"kitty", "KITTY_WINDOW_ID", "", []string{"kitten", "@", "launch", "--type=tab", "--cwd", "DIR"}},
	{"WezTerm", "WEZTERM_PANE", "", []string{"wezterm", "cli", "spawn", "--cwd", "DIR", "--"}},
	{"iTerm2", "TERM_PROGRAM", "iTerm.app", nil},
}

// patience is how long a terminal program may take to open a window.
const patience = 5 * time.Second

// open runs a command in a new window, in this folder. It returns the terminal program's name, or nothing if it knows
// none.
func open(ctx context.Context, p *setup.Process, line []string) (title string, err error) {
	at := slices.IndexFunc(windows, func(w window) bool {
		value := p.Getenv(w.variable)
		return value != "" && (w.is == "" || w.is == value)
	})
	if at < 0 {
		return "", nil
	}
	w := windows[at]
	words := w.line(p.Folder(), []string{"sh", "-c", process.ShellLine(line) + stays})
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Env = p.Environ
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", w.title, err, strings.TrimSpace(string(out)))
	}
	return w.title, nil
}

// line returns the words that open a window for a command.
func (w window) line(dir string, command []string) []string {
	if w.opens == nil {
		return appleScript(dir, command)
	}
	words := slices.Clone(w.opens)
	if at := slices.Index(words, "DIR"); at >= 0 {
		words[at] = dir
	}
	return append(words, command...)
}

// appleScript returns the words that open a tab of iTerm2, which has no command of its own for it.
func appleScript(dir string, command []string) []string {
	typed := "cd " + process.ShellWord(dir) + " && " + process.ShellLine(command)
	literal := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(typed) + `"`
	return []string{"osascript", "-e", `tell application "iTerm2" to tell current window to create tab with default profile`,
		"-e", `tell application "iTerm2" to tell current session of current window to write text ` + literal}
}
