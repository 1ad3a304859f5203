package claude

import (
	"context"
	"io"
	"strings"

	"stead/internal/entry"
	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one file: entry after entry, in the order of the stream.
type encoder struct {
	out    jsonl.Output
	plan   writers.Plan
	stream timeline.Stream
	agent  string // the sub-agent's id, in its file
	report writers.Report
	line   []byte

	// backups are the sessions that have the backups of files which snapshots name.
	backups map[string]string

	tip string // the uuid that the next record follows
	// written are the uuids in the file: links to others must be mended.
	written entry.IDs
	calls   entry.IDs // the ids of calls in the file

	restorer   restorer
	converter  converter
	lastPrompt timeline.Text
	branch     string // of the repository
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	e := &encoder{out: jsonl.Output{Dst: dst}, plan: plan, stream: plan.Stream, written: entry.NewIDs(), calls: entry.NewIDs()}
	if git := plan.Stream.Header.Project.Git; git != nil {
		e.branch = git.Branch
	}
	e.restorer = newRestorer(e)
	e.converter = converter{encoder: e, open: map[string]*call{}}
	return e
}

// isOwn reports whether the session comes from this CLI.
func (e *encoder) isOwn() bool { return e.stream.Header.Source.CLI == claude.Name }

// encode writes all entries, and what must follow the last one.
func (e *encoder) encode(ctx context.Context, stream timeline.Stream) error {
	e.stream = stream
	if err := stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	return e.converter.finish()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.converter.goTo(""); err != nil {
			return err
		}
		if err := e.converter.close(); err != nil {
			return err
		}
		e.report.Restored(entry)
		if err := e.converter.giveWay(entry); err != nil {
			return err
		}
		return e.restorer.entry(entry)
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	e.report.Losses.Repaired(entry)
	return e.converter.entry(entry)
}

// title returns the beginning of a prompt, for the records that repeat it.
func title(text timeline.Text) string {
	head := []rune(strings.ToValidUTF8(text.Head(400), ""))
	return string(head[:min(len(head), 200)])
}

func (e *encoder) note(uuid string) { e.written.Take(uuid) }

func (e *encoder) isWritten(uuid string) bool { return e.written.Has(uuid) }
