package stats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Dimension is what figures are told apart by.
type Dimension string

// The dimensions.
const (
	ByCLI     Dimension = "cli"
	ByModel   Dimension = "model"
	ByProject Dimension = "project"
	ByDay     Dimension = "day"
	ByTool    Dimension = "tool"
)

// Dimensions lists them all.
func Dimensions() []Dimension { return []Dimension{ByCLI, ByModel, ByProject, ByDay, ByTool} }

// Query says what is summed up. The zero value sums up everything in one row.
type Query struct {
	// By tells rows apart by these.
	By []Dimension
	// CLI keeps only that CLI's sessions.
	CLI string
	// Project keeps only the sessions of a project: see [project.Has].
	Project string
	// Since keeps only what happened on that day, in UTC, or later.
	Since time.Time
	// Model keeps only responses of models with this in their name, and calls and turns of the sessions that have such.
	Model string
	// Folder returns the project that a folder belongs to, as a worktree does to that of its contest. Nil leaves each as
	// it is.
	Folder func(string) string
}

// ErrQuery is the error of a query that has no answer.
var ErrQuery = errors.New("no such statistics")

// Check returns the error of a query that has no answer. It wraps ErrQuery.
func (q Query) Check() error {
	for i, d := range q.By {
		if !slices.Contains(Dimensions(), d) {
			return fmt.Errorf("%w: %q is none of cli, model, project, day, tool", ErrQuery, d)
		}
		if slices.Contains(q.By[:i], d) {
			return fmt.Errorf("%w: %s is named twice", ErrQuery, d)
		}
	}
	if q.has(ByModel) && q.has(ByTool) {
		return fmt.Errorf("%w: the calls of a tool belong to no model", ErrQuery)
	}
	return nil
}

func (q Query) has(d Dimension) bool { return slices.Contains(q.By, d) }

// folder returns the project of a folder.
func (q Query) folder(project string) string {
	if q.Folder == nil {
		return project
	}
	return q.Folder(project)
}

// wantsModel reports whether a model is one that is wanted.
func (q Query) wantsModel(model string) bool {
	return q.Model == "" || strings.Contains(strings.ToLower(model), strings.ToLower(q.Model))
}
