package memory

import (
	"context"
	"errors"

	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/memory/analysis"
	"stead/memory/database"
	"stead/memory/database/postgres"
	"stead/memory/extract"
	"stead/memory/knowledge"
)

// afterExtraction brings what was extracted into the databases, and finds there what can be learnt of it.
func afterExtraction(ctx context.Context, p *setup.Process, s *setup.Setup, o extractOptions) (err error) {
	d, err := database.Open(ctx, databaseOptions(s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	for _, path := range d.Aside() {
		p.Term.Note("a database was damaged and is made anew; the damaged file is %s", path)
	}
	if err := load(ctx, p, s, d); err != nil {
		return err
	}
	if err := analyse(ctx, p, d); err != nil || o.to == "" {
		return err
	}
	return push(ctx, p, s, d, o.to)
}

// databaseOptions are those of the user's memory.
func databaseOptions(s *setup.Setup) database.Options {
	m := s.Config.Memory
	return database.Options{Folder: s.Config.MemoryFolder(), Tenant: m.Tenant, Team: m.Team, Project: m.Project}
}

// load loads what is new in the files. An extraction that has begun meanwhile does that itself at its end.
func load(ctx context.Context, p *setup.Process, s *setup.Setup, d *database.Database) error {
	release, err := extract.Lock(s.Config.MemoryFolder())
	var busy *extract.BusyError
	if errors.As(err, &busy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer release()
	bar := p.Term.NewProgress("load")
	defer bar.Close()
	report, err := d.Load(ctx, bar.Set)
	noteBad(p, report)
	return err
}

func noteBad(p *setup.Process, report database.Report) {
	if report.Bad > 0 {
		p.Term.Note("the memory's files are damaged: %d lines could not be read and were passed over", report.Bad)
	}
}

func analyse(ctx context.Context, p *setup.Process, d *database.Database) error {
	report, err := analysis.Run(ctx, d, knowledge.Options{})
	p.Term.Warn(report.Knowledge.Warnings)
	return err
}

// push copies the databases to a server. Secrets are masked on the way unless the setting or the flag says off.
func push(ctx context.Context, p *setup.Process, s *setup.Setup, d *database.Database, address string) error {
	var o postgres.Options
	if policy := redaction.Policy(s.Config.Redact); policy != redaction.Off {
		o.Detector = s.Secrets()
	}
	status := p.Term.ShowStatus(func() string { return "copying to PostgreSQL" })
	defer status.Close()
	report, err := postgres.Push(ctx, d, address, o)
	if err == nil && report.Masked > 0 {
		p.Term.Note("%d values had secrets, which were masked; --redact=off sends them", report.Masked)
	}
	return err
}
