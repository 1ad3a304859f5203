package chain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/template"

	"stead/forks/worktree"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/templates"
)

// errNoDiff: no snapshot of the folder was possible when the chain began.
var errNoDiff = errors.New("the steps' changes are not known here")

// list is a list that a template can range over or print, one item per line.
type list []string

// String returns the items, one per line.
func (l list) String() string { return strings.Join(l, "\n") }

// data is the data for prompts. A diff is made when a prompt asks for it.
type data struct {
	chainRun *chainRun
	ctx      context.Context
	now      string // the folder's current commit
	// Prev is the step before.
	Prev *result
	// Steps are the completed steps, by name.
	Steps map[string]*result
	// Vars are the recipe's variables.
	Vars map[string]string
	// Dir is the folder.
	Dir string
}

// Diff returns the changes since the chain began, in git's format.
func (d data) Diff() (string, error) {
	return d.chainRun.diff(d.ctx, d.chainRun.chain.Start.Commit, d.now)
}

// Files returns the files that were changed since the chain began.
func (d data) Files() (list, error) {
	from := d.chainRun.chain.Start
	if from.Commit == "" {
		return nil, errNoDiff
	}
	changes, err := worktree.Changes(d.ctx, from.Repository, from.Commit, d.now)
	return namesOf(changes), err
}

// result is the result of a step.
type result struct {
	chainRun *chainRun
	ctx      context.Context
	a        Attempt
	// Name is the step's name, CLI the CLI that did the work, Text its last answer.
	Name, CLI, Text string
	// Files are the files that it changed.
	Files list
	// Output is the output of its check, OK whether it succeeded.
	Output string
	OK     bool
}

// Diff returns the changes of the step, in git's format.
func (r result) Diff() (string, error) { return r.chainRun.diff(r.ctx, r.a.Before, r.a.After) }

// String returns the last answer.
func (r result) String() string { return r.Text }

func (c *chainRun) result(ctx context.Context, a *Attempt) *result {
	if a == nil {
		return nil
	}
	r := &result{chainRun: c, ctx: ctx, a: *a, Name: a.Step, CLI: a.CLI, Text: a.Text, Files: a.Files, OK: a.State == Done}
	if a.Check != nil {
		r.Output = a.Check.Output
	}
	return r
}

func (c *chainRun) diff(ctx context.Context, from, to string) (string, error) {
	if from == "" || to == "" {
		return "", errNoDiff
	}
	var text bytes.Buffer
	err := worktree.Diff(ctx, c.chain.Start.Repository, from, to, &text)
	return text.String(), err
}

// prompt makes the CLI's prompt.
func (c *chainRun) prompt(ctx context.Context, a Attempt, step recipe.Step) (string, error) {
	d := data{chainRun: c, ctx: ctx, now: a.Before, Prev: c.result(ctx, c.chain.previous(a)),
		Steps: map[string]*result{}, Vars: c.chain.Vars, Dir: c.chain.Dir}
	for i := range c.chain.Attempts {
		one := &c.chain.Attempts[i]
		d.Steps[one.Step] = c.result(ctx, one)
	}
	text, err := c.said(ctx, d, step)
	if err != nil || d.Prev == nil {
		return text, err
	}
	handed, err := d.Prev.handed(step.Hand)
	if step.Hand == recipe.HandDiff && err == nil && d.Prev.isQuoted(text) {
		handed = "" // the CLI has it already
	}
	return text + handed, err
}

// said returns the prompt of the recipe, or of the template that it names.
func (c *chainRun) said(ctx context.Context, d data, step recipe.Step) (string, error) {
	if step.Template == "" {
		return execute(step.Prompt, d)
	}
	values := map[string]string{}
	for name, value := range step.Vars {
		text, err := execute(value, d)
		if err != nil {
			return "", fmt.Errorf("variable %s: %w", name, err)
		}
		values[name] = text
	}
	t, err := c.engine.Library.Find(step.Template)
	if err != nil {
		return "", err
	}
	return t.Render(ctx, values, templates.Host{Dir: c.chain.Dir, Environ: c.engine.Environment, Trust: c.engine.Trust})
}

func execute(text string, d data) (string, error) {
	t, err := template.New("prompt").Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, d)
	return out.String(), err
}

// isQuoted reports whether a prompt contains the diff of the step's changes.
func (r *result) isQuoted(prompt string) bool {
	diff, err := r.Diff()
	diff = strings.TrimSpace(diff)
	return err == nil && diff != "" && strings.Contains(prompt, diff)
}

// handed returns what a new session gets from the step before, below its prompt.
func (r *result) handed(what recipe.Hand) (string, error) {
	title, text := "", ""
	switch what {
	case recipe.HandAnswer:
		title, text = "The answer", r.Text
	case recipe.HandFiles:
		title, text = "The files that were changed in", r.Files.String()
	case recipe.HandDiff:
		diff, err := r.Diff()
		if err != nil {
			return "", err
		}
		title, text = "The changes made in", diff
	default:
		return "", nil
	}
	if what == recipe.HandAnswer {
		title += " of"
	}
	return fmt.Sprintf("\n\n%s step %s (%s):\n\n%s", title, r.Name, r.CLI, strings.TrimRight(text, "\n")), nil
}
