package inside

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/internal/sys/atomicfile"
)

// ErrOther says that a file of the command's name is not stead's.
var ErrOther = errors.New("there is a command of that name, which stead has not written: move it away first")

func installCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "install CLI...", Short: "Give CLIs a command that continues their session elsewhere", Args: flags.AtLeast(1),
		Long: "install adds one file to the user's own commands of each CLI. It calls `stead switch`. Nothing else is changed, and a\n" +
			"file that stead has not written stays as it is. `stead uninstall` removes the files.",
		Example: "  stead install claude                   then type /stead codex in Claude Code\n" +
			"  stead install claude codex opencode\n" +
			"  stead uninstall claude",
		RunE:              func(_ *cobra.Command, clis []string) error { return each(p, clis, install) },
		ValidArgsFunction: cobra.FixedCompletions(installable(), cobra.ShellCompDirectiveNoFileComp),
	}
}

func uninstallCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "uninstall CLI...", Short: "Remove what stead install added", Args: flags.AtLeast(1),
		Long:              "uninstall removes the file that `stead install` added to a CLI. A file that stead has not written stays as it is.",
		Example:           "  stead uninstall claude codex",
		RunE:              func(_ *cobra.Command, clis []string) error { return each(p, clis, uninstall) },
		ValidArgsFunction: cobra.FixedCompletions(installable(), cobra.ShellCompDirectiveNoFileComp),
	}
}

// installable returns the names of the CLIs that have commands of their users' own.
func installable() []string {
	var able []inject.Driver
	for _, d := range adapters.Drivers() {
		if _, ok := d.(inject.Insider); ok {
			able = append(able, d)
		}
	}
	return adapter.Names(able)
}

// each does something for each of the named CLIs. It checks all names first.
func each(p *setup.Process, clis []string, do func(p *setup.Process, title string, in inject.Inside) error) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	var drivers []inject.Driver
	for _, name := range clis {
		d, err := insider(name)
		if err != nil {
			return err
		}
		drivers = append(drivers, d)
	}
	for _, d := range drivers {
		title := d.Info().Title
		if err := do(p, title, d.(inject.Insider).Inside(s.Host)); err != nil {
			return fmt.Errorf("change the commands of %s: %w", title, err)
		}
	}
	return nil
}

// insider returns the driver of a CLI that has commands of its users' own.
func insider(name string) (inject.Driver, error) {
	for _, d := range adapters.Drivers() {
		if _, ok := d.(inject.Insider); ok && d.Info().Name == strings.ToLower(name) {
			return d, nil
		}
	}
	return nil, failure.Usagef("%s is not a CLI with commands of its users' own; these are: %s", name,
		strings.Join(installable(), ", "))
}

func install(p *setup.Process, title string, in inject.Inside) error {
	program, err := p.OwnProgram()
	if err != nil {
		return err
	}
	content := in.Content(program)
	before, err := os.ReadFile(in.Path)
	switch {
	case err == nil && string(before) == content:
		p.Term.Err.Note("%s: %s is there already; type %s", title, p.Tilde(in.Path), in.Use)
		return nil
	case err == nil && !inject.IsOwn(before):
		return fmt.Errorf("%s: %w", p.Tilde(in.Path), ErrOther)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(in.Path), 0o755); err != nil {
		return err
	}
	if err := atomicfile.Replace(in.Path, []byte(content)); err != nil {
		return err
	}
	p.Term.Err.Message("%s: added %s; type %s", title, p.Tilde(in.Path), in.Use)
	return nil
}

func uninstall(p *setup.Process, title string, in inject.Inside) error {
	content, err := os.ReadFile(in.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Term.Err.Note("%s: there is no %s", title, p.Tilde(in.Path))
		return nil
	case err != nil:
		return err
	case !inject.IsOwn(content):
		return fmt.Errorf("%s: %w", p.Tilde(in.Path), ErrOther)
	}
	if err := os.Remove(in.Path); err != nil {
		return err
	}
	if folder := filepath.Dir(in.Path); filepath.Base(folder) == "stead" {
		_ = os.Remove(folder) // it stays if the user has put something else there
	}
	p.Term.Err.Message("%s: removed %s", title, p.Tilde(in.Path))
	return nil
}
