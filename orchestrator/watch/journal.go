package watch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"stead/capture"
	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// errRunEnded ends the following of a journal.
var errRunEnded = errors.New("the run has ended")

// Journal hands on the entries of a run's journal, hidden ones included. History tells whether those of the session that the run continues
// come first. With follow it goes on while the journal grows, until the run ends. The error is the journal's, seen's or that of ctx.
func Journal(ctx context.Context, folder runs.Folder, r runs.Run, history, follow bool, seen func(*timeline.Entry) error) error {
	j := &journal{folder: folder, run: r, history: history, path: folder.Journal(r.ID)}
	err := j.read(ctx, seen)
	if err == nil && follow {
		err = capture.Follow(ctx, j, capture.Poll, func(p readers.Progress) error { return each(p.Entries, seen) })
	}
	switch {
	case errors.Is(err, errRunEnded):
		return nil
	case err != nil:
		return fmt.Errorf("read the journal of run %s: %w", r.ID, err)
	}
	return ctx.Err()
}

func each(entries []*timeline.Entry, seen func(*timeline.Entry) error) error {
	for _, e := range entries {
		if err := seen(e); err != nil {
			return err
		}
	}
	return nil
}

// journal is a run's journal while it is read and followed. It is a [readers.Tail].
type journal struct {
	folder  runs.Folder
	run     runs.Run
	history bool
	path    string
	tail    *jsonl.Tail
	// session is the id in the first header, child tells that the lines are those of a sub-agent's session.
	session string
	child   bool
	ended   bool
}

// read hands on what is there already.
func (j *journal) read(ctx context.Context, seen func(*timeline.Entry) error) error {
	file, err := regular.Open(j.path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	end, err := jsonl.LastLineEnd(file, info.Size())
	if err != nil {
		return err
	}
	count := 0
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, end)) {
		if err != nil {
			return err
		}
		count++
		if err := each(j.entries([]jsonl.Line{line}), seen); err != nil {
			return err
		}
	}
	j.tail = jsonl.NewTail(j.path, end, count)
	return nil
}

// Watch implements [readers.Tail]. The run's record lies beside the journal, so its end is announced there, too.
func (j *journal) Watch() []string { return []string{filepath.Dir(j.path)} }

// Next implements [readers.Tail]. It is an error when the run had ended before the last look.
func (j *journal) Next(context.Context) (readers.Progress, error) {
	if j.ended {
		return readers.Progress{}, errRunEnded
	}
	r, err := j.folder.Load(j.run.ID) // before the lines, so that none comes after the end
	j.ended = err != nil || !r.Alive()
	lines, err := j.tail.Next()
	if moved, unread := j.folder.Load(j.run.ID); unread == nil {
		j.run = moved // to another CLI, perhaps, which is recorded before the first of its lines
	}
	p := readers.Progress{Entries: j.entries(lines)}
	if j.ended && err == nil && len(p.Entries) == 0 {
		err = errRunEnded
	}
	return p, err
}

// entries returns the session's entries among lines of a journal. Lines of its sub-agents' sessions are skipped, and those that cannot be
// read.
func (j *journal) entries(lines []jsonl.Line) (entries []*timeline.Entry) {
	for _, line := range lines {
		clean, _, ok := jsonl.Clean(line.Bytes)
		value := jsonl.Value(clean)
		switch {
		case !ok:
		case value.Get("format").Is(timeline.LinesFormat):
			id := value.Get("id").String()
			if j.session == "" {
				j.session = id
			}
			j.child = id != j.session
		case !j.child && (j.history || j.isOwn(value)):
			var e timeline.Entry
			if json.Unmarshal(clean, &e) == nil {
				entries = append(entries, &e)
			}
		}
	}
	return entries
}

// isOwn reports whether a line is an entry of a session that the run made.
func (j *journal) isOwn(line jsonl.Value) bool {
	session := line.Get("native", "session")
	if session.Is(j.run.To.ID) {
		return true
	}
	for _, hop := range j.run.Hops {
		if session.Is(hop.To.ID) {
			return true
		}
	}
	return false
}
