package agents

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/internal/term/plain"
	"stead/ui/mcp/install"
)

// serverName is the name of the server in the CLIs' configurations.
const serverName = "stead"

type installOptions struct{ remove, dryRun, force, trust bool }

func installCommand(p *setup.Process) *cobra.Command {
	var o installOptions
	c := &cobra.Command{
		Use: "install CLI...", Short: "Have CLIs use this server", Args: flags.AtLeast(1),
		Long: "install adds the server to the user's configuration of each CLI, as the CLI's own command does, and says what else a run without a terminal\n" +
			"needs. All else in the file stays as it is, comments too. --remove undoes it.",
		Example: "  stead mcp install claude codex\n" +
			"  stead mcp install opencode --dry-run   show what would change\n" +
			"  stead mcp install gemini --trust       also without asking\n" +
			"  stead mcp install codex --remove",
		RunE:              func(c *cobra.Command, clis []string) error { return installAll(c.Context(), p, clis, o) },
		ValidArgsFunction: cobra.FixedCompletions(installable(), cobra.ShellCompDirectiveNoFileComp),
	}
	set := c.Flags()
	set.BoolVar(&o.remove, "remove", false, "take the server out of the configuration")
	set.BoolVar(&o.dryRun, "dry-run", false, "show what would change, and write nothing")
	set.BoolVar(&o.force, "force", false, "replace another server of the same name")
	set.BoolVar(&o.trust, "trust", false,
		"have the CLI call the tools without asking, where its configuration can say so (gemini, qwen)")
	flags.Exclude(c, "remove", "force")
	flags.Exclude(c, "remove", "trust")
	return c
}

// installable returns the names of the CLIs that start MCP servers.
func installable() []string {
	var names []string
	for _, d := range adapters.Drivers() {
		if _, ok := d.(inject.MCPInstaller); ok {
			names = append(names, d.Info().Name)
		}
	}
	return names
}

func installAll(ctx context.Context, p *setup.Process, clis []string, o installOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	program, err := p.OwnProgram()
	if err != nil {
		return err
	}
	server := inject.MCPServer{Name: serverName, Command: []string{program, "mcp"}, Environment: moved(p), Trusted: o.trust}
	for _, cli := range clis {
		driver, err := installerOf(cli)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		entry := driver.MCP(s.Host, server)
		if err := installOne(p, driver.(inject.Driver).Info().Title, entry, o); err != nil {
			return err
		}
	}
	return nil
}

// installerOf returns the driver of a CLI that starts MCP servers.
func installerOf(cli string) (inject.MCPInstaller, error) {
	name := strings.ToLower(cli)
	for _, d := range adapters.Drivers() {
		if d.Info().Name != name {
			continue
		}
		if installer, ok := d.(inject.MCPInstaller); ok {
			return installer, nil
		}
		return nil, failure.Usagef("%s starts no MCP servers that stead could add; these do: %s", d.Info().Title,
			strings.Join(installable(), ", "))
	}
	return nil, failure.Usagef("there is no CLI %q; these start MCP servers: %s", cli, strings.Join(installable(), ", "))
}

// installOne changes the configuration of a CLI, and reports the change.
func installOne(p *setup.Process, title string, e inject.MCPEntry, o installOptions) error {
	change, err := install.Add(e, o.force)
	done := "added to"
	if o.remove {
		change, err = install.Remove(e)
		done = "removed from"
	}
	if err != nil {
		return fmt.Errorf("change the configuration of %s: %w", title, err)
	}
	file := p.Tilde(change.Path)
	switch {
	case change.IsNone() && o.remove:
		p.Term.Err.Note("%s: %s does not name the server", title, file)
		return nil
	case change.IsNone():
		p.Term.Err.Note("%s: %s already names the server", title, file)
	case o.dryRun:
		_, err = fmt.Fprint(p.Term.Out, plain.Clean(udiff.Unified(file, file, string(change.Before), string(change.After))))
		return err
	default:
		if err := change.Write(); err != nil {
			return err
		}
		p.Term.Err.Note("%s: %s %s", title, done, file)
	}
	if !o.remove {
		for _, sentence := range e.Headless {
			p.Term.Err.Note("  without a terminal: %s", sentence)
		}
	}
	return nil
}

// moved returns those variables with the location of sessions that are set. Some CLIs pass only a few of their own
// variables on.
func moved(p *setup.Process) map[string]string {
	names := []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}
	for _, d := range adapters.Drivers() {
		names = append(names, d.Info().HomeVariable)
	}
	set := map[string]string{}
	for _, name := range slices.Compact(names) {
		if value := p.Getenv(name); name != "" && value != "" {
			set[name] = value
		}
	}
	return set
}
