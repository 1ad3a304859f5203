package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) templateRunCommand() *cobra.Command {
	var o templateOptions
	run := a.runCommand()
	c := &cobra.Command{
		Use: "run NAME --to CLI [--var NAME=VALUE] [-- CLI ARGUMENTS]", Short: "Start or continue a session with a template",
		Long: "run fills in a template and does what `stead run -p` does with the prompt. Variables that must be given and are not are asked for.\n\n" +
			"Files and the output of commands are those of the current folder, or of --cwd. Before a template of the project runs commands you are\n" +
			"asked, once for each content: a repository may be a stranger's.",
		Example: "  stead template run plan --to codex --var task='Add a --json flag'\n" +
			"  stead template run review --to claude --var base=main -i\n" +
			"  stead template run continue --from claude:latest --to codex",
		RunE: func(c *cobra.Command, args []string) error {
			named := args
			if at := c.ArgsLenAtDash(); at >= 0 {
				named = args[:at]
			}
			if len(named) != 1 {
				return usageError{errors.New("template run needs one template: `stead template list` shows them")}
			}
			o.name = named[0]
			return a.runTemplate(c, o, args[1:])
		},
		ValidArgsFunction: a.completeTemplate,
	}
	o.varFlag(a, c)
	o.trustFlag(c)
	run.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "prompt" && flag.Name != "resume" && c.Flags().Lookup(flag.Name) == nil {
			c.Flags().AddFlag(flag)
		}
	})
	return c
}

// runTemplate does what the same command line would do with the prompt in place of the template.
func (a *app) runTemplate(c *cobra.Command, o templateOptions, arguments []string) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	t, err := a.library(s).Find(o.name)
	if err != nil {
		return err
	}
	if dir, _ := c.Flags().GetString("cwd"); dir != "" {
		o.dir = a.path(dir)
	}
	o.preview, _ = c.Flags().GetBool("dry-run")
	prompt, err := a.render(c.Context(), s, t, o)
	if err != nil {
		return err
	}
	line := append([]string{"run"}, forwarded(c.Flags())...)
	if flags := c.Flags(); t.CLI != "" && !flags.Changed("to") {
		line = append(line, "--to="+t.CLI)
		if t.Model != "" && !flags.Changed("model") {
			line = append(line, "--model="+t.Model)
		}
	}
	line = append(line, "--prompt="+prompt, "--")
	return a.again(c.Context(), append(line, arguments...))
}

// again has the program do what another command line says. A run in the background is started with it, too.
func (a *app) again(ctx context.Context, line []string) error {
	a.Args, a.began = line, false
	err := a.root().ExecuteContext(ctx)
	if err != nil && !a.began {
		err = usageError{err}
	}
	return err
}

// forwarded returns the flags that were given, but for those of the template, as they are written on a command line.
func forwarded(flags *pflag.FlagSet) []string {
	var line []string
	flags.Visit(func(flag *pflag.Flag) {
		if flag.Name == "var" || flag.Name == "trust" {
			return
		}
		values := []string{flag.Value.String()}
		if slice, ok := flag.Value.(pflag.SliceValue); ok {
			values = slice.GetSlice()
		}
		for _, value := range values {
			line = append(line, fmt.Sprintf("--%s=%s", flag.Name, value))
		}
	})
	return line
}
