package setup

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/origin"
	"stead/config"
	"stead/forks"
	"stead/forks/draft"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/redaction/rules"
	"stead/internal/sys/installed"
	"stead/internal/sys/process"
	"stead/internal/term/ptyx"
	"stead/orchestrator"
	"stead/runs"
	"stead/timeline/store"
)

// Setup is what most verbs need: the user's settings, and the objects that depend on them.
type Setup struct {
	// Config is the settings at the start. See [Settings].
	Config config.Config
	// Host is the machine as adapters may see it. Environ is the environment of CLIs.
	Host    adapter.Host
	Environ []string
	// Runs are the records of stead's runs. Catalog has all sessions.
	Runs    runs.Folder
	Catalog *catalog.Catalog
	// Live is the process's view of active runs.
	Live *store.Store
	// Settings follow changes of the settings. Index finds sessions. Notifications notify the user of a run's events.
	Settings      *Settings
	Index         *Index
	Notifications *Notifications

	process *Process
	finder  installed.Finder
}

// Origin returns where stead records the sessions that it made.
func (s *Setup) Origin() origin.Options {
	folders := s.Config.Folders
	return origin.Options{Lineage: forks.OpenLog(folders.Data), Runs: s.Runs, Data: folders.Data, State: folders.State}
}

// Find returns a driver's program: the one from the user's settings, or else the one in PATH. The error is that of
// [installed.Finder.Find].
func (s *Setup) Find(ctx context.Context, d inject.Driver) (installed.Program, error) {
	program := d.Program()
	if binary := s.Settings.Current().CLI[d.Info().Name].Binary; binary != "" {
		program.Names = []string{binary}
	}
	return s.finder.Find(ctx, program.Names, program.Package, program.Recognizes)
}

// Load reads the user's settings. Given holds the command line's flags for settings, which take precedence over all
// other sources. Whatever Load opens is closed with the process. The error is a *config.Error for an invalid setting.
func (p *Process) Load(given config.Flags) (*Setup, error) {
	input := p.ConfigInput(given)
	c, err := config.Load(input)
	if err != nil {
		return nil, err
	}
	s := &Setup{process: p, Config: c, Environ: p.movedHomes(c), Runs: runs.Open(c.Folders.Data)}
	s.Settings = &Settings{process: p, input: input, start: c, current: c}
	s.Index, s.Notifications = &Index{setup: s}, &Notifications{process: p, settings: s.Settings}
	s.Host = adapter.Host{Home: p.Home(), Getenv: func(name string) string { return process.Variable(s.Environ, name) },
		Now: time.Now}
	s.Catalog = catalog.New(catalog.Options{
		Readers: adapters.ReadersWith(c.Folders.Data), Host: s.Host, Runs: s.Runs, Drafts: draft.OpenFolder(c.Folders.Data),
		Origin: s.Origin(),
		Dir:    p.Folder(), Stdin: p.Term.In,
	})
	s.Live = store.New(s.Host.Now)
	p.OnClose(s.Catalog.Close)
	s.finder = installed.Finder{
		Path: process.Variable(s.Environ, "PATH"), Environ: s.Environ, Cache: filepath.Join(c.Folders.State, "versions.json"),
	}
	return s, nil
}

// ConfigInput returns the sources of the settings, and their checks. Given is that of [Process.Load].
func (p *Process) ConfigInput(given config.Flags) config.Input {
	in := config.Input{Home: p.Home(), Environ: p.Environ, Flags: given, Checks: map[string]func(string) error{
		"history":    func(value string) error { _, err := policy.ParseHistory(value); return err },
		"thinking":   func(value string) error { _, err := policy.ParseThinking(value); return err },
		"redact":     func(value string) error { _, err := redaction.Parse(value); return err },
		"sync":       func(value string) error { _, err := orchestrator.ParseSync(value); return err },
		"detach_key": func(value string) error { _, err := ptyx.ParseKey(value); return err },
	}}
	in.Checks["failover.to"] = func(name string) error { return oneOf(adapter.Names(adapters.Drivers())...)(name) }
	maps.Copy(in.Checks, notifyChecks())
	for _, driver := range adapters.Drivers() {
		in.CLIs = append(in.CLIs, driver.Info().Name)
	}
	return in
}

// movedHomes returns the environment for CLIs. It points each CLI to the home that the user has configured, so that the
// adapters and the CLI agree. It omits the variables of an errand: a CLI that another machine has started works like
// any other here.
func (p *Process) movedHomes(c config.Config) []string {
	environment := slices.DeleteFunc(slices.Clone(p.Environ),
		func(variable string) bool { return strings.HasPrefix(variable, Errand) })
	for _, driver := range adapters.Drivers() {
		info := driver.Info()
		if home := c.CLI[info.Name].Home; home != "" && info.HomeVariable != "" {
			environment = append(environment, info.HomeVariable+"="+home)
		}
	}
	return environment
}

// Secrets returns the detector of secrets. It includes the variables for CLIs in the settings, which are as secret as
// stead's own.
func (s *Setup) Secrets() redaction.Detector {
	environment := slices.Clone(s.Environ)
	for _, name := range slices.Sorted(maps.Keys(s.Config.CLI)) {
		environment = append(environment, s.Config.CLI[name].Env...)
	}
	return rules.New(environment)
}

// Mask returns a function that masks the secrets in texts that leave this machine without a question to the user,
// according to the setting redact.
func (s *Setup) Mask() func(text string) string {
	if policy := redaction.Policy(s.Config.Redact).Unasked(); !policy.IsOn() {
		return func(text string) string { return text }
	}
	secrets := s.Secrets()
	return func(text string) string { return redaction.MaskText(secrets, text) }
}
