package orchestrator

import (
	"stead/inject/redaction"
	"stead/orchestrator/standby"
)

// Standby returns the keeper of copies in these CLIs, which records them in a file. The caller must close it. Errors:
// that of a CLI that stead does not know, and those of [standby.Open].
func (o *Orchestrator) Standby(clis []string, r redaction.Policy, file string) (*standby.Keeper, error) {
	options := standby.Options{
		Sources: o.Sources(), Policies: o.unasked(r), Adapter: o.planner().Adapter, Lineage: o.Lineage,
		Occupant: o.planner().Occupant, File: file,
	}
	for _, name := range clis {
		a, err := o.planner().Adapter(name)
		if err != nil {
			return nil, err
		}
		options.Targets = append(options.Targets, standby.Target{Adapter: a, Writing: o.writing(a)})
	}
	return standby.Open(options)
}
