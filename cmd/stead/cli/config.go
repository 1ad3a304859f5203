package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
)

func configCommand(p *setup.Process) *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: "Show the settings and their sources",
		Long: "Show stead's settings. Flags override the environment (STEAD_HISTORY, STEAD_CLI_CODEX_BINARY), and the environment\n" +
			"overrides the file config.yaml:\n\n" +
			"  history: last:20              # full, last:N, budget:TOKENS, users, summary\n" +
			"  thinking: text                # strip, text, keep\n" +
			"  redact: mask                  # secrets: ask, mask, always, off\n" +
			"  sync: session                 # mirror runs: off, session, source\n" +
			"  failover:                     # when a limit is hit\n" +
			"    to: [codex, opencode]       # the CLIs to continue in\n" +
			"    attempts: 3                 # how often the CLI may retry first\n" +
			"    delay: 1m                   # the longest wait it may announce\n" +
			"    silence: 10m                # the longest silence; 0s: no limit\n" +
			"  cli:\n" +
			"    codex:\n" +
			"      binary: ~/bin/codex       # the program\n" +
			"      home: ~/.codex-work       # where it keeps its sessions\n" +
			"      args: [-c, sandbox_mode=workspace-write]    # put before a run's own\n" +
			"      env: [NAME=value]\n" +
			"      model: gpt-5.5            # for sessions that come from another CLI\n" +
			"      models: [claude-haiku-*=gpt-5.5-mini]    # the same, by their own model\n" +
			"  notify:                       # when a session has finished or waits\n" +
			"    terminal: auto              # auto, off, bell, osc9, osc777\n" +
			"    desktop: auto               # auto, on, off\n" +
			"    command: [notify-me]        # gets the event as JSON, and STEAD_EVENT_*\n" +
			"    webhook: https://example.org/hook\n" +
			"    quiet: 22:00-07:30\n" +
			"    after: 10s                  # do not report shorter turns\n" +
			"    kinds: [finished, waiting, failed, limited, moved]\n" +
			"    projects: [~/work]\n" +
			"    clis: [codex]\n" +
			"  memory:                       # what was said in all sessions: docs/memory.md\n" +
			"    folder: ~/memory            # where it is kept\n" +
			"    tenant: acme                # rows of another tenant are not seen\n" +
			"    team: web                   # team and project: columns of each row\n" +
			"    project: shop\n" +
			"    exports: {claude: ~/exports}    # where exports wait to be extracted\n" +
			"    archive: ~/memory/archive   # where they go then\n" +
			"    embeddings: {url: http://127.0.0.1:11434/v1, model: NAME, key_env: VARIABLE}\n" +
			"    model: {url: ..., model: NAME}    # improves what the rules found\n" +
			"  reach:                        # runs that came from another machine\n" +
			"    offline: stop               # without their lease: stop, continue\n" +
			"    lease: 2m                   # at least 30s\n" +
			"  nats:                         # a team's cluster, for stead hub\n" +
			"    url: tls://HOST:4222        # its servers, with commas between them\n" +
			"    pin: HASH                   # of its authority",
	}
	return flags.Group(c, configShowCommand(p), configGetCommand(p), configSetCommand(p), configUnsetCommand(p), configPathCommand(p))
}

func configShowCommand(p *setup.Process) *cobra.Command {
	var asJSON, all bool
	c := &cobra.Command{
		Use: "show", Short: "Show the settings with their values and sources", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			loaded, err := config.Load(p.ConfigInput(nil))
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.JSON(loaded.Settings())
			}
			return printSettings(p, loaded.Settings(), all)
		},
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "include settings of every CLI that are not set")
	flags.JSON(c, &asJSON, "print a JSON array of every setting")
	return c
}

// printSettings prints the settings. With nine CLIs there are too many that nobody has set.
func printSettings(p *setup.Process, settings []config.Setting, all bool) error {
	rows := make([][]string, 0, len(settings))
	for _, s := range settings {
		if !all && s.IsDefault() && (strings.HasPrefix(s.Key, "cli.") || strings.HasPrefix(s.Key, "memory.exports.")) {
			continue
		}
		value := fmt.Sprint(s.Value)
		if list, ok := s.Value.([]string); ok {
			value = strings.Join(list, " ")
		}
		rows = append(rows, []string{s.Key, value, p.Tilde(s.Origin)})
	}
	if hidden := len(settings) - len(rows); hidden > 0 {
		defer p.Term.Note("%d settings of CLIs are not set (--all shows them)", hidden)
	}
	return p.Term.Table([]term.Column{{Title: "SETTING"}, {Title: "VALUE", Most: 30}, {Title: "FROM", End: true}}, rows)
}

func configPathCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print the path of the configuration file, which may not exist", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			folders, err := config.Locate(p.ConfigInput(nil))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Term.Out, folders.File())
			return err
		},
	}
}

func configGetCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "get KEY", Short: "Print the value of a setting, one line per list item", Args: cobra.ExactArgs(1), ValidArgsFunction: completeSettings(p),
		RunE: func(_ *cobra.Command, args []string) error {
			loaded, err := config.Load(p.ConfigInput(nil))
			if err != nil {
				return err
			}
			s, err := loaded.Get(args[0])
			if err != nil {
				return failure.Usage(err)
			}
			list, ok := s.Value.([]string)
			if !ok {
				list = []string{fmt.Sprint(s.Value)}
			}
			for _, item := range list {
				if _, err := fmt.Fprintln(p.Term.Out, item); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func configSetCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "set KEY VALUE...", Short: "Set a setting in the configuration file", Args: cobra.MinimumNArgs(2), ValidArgsFunction: completeSettings(p),
		Long:    "Set a setting in the configuration file. It creates the file if necessary and keeps its comments. A list takes several values.",
		Example: "  stead config set history last:20\n  stead config set failover.to codex opencode",
		RunE: func(_ *cobra.Command, args []string) error {
			return config.Set(p.ConfigInput(nil), args[0], args[1:])
		},
	}
}

func configUnsetCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "unset KEY", Short: "Remove a setting from the configuration file", Args: cobra.ExactArgs(1), ValidArgsFunction: completeSettings(p),
		RunE: func(_ *cobra.Command, args []string) error {
			was, err := config.Unset(p.ConfigInput(nil), args[0])
			if err == nil && !was {
				p.Term.Note("%s is not set in the file", args[0])
			}
			return err
		},
	}
}

// completeSettings proposes the keys of all settings.
func completeSettings(p *setup.Process) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		loaded, err := config.Load(p.ConfigInput(nil))
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var keys []string
		for _, s := range loaded.Settings() {
			keys = append(keys, s.Key)
		}
		return keys, cobra.ShellCompDirectiveNoFileComp
	}
}
