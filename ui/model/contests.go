package model

import (
	"context"

	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/orchestrator/templates"
)

// Contest is the record of a contest: several CLIs on one task.
type Contest = ab.Contest

// Contests lists the contests of the machine.
type Contests struct {
	Items []Contest `json:"items" doc:"the newest first"`
}

// Contests lists the contests. Errors are those of the file system.
func (rs Records) Contests() (Contests, error) {
	all, err := rs.options.Contests.All()
	return Contests{Items: append([]Contest{}, all...)}, err
}

// Contest returns a contest by its id, a prefix of the id, or "latest". Errors: ab.ErrNotFound, ab.ErrAmbiguous, and
// those of the file system.
func (rs Records) Contest(id string) (Contest, error) { return rs.options.Contests.Find(id) }

// Picking names the contestant to pick.
type Picking struct {
	Name   string `json:"name" minLength:"1" maxLength:"200" doc:"the contestant's name or number" example:"codex"`
	Branch string `json:"branch,omitempty" maxLength:"200" doc:"a new branch that gets the work, in place of the folder"`
	Force  bool   `json:"force,omitempty" doc:"pick also work that did not pass the check"`
}

// Pick applies a contestant's work to the contest's folder, or to a branch. Errors are those of [Records.Contest] and
// of [ab.Runner.Pick]. They wrap ErrState if something there keeps the work out.
func (a Actor) Pick(ctx context.Context, id string, p Picking) (Contest, error) {
	c, err := a.records().Contest(id)
	if err != nil {
		return Contest{}, err
	}
	c, err = a.options.Acts.Pick(ctx, c, ab.Picking{Name: p.Name, Branch: p.Branch, Force: p.Force})
	return c, ofState(err)
}

// Chain is the record of a chain: steps that run one after the other.
type Chain = chain.Chain

// Chains lists the chains of the machine.
type Chains struct {
	Items []Chain `json:"items" doc:"the newest first"`
}

// Chains lists the chains. Errors are those of the file system.
func (rs Records) Chains() (Chains, error) {
	all, err := rs.options.Chains.All()
	return Chains{Items: append([]Chain{}, all...)}, err
}

// Chain returns a chain by its id, a prefix of the id, or "latest". Errors: chain.ErrNotFound, chain.ErrAmbiguous, and
// those of the file system.
func (rs Records) Chain(id string) (Chain, error) { return rs.options.Chains.Find(id) }

// Template is a prompt with variables.
type Template = templates.Template

// Templates lists the templates that are available in the folder where the server was started.
type Templates struct {
	Items    []Template `json:"items" doc:"by name"`
	Warnings []string   `json:"warnings,omitempty" doc:"what is wrong with others"`
}

// Templates lists the templates.
func (rs Records) Templates() Templates {
	all, wrong := rs.options.Library.List()
	return Templates{Items: append([]Template{}, all...), Warnings: texts(wrong)}
}
