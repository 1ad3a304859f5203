package reach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/internal/sys/userservice"
)

// background is a verb that the system can run as a service.
type background struct {
	// name is the verb with stead's name: stead node.
	name string
	// may returns why it would be of no use to begin it now.
	may func(p *setup.Process) error
	// service is what the system is to run, without what is the same for all.
	service func(p *setup.Process) (userservice.Service, error)
}

// commands are install, uninstall and status of the verb.
func (b background) commands(p *setup.Process) []*cobra.Command {
	return []*cobra.Command{b.installCommand(p), b.uninstallCommand(p), b.statusCommand(p)}
}

func (b background) installCommand(p *setup.Process) *cobra.Command {
	var show, force bool
	c := &cobra.Command{
		Use: "install", Short: "Have " + b.name + " run from the login on", Args: flags.NoArgs,
		Long: "install has the system run " + b.name +
			" for you from your login on: by a user unit of systemd, or by launchd on macOS. The service gets today's\n" +
			"PATH and the variables that move folders, and no other one. Install again after a change of them.\n\n" +
			"On a machine where nobody logs in, `loginctl enable-linger` has systemd begin your services at the start of the machine.",
		Example: "  " + b.name + " install\n  " + b.name + " install --print    only show the file",
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := b.service(p)
			if err != nil {
				return err
			}
			m, err := b.managerOf(p, s)
			if err != nil {
				return err
			}
			if show {
				p.Term.Err.Note("the file is %s", p.Tilde(m.file))
				_, err := p.Term.Out.Write(m.content)
				return err
			}
			return b.install(c.Context(), p, m, force)
		},
	}
	c.Flags().BoolVar(&show, "print", false, "only print the file, and install nothing")
	c.Flags().BoolVar(&force, "force", false, "replace a file that stead has not written")
	return c
}

func (b background) uninstallCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "uninstall", Short: "End the service and remove it", Args: flags.NoArgs,
		Long: "uninstall ends the service and removes its file. A file that stead has not written stays.",
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := b.managerOf(p, userservice.Service{})
			if err != nil {
				return err
			}
			return b.uninstall(c.Context(), p, m)
		},
	}
}

func (b background) statusCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Tell whether the service is installed and runs", Args: flags.NoArgs,
		Long: "status tells whether the service is installed and runs. It ends with 3 when it is not installed, with 1 when it does not run.",
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := b.managerOf(p, userservice.Service{})
			if err != nil {
				return err
			}
			return b.status(c.Context(), p, m)
		},
	}
}

func (b background) install(ctx context.Context, p *setup.Process, m manager, force bool) error {
	if err := b.may(p); err != nil {
		return err
	}
	if err := b.isInstalled(p, m); err != nil && !errors.Is(err, fs.ErrNotExist) && !force {
		return err
	}
	err := atomicfile.Replace(m.file, m.content)
	if err != nil {
		return fmt.Errorf("install the service: %w", err)
	}
	if !m.isThere() {
		p.Term.Err.Message("%s is written; there is no %s here: begin %s in another way", p.Tilde(m.file), m.program, b.name)
		return nil
	}
	_ = m.run(ctx, p, m.clear)
	if err := m.run(ctx, p, m.begin); err != nil {
		return &failure.Error{
			Code: failure.Failed, Text: fmt.Sprintf("%s is written, but the service does not begin: %v", p.Tilde(m.file), err),
			Tip: "install it again where you are logged in, or begin " + b.name + " in another way",
		}
	}
	p.Term.Err.Message("%s runs, from each login on (%s)", b.name, p.Tilde(m.file))
	if m.advice != "" {
		p.Term.Err.Note("%s", m.advice)
	}
	return nil
}

// isInstalled returns an error that is fs.ErrNotExist where there is no service, and another one where its file is not
// stead's.
func (b background) isInstalled(p *setup.Process, m manager) error {
	content, err := regular.ReadFile(m.file)
	if errors.Is(err, fs.ErrNotExist) {
		return missing{&failure.Error{Code: failure.NotFound, Text: b.name + " is not installed as a service",
			Tip: b.name + " install installs it"}}
	}
	if err == nil && !userservice.IsOurs(content) {
		err = &failure.Error{Code: failure.Failed, Text: "stead has not written " + p.Tilde(m.file),
			Tip: "look at it; " + b.name + " install --force replaces it"}
	}
	return err
}

// missing is the error of a service that is not there.
type missing struct{ said *failure.Error }

// Error says it to people.
func (m missing) Error() string { return m.said.Text }

// Unwrap returns what is said, and what it is.
func (m missing) Unwrap() []error { return []error{m.said, fs.ErrNotExist} }

func (b background) uninstall(ctx context.Context, p *setup.Process, m manager) error {
	if err := b.isInstalled(p, m); err != nil {
		return err
	}
	if m.isThere() {
		if err := m.run(ctx, p, m.end); err != nil { // it may not have begun
			p.Term.Err.Note("%v", err)
		}
	}
	if err := os.Remove(m.file); err != nil {
		return fmt.Errorf("remove the service: %w", err)
	}
	p.Term.Err.Message("%s is no service any more", b.name)
	if !m.isThere() {
		return nil
	}
	return m.run(ctx, p, m.forget)
}

func (b background) status(ctx context.Context, p *setup.Process, m manager) error {
	if err := b.isInstalled(p, m); err != nil {
		return err
	}
	if !m.isThere() {
		return fmt.Errorf("%s is there, but no %s that would run it", p.Tilde(m.file), m.program)
	}
	if err := m.run(ctx, p, [][]string{m.asks}); err != nil {
		return errors.New(b.name + " is installed as a service, and does not run")
	}
	p.Term.Err.Message("%s runs as a service (%s)", b.name, p.Tilde(m.file))
	return nil
}
