package delivery

import (
	"context"

	"stead/forks"
	"stead/runs"
	"stead/writers"
)

// Plan is what a run does: before it does it in a rehearsal, and with what was delivered in a run.
type Plan struct {
	// From is what continues. Zero when the CLI begins a session of its own.
	From runs.Session `json:"from,omitzero"`
	// Draft is the draft that makes an edited copy of From. Empty when the session continues as it is.
	Draft string       `json:"draft,omitempty"`
	To    runs.Session `json:"to"`
	Dir   string       `json:"dir"`
	// Program is the CLI, Version its version ("" when it is not known).
	Program string         `json:"program"`
	Version string         `json:"version,omitempty"`
	Report  writers.Report `json:"delivered"`
	// Cut says where the session was cut. Nil when it was not.
	Cut *forks.Cut `json:"cut,omitempty"`
	// Resumed says that the report is of the run's beginning: nothing is delivered now.
	Resumed bool `json:"resumed,omitempty"`
	// Note is what the user should know of the source. A run says it when it begins.
	Note string `json:"-"`
	// Command is the CLI's command line.
	Command []string `json:"command"`
}

// Plan describes the delivery, once it is written.
func (d *Delivery) Plan() Plan {
	return d.planOf(d.Session.Receipt.ID, d.Session.Recorded().Path, d.Session.Receipt.Report)
}

func (d *Delivery) planOf(id, path string, report writers.Report) Plan {
	return Plan{
		From: d.Source.Session, Draft: d.Source.Draft, Note: d.Source.Note,
		To:      runs.Session{CLI: d.Request.To, ID: id, Path: path},
		Dir:     d.Options.Dir,
		Program: d.Program.Path, Version: d.Program.Version, Report: report, Cut: d.Source.WasCut(),
		Command: append([]string{d.Program.Path}, d.commandOn(writers.Receipt{ID: id, Path: path, Dir: d.Options.Dir},
			"").Arguments...),
	}
}

// Rehearse says what Write would do, and does none of it: nothing is written into the CLI's store, no program is
// started. A draft may hold what no CLI has ever written, so its copy is tried out.
func (d *Delivery) Rehearse(ctx context.Context) (Plan, error) {
	if d.Source.IsNew {
		planned, err := d.Session.Target.Writer.Plan(d.Session.Target.Store, d.Source.Stream, d.Options)
		return d.planOf(planned.ID, "", writers.Report{}), err
	}
	if err := d.Choose(ctx, nil); err != nil {
		return Plan{}, err
	}
	planned, report, err := d.Session.Target.Rehearse(ctx, d.chosen, d.Options)
	if err == nil && d.Source.Draft != "" {
		err = d.Session.Target.Try(ctx, d.chosen, d.Options)
	}
	if err != nil {
		return Plan{}, err
	}
	return d.planOf(planned.ID, planned.Path, d.Source.Reported(report)), nil
}
