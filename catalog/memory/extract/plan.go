package extract

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/catalog/origin"
	"stead/readers"
	"stead/timeline"
)

// job is one session to be read.
type job struct {
	identity
	summary timeline.Summary
	kind    memory.SourceType
	// stamp is what the session's place looked like before it was opened.
	stamp  string
	origin origin.Origin
	open   func(context.Context) (timeline.Stream, error)
	// from reads on from a position in file. It is nil where the reader cannot, or the file holds several sessions.
	from func(context.Context, readers.Position) iter.Seq2[*timeline.Entry, error]
	file readers.File
}

// plan lists the sessions of all stores in the order in which they are read.
func (o Options) plan(ctx context.Context, report *Report) ([]job, error) {
	var jobs []job
	for _, r := range o.Readers {
		if o.LLM != "" && r.Info().Name != o.LLM {
			continue
		}
		for _, store := range r.Discover(o.Host) {
			for place, err := range r.Places(ctx, store, readers.Query{}) {
				if err == nil {
					jobs, err = o.planPlace(ctx, jobs, r, place, report)
				}
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					report.Warnings = append(report.Warnings, fmt.Errorf("list the sessions of %s: %w", r.Info().Title, err))
				}
			}
		}
	}
	return arrange(jobs), nil
}

func (o Options) planPlace(ctx context.Context, jobs []job, r readers.Reader, place readers.Place,
	report *Report) ([]job, error) {
	first := len(jobs)
	for s, err := range r.Summaries(ctx, place) {
		if err != nil {
			report.Warnings = append(report.Warnings, fmt.Errorf("list the sessions of %s: %w", r.Info().Title, err))
			continue
		}
		location := adapter.Location{Path: s.Path, ID: s.ID}
		jobs = append(jobs, job{
			identity: identity{s.CLI, s.ID}, summary: s, kind: memory.FromSession, origin: o.originOf(s),
			open: func(ctx context.Context) (timeline.Stream, error) { return r.Open(ctx, location) },
		})
	}
	for i := range jobs[first:] {
		jobs[first+i].stamp = stampOf(jobs[first+i].summary, place, len(jobs)-first)
	}
	if resumer, ok := r.(readers.Resumer); ok && len(jobs) == first+1 {
		j := &jobs[first]
		location := adapter.Location{Path: j.summary.Path, ID: j.id}
		j.file = place.Files[0]
		j.from = func(ctx context.Context, at readers.Position) iter.Seq2[*timeline.Entry, error] {
			return resumer.From(ctx, location, at)
		}
	}
	return jobs, nil
}

// stampOf tells whether a session has changed: by the files of its place, or by its own time and size where the place
// has several.
func stampOf(s timeline.Summary, place readers.Place, sessions int) string {
	if sessions > 1 {
		return fmt.Sprintf("%s %d %s", s.Updated.UTC().Format(time.RFC3339Nano), s.Bytes, s.Title)
	}
	var b strings.Builder
	for _, f := range place.Files {
		fmt.Fprintf(&b, "%d %d %d ", f.Inode, f.Size, f.Modified)
	}
	return b.String() + s.Title
}

// arrange puts the sessions in order: by their creation, what stead made of others behind everything else, sub-agents'
// behind the sessions that started them.
func arrange(jobs []job) []job {
	byID := map[identity]job{}
	for _, j := range jobs {
		byID[j.identity] = j
	}
	type place struct {
		isCopy  bool
		created time.Time
		llm, id string
		depth   int
	}
	places := map[identity]place{}
	for _, j := range jobs {
		root, depth := j, 0
		for ; root.summary.Parent != "" && depth < len(jobs); depth++ {
			parent, ok := byID[identity{root.llm, root.summary.Parent}]
			if !ok {
				break
			}
			root = parent
		}
		places[j.identity] = place{root.origin.Kind != "" && root.origin.Run != "", root.summary.Created, root.llm, root.id,
			depth}
	}
	slices.SortFunc(jobs, func(a, b job) int {
		p, q := places[a.identity], places[b.identity]
		if p.isCopy != q.isCopy {
			return map[bool]int{false: -1, true: 1}[p.isCopy]
		}
		return cmp.Or(p.created.Compare(q.created), strings.Compare(p.llm, q.llm), strings.Compare(p.id, q.id),
			cmp.Compare(p.depth, q.depth),
			a.summary.Created.Compare(b.summary.Created), strings.Compare(a.id, b.id), strings.Compare(a.summary.Path,
				b.summary.Path))
	})
	return jobs
}
