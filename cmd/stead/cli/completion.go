package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/catalog"
	"stead/internal/adapter"
	"stead/internal/plain"
	"stead/runs"
)

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "completion SHELL", Short: "Print a completion script for bash, zsh, fish or powershell",
		Long: "Print a completion script for bash, zsh, fish or powershell. It completes commands, flags and the references of\n" +
			"sessions. That for bash needs the package bash-completion.",
		Example: "  source <(stead completion bash)\n" +
			"  stead completion zsh >\"${fpath[1]}/_stead\"\n" +
			"  stead completion fish >~/.config/fish/completions/stead.fish",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.Stdout)
			case "fish":
				return root.GenFishCompletion(a.Stdout, true)
			default:
				return root.GenPowerShellCompletionWithDesc(a.Stdout)
			}
		},
	}
}

// completeArgument proposes references for a command's one argument.
func (a *app) completeArgument(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.completeReferences(c, nil, typed)
}

// completeReferences proposes references: first the CLIs, then the sessions of the one that was typed.
func (a *app) completeReferences(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	cli, _, qualified := strings.Cut(typed, ":")
	if !qualified {
		var names []string
		for _, r := range adapters.Readers() {
			names = append(names, fmt.Sprintf("%s:\t%s", r.Info().Name, r.Info().Title))
		}
		return append(names, "run:\tjournals of stead's runs"), cobra.ShellCompDirectiveNoSpace
	}
	s, err := a.setup(nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	if cli == "run" {
		return proposeRuns(s.runs), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	l, err := s.catalog.List(c.Context(), catalog.Query{CLI: cli})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	proposals := []string{cli + ":latest\tthe newest", cli + ":.\tthe newest of this folder"}
	for _, session := range l.Sessions {
		proposals = append(proposals, l.Reference(session)+"\t"+plain.Fit(plain.Line(session.Title), 60))
	}
	return proposals, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// proposeRuns proposes what can stand after "run:".
func proposeRuns(folder runs.Folder) []string {
	all, err := folder.All()
	if err != nil {
		return nil
	}
	proposals := []string{"run:latest\tthe last active"}
	for _, r := range all {
		proposals = append(proposals, fmt.Sprintf("run:%s\t%s, %s", r.ID, route(r), r.Status))
	}
	return proposals
}

// completeReaders proposes the formats that can be read.
func (a *app) completeReaders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return names(adapters.Readers()), cobra.ShellCompDirectiveNoFileComp
}

// completeWriters proposes the formats that can be written.
func (a *app) completeWriters(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return names(adapters.Writers()), cobra.ShellCompDirectiveNoFileComp
}

// completeDrivers proposes the CLIs that can be started.
func (a *app) completeDrivers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return names(adapters.Drivers()), cobra.ShellCompDirectiveNoFileComp
}

func names[T interface{ Info() adapter.Info }](all []T) []string {
	var names []string
	for _, one := range all {
		names = append(names, one.Info().Name)
	}
	return names
}
