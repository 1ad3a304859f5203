package template

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/setup"
)

func runCommand(p *setup.Process, again func(context.Context, []string) error) *cobra.Command {
	var o flags.Template
	c := &cobra.Command{
		Use: "run NAME --to CLI [--var NAME=VALUE] [-- CLI ARGUMENTS]", Short: "Start or continue a session with a template",
		Long: "run fills in a template and passes the prompt on as `stead run -p` does. It asks for required variables that you did\n" +
			"not give.\n\n" +
			"File contents and command output come from the current folder, or from --cwd. Before a project's template runs\n" +
			"commands, stead asks you, once for each version of the template, because a repository may come from a stranger.",
		Example: "  stead template run plan --to codex --var task='Add a --json flag'\n" +
			"  stead template run review --to claude --var base=main -i\n" +
			"  stead template run continue --from claude:latest --to codex",
		RunE: func(c *cobra.Command, args []string) error {
			named := args
			if at := c.ArgsLenAtDash(); at >= 0 {
				named = args[:at]
			}
			if len(named) != 1 {
				return failure.Usage(errors.New("template run needs one template: `stead template list` shows them"))
			}
			o.Name = named[0]
			line, err := runLine(p, c, o, args[1:])
			if err != nil {
				return err
			}
			return again(c.Context(), line)
		},
		ValidArgsFunction: flags.CompleteTemplate(p),
	}
	o.RegisterVars(p, c)
	o.RegisterTrust(c)
	run.Command(p).Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "prompt" && flag.Name != "resume" && c.Flags().Lookup(flag.Name) == nil {
			c.Flags().AddFlag(flag)
		}
	})
	return c
}

// runLine returns the command line of a run with the prompt in place of the template.
func runLine(p *setup.Process, c *cobra.Command, o flags.Template, arguments []string) ([]string, error) {
	s, err := p.Load(nil)
	if err != nil {
		return nil, err
	}
	t, err := flags.Library(p, s).Find(o.Name)
	if err != nil {
		return nil, err
	}
	if dir, _ := c.Flags().GetString("cwd"); dir != "" {
		o.Dir = p.Path(dir)
	}
	o.Preview, _ = c.Flags().GetBool("dry-run")
	prompt, err := o.Render(c.Context(), p, s, t)
	if err != nil {
		return nil, err
	}
	if o.Preview {
		p.Term.Err.Message("prompt     %s", strings.ReplaceAll(prompt, "\n", "\n           "))
	}
	line := append([]string{"run"}, forwarded(c.Flags())...)
	if given := c.Flags(); t.CLI != "" && !given.Changed("to") {
		line = append(line, "--to="+t.CLI)
		if t.Model != "" && !given.Changed("model") {
			line = append(line, "--model="+t.Model)
		}
	}
	line = append(line, "--prompt="+prompt, "--")
	return append(line, arguments...), nil
}

// forwarded returns the given flags, except those of the template, in command-line form.
func forwarded(given *pflag.FlagSet) []string {
	var line []string
	given.Visit(func(flag *pflag.Flag) {
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
