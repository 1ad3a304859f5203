package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/catalog/memory"
	"stead/readers"
	"stead/timeline"
)

const (
	// workers read sessions at the same time. A reader has goroutines of its own.
	workers = 2
	// ahead is how many batches of one session, and how many sessions, may wait for the writer.
	ahead = 4
)

// lines are those of one session, on their way to the writer.
type lines struct {
	job
	batches chan *batch
	// mark and err are set when batches is closed.
	mark mark
	err  error
}

// read has workers make the lines of all jobs, and yields them in the order of the jobs.
func (x *extraction) read(ctx context.Context, group *errgroup.Group, jobs []job) <-chan *lines {
	ordered, queue := make(chan *lines, ahead), make(chan *lines)
	group.Go(func() error {
		defer close(ordered)
		defer close(queue)
		for _, j := range jobs {
			l := &lines{job: j, batches: make(chan *batch, ahead)}
			select {
			case ordered <- l:
			case <-ctx.Done():
				return ctx.Err()
			}
			select {
			case queue <- l:
			case <-ctx.Done():
				close(l.batches) // nobody else will
				return ctx.Err()
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			for l := range queue {
				l.err = x.session(ctx, l)
				close(l.batches)
			}
			return nil
		})
	}
	return ordered
}

// session makes the lines of a session, and of those that sub-agents held within it.
func (x *extraction) session(ctx context.Context, l *lines) error {
	if done, err := x.resumed(ctx, l); done || err != nil {
		return err
	}
	stream, err := l.open(ctx)
	if err != nil {
		return err
	}
	if l.kind == memory.FromExport {
		l.identify(stream.Header, x.carried(l.llm, stream.Header))
		// where the CLI had no other place
		stream.Header.Model.Model = strings.TrimPrefix(stream.Header.Model.Model, l.llm+"/")
	}
	return x.stream(ctx, l, l.identity, l.summary, stream)
}

// carried returns the CLI whose session a file in a format of exchange holds; the empty string for other files, and
// where it does not tell.
func (x *extraction) carried(formatName string, h timeline.Header) string {
	at := slices.IndexFunc(x.Readers, func(r readers.Reader) bool { return r.Info().Name == formatName })
	if at < 0 {
		return ""
	}
	carrier, ok := x.Readers[at].(readers.Carrier)
	if !ok {
		return ""
	}
	names := carrier.Carried(h)
	for _, name := range names {
		if slices.ContainsFunc(x.Readers, func(r readers.Reader) bool { return r.Info().Name == name }) {
			return name
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1]
}

// identify takes from an export whose session it holds: that is not known before it is read. Carried is the CLI that a
// format of exchange names.
func (l *lines) identify(h timeline.Header, carried string) {
	l.identity = identity{cmp.Or(carried, h.Source.CLI, l.llm), cmp.Or(h.Source.OriginalID, h.ID)}
	l.summary.CLI, l.summary.ID, l.summary.Project = l.llm, l.id, h.Project.Path
	if h.Project.Git != nil {
		l.summary.Branch = h.Project.Git.Branch
	}
}

func (x *extraction) stream(ctx context.Context, l *lines, id identity, s timeline.Summary,
	stream timeline.Stream) error {
	t, err := x.teller(ctx, l, id, 0)
	if err != nil {
		return err
	}
	if !t.isKnown {
		if err := t.begin(about(l.job, s)); err != nil {
			return err
		}
	}
	if err := t.run(ctx, stream); err != nil {
		return err
	}
	if err := t.send(t.batch); err != nil {
		return err
	}
	if id == l.identity && len(stream.Children) == 0 {
		l.setMark(t)
	}
	for _, child := range stream.Children {
		if err := x.child(ctx, l, id, child); err != nil {
			return err
		}
	}
	return nil
}

// child takes the session of a sub-agent that has no place of its own.
func (x *extraction) child(ctx context.Context, l *lines, parent identity, child timeline.Stream) error {
	id := identity{l.llm, child.Header.ID}
	if x.planned[id] {
		return nil
	}
	s := l.summary
	s.ID, s.Parent, s.Title = id.id, parent.id, ""
	return x.stream(ctx, l, id, s, child)
}

func about(j job, s timeline.Summary) memory.About {
	a := memory.About{Title: s.Title, Project: s.Project, Branch: s.Branch, SourceType: j.kind, SourceFile: s.Path}
	switch {
	case s.Parent != "":
		a.Parent = s.CLI + ":" + s.Parent
	case j.origin.Of != "":
		a.Parent = j.origin.Of
	}
	if j.origin.Project != "" {
		a.Project = j.origin.Project
	}
	return a
}

// teller returns what makes the lines of a session. The events that were told of records before a line are not looked
// for again.
func (x *extraction) teller(ctx context.Context, l *lines, id identity, fromLine int) (*teller, error) {
	segments, err := x.files.state.segments(ctx, id)
	if err != nil {
		return nil, err
	}
	before, err := tell(x.files.events, segments, fromLine)
	if err != nil {
		return nil, fmt.Errorf("read what was extracted of the session before: %w", err)
	}
	t := &teller{
		told: before, identity: id, now: x.now, names: x.names, batch: newBatch(id),
		source: memory.Provenance{SourceType: l.kind, SourceFile: l.summary.Path, SessionID: id.id},
	}
	t.isKnown = l.kind != memory.FromSession && before.about.SourceType == memory.FromSession
	if id == l.identity {
		t.deliveredAfter, t.delivered = l.origin.After, l.origin.Lines
		t.isRepeated = x.planned[parseReference(l.origin.Of)]
	}
	t.send = func(b *batch) error {
		select {
		case l.batches <- b:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return t, nil
}

func parseReference(reference string) identity {
	llm, id, _ := strings.Cut(reference, ":")
	return identity{llm, id}
}

// write takes the lines of the sessions in their order.
func (x *extraction) write(ctx context.Context, ordered <-chan *lines) error {
	for l := range ordered {
		for b := range l.batches {
			counts := x.report.of(b.session.llm)
			n, err := x.files.write(b)
			b.release()
			if err == nil {
				err = x.files.settle(ctx)
			}
			if err != nil {
				return err
			}
			counts.Messages += n.messages
			counts.Duplicates += n.duplicates
			counts.Events += n.events
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.done += l.summary.Bytes
		x.tellProgress()
		if l.err != nil {
			x.warn(l)
			continue
		}
		counts := x.report.of(l.llm)
		counts.Sessions++
		counts.Bytes += l.summary.Bytes
		x.files.finish(source{l.identity, l.summary.Path, l.stamp, l.mark})
	}
	return ctx.Err()
}

func (x *extraction) warn(l *lines) {
	if !errors.Is(l.err, context.Canceled) {
		x.report.Warnings = append(x.report.Warnings, fmt.Errorf("extract %s:%s: %w", l.llm, l.id, l.err))
	}
}
