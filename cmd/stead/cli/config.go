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

// exampleSettings have a value of each setting.
const exampleSettings = `  history: last:20              # full, whole, last:N, budget:N, users, summary
  thinking: text                # strip, text, keep
  redact: mask                  # secrets: ask, mask, always, off
  sync: session                 # mirror runs: off, session, source
  failover:                     # when a limit is hit
    to: [codex, opencode]       # the CLIs to continue in
    attempts: 3                 # how often the CLI may retry first
    delay: 1m                   # the longest wait it may announce
    silence: 10m                # the longest silence; 0s: no limit
  cli:
    codex:
      binary: ~/bin/codex       # the program
      home: ~/.codex-work       # where it keeps its sessions
      args: [-c, sandbox_mode=workspace-write]    # put before a run's own
      env: [NAME=value]
      model: gpt-5.5            # for sessions that come from another CLI
      models: [claude-haiku-*=gpt-5.5-mini]    # the same, by their own model
  notify:                       # when a session has finished or waits
    terminal: auto              # auto, off, bell, osc9, osc777
    desktop: auto               # auto, on, off
    command: [notify-me]        # gets the event as JSON, and STEAD_EVENT_*
    webhook: https://example.org/hook
    quiet: 22:00-07:30
    after: 10s                  # do not report shorter turns
    kinds: [finished, waiting, failed, limited, moved]
    projects: [~/work]
    clis: [codex]
  memory:                       # what was said in all sessions: docs/memory.md
    folder: ~/memory            # where it is kept
    tenant: acme                # rows of another tenant are not seen
    team: web                   # team and project: columns of each row
    project: shop
    exports: {claude: ~/exports}    # where exports wait to be extracted
    archive: ~/memory/archive   # where they go then
    embeddings: {url: http://127.0.0.1:11434/v1, model: NAME, key_env: VARIABLE}
    model: {url: ..., model: NAME}    # improves what the rules found
  reach:                        # runs that came from another machine
    offline: stop               # without their lease: stop, continue
    lease: 2m                   # at least 30s
  nats:                         # a team's cluster, for stead hub
    url: tls://HOST:4222        # its servers, with commas between them
    pin: HASH                   # of its authority`

func configCommand(p *setup.Process) *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: "Show the settings and their sources",
		Long: "Show stead's settings. Flags override the environment (STEAD_HISTORY, STEAD_CLI_CODEX_BINARY), and the environment\n" +
			"overrides the file config.yaml:\n\n" +
			exampleSettings,
	}
	return flags.Group(c, configShowCommand(p), configGetCommand(p), configSetCommand(p), configUnsetCommand(p),
		configPathCommand(p))
}

func configShowCommand(p *setup.Process) *cobra.Command {
	var asJSON, all bool
	c := &cobra.Command{
		Use: "show", Short: "Show the settings with their values and sources", Args: flags.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			loaded, err := config.Load(p.ConfigInput(nil))
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.Out.JSON(loaded.Settings())
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
		defer p.Term.Err.Note("%d settings of CLIs are not set (--all shows them)", hidden)
	}
	return p.Term.Out.Table([]term.Column{{Title: "SETTING"}, {Title: "VALUE", Most: 30}, {Title: "FROM", End: true}}, rows)
}

func configPathCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print the path of the configuration file, which may not exist", Args: flags.NoArgs,
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
		Use: "get KEY", Short: "Print the value of a setting, one line per list item", Args: flags.Exactly(1),
		ValidArgsFunction: completeSettings(p),
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
		Use: "set KEY VALUE...", Short: "Set a setting in the configuration file", Args: flags.AtLeast(2),
		ValidArgsFunction: completeSettings(p),
		Long:              "Set a setting in the configuration file. It creates the file if necessary and keeps its comments. A list takes several values.",
		Example:           "  stead config set history last:20\n  stead config set failover.to codex opencode",
		RunE: func(_ *cobra.Command, args []string) error {
			return config.Set(p.ConfigInput(nil), args[0], args[1:])
		},
	}
}

func configUnsetCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "unset KEY", Short: "Remove a setting from the configuration file", Args: flags.Exactly(1),
		ValidArgsFunction: completeSettings(p),
		RunE: func(_ *cobra.Command, args []string) error {
			was, err := config.Unset(p.ConfigInput(nil), args[0])
			if err == nil && !was {
				p.Term.Err.Note("%s is not set in the file", args[0])
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
