package search

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/dirs"
)

// find answers a query, for all of the user's machines.
func find(c *cobra.Command, p *setup.Process, words []string, o options,
	again func(context.Context, []string) error) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	q, err := o.parse(p, s, words)
	if err != nil {
		return failure.Usage(err)
	}
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	others := o.others(ctx, p, c, q, words)
	v := &view{p: p, s: s, o: o, text: strings.Join(words, " ")}
	x := v.index(ctx)
	result, err := v.search(ctx, x, q)
	if err != nil {
		return err
	}
	theirs, notes := others()
	for _, note := range notes {
		p.Term.Err.Note("%s", note)
	}
	p.Term.Err.Warn(result.Warnings)
	found := o.merged(answerOf(result, machines.MaskedText(p, s)), theirs)
	if err := v.print(found.of(p.Getenv(machines.Self))); err != nil {
		return err
	}
	if o.opens && len(found.Rows) > 0 {
		return v.open(ctx, found.Rows, again)
	}
	x.build(ctx, p)
	if found.Hits == 0 && len(found.Rows) == 0 {
		return &search.NothingError{Query: v.text}
	}
	return nil
}

func (o options) parse(p *setup.Process, s *setup.Setup, words []string) (search.Query, error) {
	switch {
	case strings.TrimSpace(strings.Join(words, "")) == "":
		return search.Query{}, errors.New("search needs a word to search for")
	case o.order != string(search.ByRank) && o.order != string(search.ByAge):
		return search.Query{}, fmt.Errorf("there is no order %q: use rank or age", o.order)
	case o.limit < 0:
		return search.Query{}, fmt.Errorf("-n %d is less than nothing", o.limit)
	case o.to != "" && !o.opens:
		return search.Query{}, errors.New("--to says where --open continues: give both")
	}
	q, err := search.Parse(strings.Join(words, " "), s.Host.Now())
	for _, name := range slices.Concat(q.CLIs, q.WithoutCLIs) {
		if _, unknown := s.Catalog.Reader(name); err == nil && unknown != nil {
			return q, fmt.Errorf("cli:%s: %w", name, unknown)
		}
	}
	for _, projects := range [][]string{q.Projects, q.WithoutProjects} {
		for i, name := range projects {
			if dirs.IsPath(name) {
				projects[i] = p.Path(name)
			}
		}
	}
	return q, err
}

// view is a search on the terminal.
type view struct {
	p    *setup.Process
	s    *setup.Setup
	o    options
	text string
}

// indexes is the index in the form in which it can be used.
type indexes struct {
	// ready can be searched; late is to be built after the answer. One of them may be nil, or both.
	ready, late *index.Index
}

// soon is the maximum number of bytes that are read into the index before a search. For more, searching the files is
// faster.
const soon = 64 << 20

// index opens the index. An obstacle becomes a note, because the files can be searched without the index.
func (v *view) index(ctx context.Context) indexes {
	if v.o.scans {
		return indexes{}
	}
	x, err := v.s.Index.Open(ctx)
	isMuch := false
	if err == nil {
		isMuch, err = lacksMuch(ctx, x)
	}
	switch {
	case err != nil:
		v.fall(ctx, err)
		return indexes{}
	case isMuch:
		return indexes{late: x}
	}
	return indexes{ready: x}
}

// lacksMuch reports whether the index lacks so much that the files are searched first.
func lacksMuch(ctx context.Context, x *index.Index) (bool, error) {
	var isFull bool
	var pending int64
	err := x.DB().QueryRowContext(ctx,
		"SELECT EXISTS(SELECT 1 FROM session), (SELECT ifnull(sum(bytes), 0) FROM session WHERE pending)").Scan(
		&isFull, &pending)
	if err != nil || isFull {
		return pending > soon, err
	}
	report, err := x.Look(ctx)
	return report.PendingBytes > soon, err
}

func (v *view) fall(ctx context.Context, err error) {
	if ctx.Err() == nil {
		v.p.Term.Err.Note("%v; the sessions' files are searched instead", err)
	}
}

// search searches the index after an update, or else the files.
func (v *view) search(ctx context.Context, x indexes, q search.Query) (search.Result, error) {
	searcher := v.s.Index.Searcher(x.ready)
	searcher.Order = search.Order(v.o.order)
	if x.ready != nil {
		progress := v.p.Term.Err.NewProgress("indexing")
		result, err := searcher.Fresh(ctx, q, v.o.limit, progress.Set)
		progress.Close()
		if err == nil || ctx.Err() != nil {
			return result, err
		}
		v.fall(ctx, err)
		searcher.Index = nil
	}
	defer debug.SetGCPercent(debug.SetGCPercent(scanGarbage))
	return searcher.Search(ctx, q, v.o.limit)
}

// scanGarbage is the percentage of garbage that may accumulate during a scan in relation to used memory. Nearly all of
// a scan's allocations are short-lived, so this setting reduces its time to two thirds.
const scanGarbage = 400

// build builds the index after the answer, so that its reader need not wait. Interrupting it is not a failure: the next
// search continues the work.
func (x indexes) build(ctx context.Context, p *setup.Process) {
	if x.late == nil {
		return
	}
	if !p.Term.IsInteractive() {
		_ = p.Term.Out.Close() // programs that read the answer see its end
	}
	p.Term.Err.Note("the files were searched; making the index for next time (Ctrl-C is safe)")
	progress := p.Term.Err.NewProgress("indexing")
	report, err := x.late.Refresh(ctx, progress.Set)
	progress.Close()
	if err != nil && ctx.Err() == nil {
		p.Term.Err.Note("%v", err)
	}
	p.Term.Err.Warn(report.Warnings)
}
