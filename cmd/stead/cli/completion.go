package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

func completionCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "completion SHELL", Short: "Print a completion script for bash, zsh, fish or powershell",
		Long: "Print a completion script for bash, zsh, fish or powershell. It completes commands, flags and session references. The\n" +
			"bash script needs the package bash-completion.",
		Example: "  source <(stead completion bash)\n" +
			"  stead completion zsh >\"${fpath[1]}/_stead\"\n" +
			"  stead completion fish >~/.config/fish/completions/stead.fish",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(c.ValidArgs, args[0]) {
				return errors.New("name one shell: " + strings.Join(c.ValidArgs, ", "))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.Term.Out, true)
			case "zsh":
				return root.GenZshCompletion(p.Term.Out)
			case "fish":
				return root.GenFishCompletion(p.Term.Out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(p.Term.Out)
			}
		},
	}
}
