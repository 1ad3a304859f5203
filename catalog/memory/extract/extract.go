package extract

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"stead/catalog/memory"
	"stead/internal/sys/regular"
)

// extraction is one that is underway.
type extraction struct {
	Options
	files  *files
	now    string
	names  toolNames
	report *Report
	// planned are the sessions that have a place of their own.
	planned map[identity]bool
	// prompts are the first ones of sessions, by CLI.
	prompts     map[string]map[string]bool
	done, total int64
}

// Run extracts all that is new in the sources. What it has extracted when the context ends is kept, and the next run
// goes on there. What cannot be read is a warning in the report. Errors: a [BusyError], a [FullError], that of ctx, and
// those of the file system.
func Run(ctx context.Context, o Options) (Report, error) {
	report := Report{Counts: map[string]*Counts{}}
	began := o.Host.Now()
	x := &extraction{Options: o, now: memory.Stamp(began), names: namesOf(o.Readers), report: &report}
	own, release, err := o.prepare()
	if err != nil {
		return report, err
	}
	defer release()
	if x.files, err = open(ctx, o.Folder, own, o.DryRun); err != nil {
		return report, explain(o.Folder, err)
	}
	err = explain(o.Folder, errors.Join(x.sources(ctx), x.files.rest(ctx), x.files.close()))
	report.Messages, report.Events, report.Took = x.files.committed.messages, x.files.committed.events, o.Host.Now().Sub(
		began)
	return report, err
}

// sources are the given files, or else all sessions, then the exports that wait, and the prompt histories last.
func (x *extraction) sources(ctx context.Context) error {
	if len(x.Files) > 0 {
		return x.given(ctx)
	}
	jobs, err := x.plan(ctx, x.report)
	if err != nil {
		return err
	}
	if err := x.all(ctx, jobs); err != nil {
		return err
	}
	if err := x.waiting(ctx, jobs); err != nil {
		return err
	}
	return x.histories(ctx)
}

// prepare locks the folder. A dry run works on a copy of the extraction's own files.
func (o Options) prepare() (own string, release func(), err error) {
	if !o.DryRun {
		release, err = Lock(o.Folder)
		return filepath.Join(o.Folder, ownFolder), release, err
	}
	own, err = os.MkdirTemp("", "stead-extract-*")
	if err != nil {
		return "", nil, err
	}
	release = func() { os.RemoveAll(own) }
	for _, name := range []string{stateFile, stateFile + "-wal", seenFile} {
		if err := copyFile(filepath.Join(o.Folder, ownFolder, name), filepath.Join(own, name)); err != nil {
			release()
			return "", nil, err
		}
	}
	return own, release, nil
}

func copyFile(from, to string) error {
	source, err := regular.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// all reads the sessions that have changed. Those of which there are two copies are read one after the other: the
// second one adds what the first one lacks.
func (x *extraction) all(ctx context.Context, jobs []job) error {
	x.planned = map[identity]bool{}
	var wave, later []job
	for _, j := range jobs {
		stamp, err := x.files.state.stamp(ctx, j.identity, j.summary.Path)
		if err != nil {
			return err
		}
		switch {
		case stamp == j.stamp:
			x.report.of(j.llm).Unchanged++
			x.planned[j.identity] = true
			continue
		case x.planned[j.identity]:
			later = append(later, j)
		default:
			wave = append(wave, j)
		}
		x.planned[j.identity] = true
		x.total += j.summary.Bytes
	}
	x.tellProgress()
	if err := x.wave(ctx, wave); err != nil {
		return err
	}
	for _, j := range later {
		if err := x.wave(ctx, []job{j}); err != nil {
			return err
		}
	}
	return nil
}

// wave reads sessions of which each is another one, and commits. What was written when the context ended is kept.
func (x *extraction) wave(ctx context.Context, jobs []job) error {
	if len(jobs) == 0 {
		return nil
	}
	group, within := errgroup.WithContext(ctx)
	ordered := x.read(within, group, jobs)
	group.Go(func() error { return x.write(within, ordered) })
	err := group.Wait()
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(ctx.Err(), x.files.commit(ctx))
}

func (x *extraction) tellProgress() {
	if x.Progress != nil {
		x.Progress(x.done, x.total)
	}
}
