package cli

import (
	"context"
	"maps"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/catalog"
	"stead/config"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/blob"
	"stead/internal/installed"
	"stead/internal/ptyx"
	"stead/orchestrator"
	"stead/runs"
)

// setup is what most verbs work with: the configuration, and what follows from it.
type setup struct {
	config  config.Config
	host    adapter.Host
	environ []string
	runs    runs.Folder
	catalog *catalog.Catalog
	finder  installed.Finder
}

// find returns a driver's program: the one that the user has set, else the one in PATH.
func (s *setup) find(ctx context.Context, d inject.Driver) (installed.Program, error) {
	program := d.Program()
	if binary := s.config.CLI[d.Info().Name].Binary; binary != "" {
		program.Names = []string{binary}
	}
	return s.finder.Find(ctx, program.Names, program.Package, program.Recognizes)
}

// named returns the adapter of that name, or the zero value.
func named[T interface{ Info() adapter.Info }](all []T, name string) T {
	for _, one := range all {
		if one.Info().Name == name {
			return one
		}
	}
	var none T
	return none
}

// changed returns the settings that the command line gives. Flags are the names of their flags, by key.
func changed(c *cobra.Command, flags map[string]string) map[string]string {
	given := map[string]string{}
	for key, name := range flags {
		if flag := c.Flags().Lookup(name); flag.Changed {
			given[key] = flag.Value.String()
		}
	}
	return given
}

// setup reads the configuration. Flags are the settings that the command line gives, by key.
func (a *app) setup(flags map[string]string) (*setup, error) {
	c, err := config.Load(a.configInput(flags))
	if err != nil {
		return nil, err
	}
	s := &setup{config: c, environ: a.movedHomes(c), runs: runs.Open(c.Folders.Data)}
	s.host = adapter.Host{Home: a.home(), Getenv: func(name string) string { return getenv(s.environ, name) }, Now: time.Now}
	s.catalog = catalog.New(catalog.Options{
		Readers: adapters.ReadersWith(blob.Open(c.Folders.Data)), Host: s.host, Runs: s.runs, Dir: a.dir(), Stdin: a.Stdin,
	})
	a.onClose(s.catalog.Close)
	s.finder = installed.Finder{
		Path: getenv(s.environ, "PATH"), Environ: s.environ, Cache: filepath.Join(c.Folders.State, "versions.json"),
	}
	return s, nil
}

func (a *app) configInput(flags map[string]string) config.Input {
	in := config.Input{Home: a.home(), Environ: a.Environ, Flags: flags, Checks: map[string]func(string) error{
		"history":    func(value string) error { _, err := inject.ParseHistory(value); return err },
		"thinking":   func(value string) error { _, err := inject.ParseThinking(value); return err },
		"redact":     func(value string) error { _, err := inject.ParseRedaction(value); return err },
		"sync":       func(value string) error { _, err := orchestrator.ParseSync(value); return err },
		"detach_key": func(value string) error { _, err := ptyx.ParseKey(value); return err },
	}}
	in.Checks["failover.to"] = func(name string) error { return oneOf(names(adapters.Drivers())...)(name) }
	maps.Copy(in.Checks, notifyChecks())
	for _, driver := range adapters.Drivers() {
		in.CLIs = append(in.CLIs, driver.Info().Name)
	}
	return in
}

// movedHomes returns the environment in which the homes of CLIs that the user has set are where the CLIs look for them: the
// adapters and the CLI itself then agree.
func (a *app) movedHomes(c config.Config) []string {
	environ := slices.Clone(a.Environ)
	for _, driver := range adapters.Drivers() {
		info := driver.Info()
		if home := c.CLI[info.Name].Home; home != "" && info.HomeVariable != "" {
			environ = append(environ, info.HomeVariable+"="+home)
		}
	}
	return environ
}

func (a *app) getenv(name string) string { return getenv(a.Environ, name) }

// getenv returns the last setting of a variable, which is the one that counts.
func getenv(environ []string, name string) string {
	for _, variable := range slices.Backward(environ) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}

func (a *app) home() string {
	if home := a.getenv("HOME"); home != "" {
		return home
	}
	if u, err := user.Current(); err == nil {
		return u.HomeDir
	}
	return ""
}

// dir is the current folder by the path through which the user came, where the shell says that.
func (a *app) dir() string {
	if logical := a.getenv("PWD"); filepath.IsAbs(logical) && sameFile(logical, a.Dir) {
		return logical
	}
	return a.Dir
}
