// Package doctor examines what a run needs: which CLIs are installed, in which version, where their sessions are, what
// would prevent them from starting, and what dead runs have left behind. It changes nothing, and starts a CLI only if
// its version is not written anywhere.
package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/index"
	"stead/inject"
	"stead/internal/sys/installed"
	"stead/runs"
)

// Doctor is what an examination is made with. All fields but the last must be set.
type Doctor struct {
	Drivers []inject.Driver
	Catalog *catalog.Catalog
	// Find returns a driver's program.
	Find func(context.Context, inject.Driver) (installed.Program, error)
	Runs runs.Folder
	Host adapter.Host
	// Dir is the folder in which a run would be.
	Dir string
	// Index is the path of the sessions' index, which is looked at in depth, or empty.
	Index string
}

// Report is what was found.
type Report struct {
	CLIs []CLI `json:"clis"`
	// Left are CLIs that still run though the stead that started them is dead.
	Left []Left `json:"left_running"`
	// Warnings say what could not be read.
	Warnings []string `json:"warnings"`
}

// CLI is the state of one CLI.
type CLI struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	installed.Program
	Installed bool `json:"installed"`
	// Tested is the newest version that stead was tested with.
	Tested string `json:"tested"`
	// Home is the CLI's home, which may not exist.
	Home     string           `json:"home"`
	Sessions int              `json:"sessions"`
	Findings []inject.Finding `json:"findings"`
}

// Left is a CLI that was left running.
type Left struct {
	Run string `json:"run"`
	CLI string `json:"cli"`
	PID int    `json:"pid"`
}

// Examine looks at everything. The error is that of ctx.
func (d Doctor) Examine(ctx context.Context) (Report, error) {
	report := Report{CLIs: make([]CLI, len(d.Drivers)), Left: []Left{}, Warnings: []string{}}
	var group errgroup.Group
	for i, driver := range d.Drivers {
		group.Go(func() error {
			report.CLIs[i] = d.examine(ctx, driver)
			return nil
		})
	}
	if d.Index != "" {
		if err := index.Check(ctx, d.Index); err != nil {
			report.Warnings = append(report.Warnings, err.Error())
		}
	}
	all, err := d.Catalog.List(ctx, catalog.Query{})
	_ = group.Wait() // never fails
	for i := range report.CLIs {
		report.CLIs[i].Sessions = all.Count(report.CLIs[i].Name)
	}
	for _, warning := range all.Warnings {
		report.Warnings = append(report.Warnings, warning.Error())
	}
	report.left(d.Runs)
	return report, err
}

// examine looks at one CLI.
func (d Doctor) examine(ctx context.Context, driver inject.Driver) CLI {
	info := driver.Info()
	home := driver.Home(d.Host)
	c := CLI{Name: info.Name, Title: info.Title, Home: home, Findings: []inject.Finding{}}
	if len(info.Tested) > 0 {
		c.Tested = slices.MaxFunc(info.Tested, installed.Compare)
	}
	program, err := d.Find(ctx, driver)
	if err != nil {
		c.Findings = append(c.Findings, inject.Finding{Severity: inject.Blocker, Text: err.Error(), Remedy: install(driver)})
		return c
	}
	c.Program, c.Installed = program, true
	c.Findings = append(c.Findings, aboutVersion(info, program.Version)...)
	c.Findings = append(c.Findings, driver.Check(inject.Environment{Host: d.Host,
		Store: adapter.Store{CLI: info.Name, Root: home}, Dir: d.Dir})...)
	return c
}

func install(driver inject.Driver) string {
	program := driver.Program()
	if program.Package == "" {
		return program.Install
	}
	return "npm install -g " + program.Package
}

// aboutVersion notes a version that stead was not tested with. It is never a reason to refuse.
func aboutVersion(info adapter.Info, version string) []inject.Finding {
	var text string
	switch {
	case version == "":
		text = "its version could not be determined"
	case len(info.Tested) == 0 || slices.Contains(info.Tested, version):
		return nil
	default:
		oldest, newest := slices.MinFunc(info.Tested, installed.Compare), slices.MaxFunc(info.Tested, installed.Compare)
		switch {
		case installed.Compare(version, newest) > 0:
			text = fmt.Sprintf("version %s is newer than %s, the newest one tested", version, newest)
		case installed.Compare(version, oldest) < 0:
			text = fmt.Sprintf("version %s is older than %s, the oldest one tested", version, oldest)
		default:
			text = fmt.Sprintf("version %s is none of those tested (%s)", version, strings.Join(info.Tested, ", "))
		}
	}
	return []inject.Finding{{Severity: inject.Note, Text: text}}
}

// left lists the CLIs that dead runs left running.
func (r *Report) left(folder runs.Folder) {
	all, err := folder.All()
	if err != nil {
		r.Warnings = append(r.Warnings, err.Error())
	}
	for _, run := range all {
		if run.Status == runs.Running && !run.Alive() && run.Child.Alive() {
			r.Left = append(r.Left, Left{Run: run.ID, CLI: run.To.CLI, PID: run.Child.PID})
		}
	}
}
