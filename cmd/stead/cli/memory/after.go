package memory

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"stead/catalog/memory/database"
	"stead/catalog/memory/extract"
	"stead/catalog/memory/knowledge"
	"stead/catalog/memory/optional/callgraph"
	"stead/catalog/memory/optional/classify"
	"stead/catalog/memory/optional/embedding"
	"stead/catalog/memory/optional/postgres"
	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
)

// afterExtraction adds extracted messages to the databases, and derives findings and other tables from them.
func afterExtraction(ctx context.Context, p *setup.Process, s *setup.Setup, o extractOptions) error {
	work, err := furtherWork(s, o)
	if err != nil {
		return err
	}
	d, err := loaded(ctx, p, s)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	if err := all(ctx, p, d, work); err != nil || o.to == "" {
		return err
	}
	return push(ctx, p, s, d, o.to)
}

// all runs tasks concurrently.
func all(ctx context.Context, p *setup.Process, d *database.Database, work []task) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, do := range work {
		group.Go(func() error { return do(ctx, p, d) })
	}
	return group.Wait()
}

// task derives tables of its own from the databases.
type task func(context.Context, *setup.Process, *database.Database) error

// furtherWork returns the tasks for after the databases are filled. It fails before that if a setting is wrong.
func furtherWork(s *setup.Setup, o extractOptions) ([]task, error) {
	improver, err := improverOf(s)
	if err != nil {
		return nil, err
	}
	work := []task{func(ctx context.Context, p *setup.Process, d *database.Database) error {
		report, err := knowledge.Update(ctx, d, knowledge.Options{Improver: improver})
		p.Term.Err.Warn(report.Warnings)
		return err
	}, func(ctx context.Context, _ *setup.Process, d *database.Database) error {
		_, err := callgraph.Update(ctx, d)
		return err
	}, func(ctx context.Context, _ *setup.Process, d *database.Database) error {
		_, err := classify.Update(ctx, d)
		return err
	}}
	if !o.withEmbeddings {
		return work, nil
	}
	embedder, err := s.Endpoint("memory.embeddings", s.Config.Memory.Embeddings)
	if err != nil {
		return nil, err
	}
	return append(work, func(ctx context.Context, _ *setup.Process, d *database.Database) error {
		_, err := embedding.Update(ctx, d, embedder, nil)
		return err
	}), nil
}

// loaded opens the databases and adds what is new in the unified files. Meanwhile, no extraction may truncate the
// files.
func loaded(ctx context.Context, p *setup.Process, s *setup.Setup) (*database.Database, error) {
	release, err := extract.Lock(s.Config.MemoryFolder())
	if err != nil {
		return nil, err
	}
	defer release()
	d, err := database.Open(ctx, databaseOptions(s))
	if err != nil {
		return nil, err
	}
	for _, aside := range d.Aside() {
		p.Term.Err.Warn([]error{fmt.Errorf("a database was damaged: stead rebuilds it, and keeps the damaged one as %s", p.Tilde(aside))})
	}
	bar := p.Term.Err.NewProgress("databases")
	report, err := d.Load(ctx, bar.Set)
	bar.Close()
	warnOfBad(p, report)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// databaseOptions returns the options for the user's memory.
func databaseOptions(s *setup.Setup) database.Options {
	m := s.Config.Memory
	return database.Options{Folder: s.Config.MemoryFolder(), Tenant: m.Tenant, Team: m.Team, Project: m.Project}
}

func warnOfBad(p *setup.Process, report database.Report) {
	if report.Bad > 0 {
		p.Term.Err.Warn([]error{fmt.Errorf("the memory's files are damaged: %d lines could not be read and were passed over",
			report.Bad)})
	}
}

// push copies the databases to a server. It masks secrets unless the setting or the flag is off.
func push(ctx context.Context, p *setup.Process, s *setup.Setup, d *database.Database, address string) error {
	var o postgres.Options
	if policy := redaction.Policy(s.Config.Redact); policy != redaction.Off {
		o.Detector = s.Secrets()
	}
	status := p.Term.Err.ShowStatus(func() string { return "copying to PostgreSQL" })
	defer status.Close()
	report, err := postgres.Push(ctx, d, address, o)
	if err == nil && report.Masked > 0 {
		p.Term.Err.Note("%d values had secrets, which were masked; --redact=off sends them", report.Masked)
	}
	return err
}
