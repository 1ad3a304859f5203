package serve

import (
	"context"
	"os"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/orchestrator/doctor"
	"stead/ui/model"
)

// survey examines the machine, like `stead doctor`.
func survey(ctx context.Context, p *setup.Process, s *setup.Setup, version string) (model.Machine, error) {
	d := doctor.Doctor{Drivers: adapters.Drivers(), Catalog: s.Catalog, Find: s.Find, Runs: s.Runs, Host: s.Host,
		Dir: p.Folder()}
	report, err := d.Examine(ctx)
	if err != nil {
		return model.Machine{}, err
	}
	host, _ := os.Hostname() // a machine without a name is shown without one
	found := model.Machine{Version: version, Host: host, Home: p.Home(), Folder: p.Folder(), CLIs: []model.CLI{}}
	for i, c := range report.CLIs {
		cli := asCLI(c)
		if c.Installed {
			store := adapter.Store{CLI: c.Name, Root: c.Home}
			cli.Model = d.Drivers[i].Configured(inject.Environment{Host: s.Host, Store: store, Dir: d.Dir}).Name
		}
		found.Sessions += c.Sessions
		found.CLIs = append(found.CLIs, cli)
	}
	return found, nil
}

// asCLI converts a CLI to the form that is shown. It names only the first problem that keeps runs from starting. A
// problem that naming a model solves does not count.
func asCLI(c doctor.CLI) model.CLI {
	shown := model.CLI{
		Name: c.Name, Title: c.Title, Installed: c.Installed, Version: c.Version, Ready: c.Installed, Folder: c.Home,
		Sessions: c.Sessions,
	}
	for _, f := range c.Findings {
		if f.Severity == inject.Blocker && !f.Model {
			shown.Ready, shown.Problem, shown.Remedy = false, f.Text, f.Remedy
			break
		}
	}
	return shown
}
