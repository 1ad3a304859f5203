// Package analysis finds what follows from a loaded memory: what was learnt, the functions of the code that sessions touched, the kinds of the documents
// that they wrote. The three write into different tables and run side by side.
package analysis

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stead/memory/callgraph"
	"stead/memory/classify"
	"stead/memory/database"
	"stead/memory/knowledge"
)

// Report says what was found.
type Report struct {
	Knowledge knowledge.Report `json:"knowledge"`
	Code      callgraph.Report `json:"code"`
	Documents classify.Report  `json:"documents"`
}

// Run analyses what has changed since the last time. An error of one ends all; what they had written by then stays.
func Run(ctx context.Context, d *database.Database, o knowledge.Options) (Report, error) {
	var report Report
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		report.Knowledge, err = knowledge.Update(ctx, d, o)
		return err
	})
	group.Go(func() (err error) {
		report.Code, err = callgraph.Update(ctx, d)
		return err
	})
	group.Go(func() (err error) {
		report.Documents, err = classify.Update(ctx, d)
		return err
	})
	return report, group.Wait()
}
