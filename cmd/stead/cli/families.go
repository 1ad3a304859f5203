package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/ab"
	"stead/cmd/stead/cli/agents"
	"stead/cmd/stead/cli/browse"
	"stead/cmd/stead/cli/chain"
	"stead/cmd/stead/cli/edit"
	"stead/cmd/stead/cli/fork"
	"stead/cmd/stead/cli/inside"
	"stead/cmd/stead/cli/live"
	"stead/cmd/stead/cli/memory"
	"stead/cmd/stead/cli/reach"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/search"
	"stead/cmd/stead/cli/serve"
	"stead/cmd/stead/cli/session"
	"stead/cmd/stead/cli/template"
	"stead/cmd/stead/cli/travel"
)

// family are the verbs that one package makes, under one title of the help.
type family struct {
	group string
	// names are those by which the verbs are called, so that they need not be made to know whether one of them is.
	names []string
	verbs func(*app) []*cobra.Command
}

// families are all verbs. To make them all takes a tenth of a short command's time.
func families() []family {
	return []family{
		{"work", []string{"run", "supervise"}, func(a *app) []*cobra.Command {
			return run.Commands(a.process, browse.Picker(a.process))
		}},
		{"work", []string{"fork", "supervise-fork"}, func(a *app) []*cobra.Command { return fork.Commands(a.process) }},
		{"work", []string{"ab"}, func(a *app) []*cobra.Command { return ab.Commands(a.process) }},
		{"work", []string{"chain"}, func(a *app) []*cobra.Command { return chain.Commands(a.process) }},
		{"work", []string{"switch", "install", "uninstall"},
			func(a *app) []*cobra.Command { return inside.Commands(a.process) }},
		{"work", []string{"template", "templates"}, func(a *app) []*cobra.Command {
			return template.Commands(a.process, a.again)
		}},
		{"runs", []string{"ps", "runs", "attach", "send", "answer", "stop", "logs", "watch", "standby", "rm"},
			func(a *app) []*cobra.Command { return live.Commands(a.process) }},
		{"look", []string{browse.Verb}, func(a *app) []*cobra.Command { return browse.Commands(a.process) }},
		{"look", []string{"list", "ls", "show", "cat", "replay", "session"}, func(a *app) []*cobra.Command {
			return session.Commands(a.process, append(memory.SessionCommands(a.process), edit.Command(a.process))...)
		}},
		{"look", []string{"recall"}, func(a *app) []*cobra.Command { return memory.Commands(a.process) }},
		{"look", []string{"stats", "mcp"}, func(a *app) []*cobra.Command { return agents.Commands(a.process, version) }},
		{"look", []string{"search"}, func(a *app) []*cobra.Command { return search.Commands(a.process, a.again) }},
		{"look", []string{"serve"}, func(a *app) []*cobra.Command { return serve.Commands(a.process, version) }},
		{"reach", []string{"hub", "join", "node", "machines", "leave"},
			func(a *app) []*cobra.Command { return reach.Commands(a.process, version) }},
		{"reach", []string{"move", "fetch", "parcel"}, func(a *app) []*cobra.Command { return travel.Commands(a.process) }},
		{"setup", []string{"doctor", "config", "completion", "version"}, func(a *app) []*cobra.Command {
			return []*cobra.Command{doctorCommand(a.process), configCommand(a.process), completionCommand(a.process),
				versionCommand(a.process)}
		}},
	}
}

// asked returns the families that a command line needs: the one that has its verb, or all where none has it, as help,
// suggestions and mistakes do.
func asked(line []string) []family {
	all := families()
	if len(line) > 0 {
		for i, f := range all {
			if slices.Contains(f.names, line[0]) {
				return all[i : i+1]
			}
		}
	}
	return all
}
