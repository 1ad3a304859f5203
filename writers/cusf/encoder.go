package cusf

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"

	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one file, line after line.
type encoder struct {
	Writer
	out    jsonl.Output
	plan   writers.Plan
	header timeline.Header
	report writers.Report

	// hasMeta and hasStart tell which of the first two lines are written; isWhole is set when all lines of a session of this format
	// come back, so that nothing is to be added.
	hasMeta, hasStart, isWhole bool
	// end is the session's own last line, held back because something may follow it.
	end *timeline.Entry
	// converted is set once a line was made that was not there.
	converted bool

	// held is the response whose end has not come.
	held held
	// spare is a count that no message has told yet.
	spare    counted
	clock    clock
	messages int
	tokens   timeline.Tokens
	// last is the last message; inResponse is set while calls belong to it.
	last       string
	inResponse bool
	// answers are the ids of the model's messages, used the ids of all lines, by their hashes.
	seed          maphash.Seed
	answers, used map[uint64]struct{}
	// calls are the tool_ids of calls without a result, by their entries' ids.
	calls map[string]string
	// before are entries without a line of their own, which the next line carries.
	before [][]byte
	// isMade is set while a line is written that stands for nothing in the source.
	isMade bool
}

func newEncoder(w Writer, dst io.Writer, plan writers.Plan) *encoder {
	n := &encoder{
		Writer: w, out: jsonl.Output{Dst: dst}, plan: plan, header: plan.Stream.Header,
		seed: maphash.MakeSeed(), answers: map[uint64]struct{}{}, used: map[uint64]struct{}{}, calls: map[string]string{},
	}
	n.isWhole = n.isOwn() && !plan.Stream.Cut
	return n
}

// isOwn reports whether the session comes from a file in this format.
func (n *encoder) isOwn() bool { return n.header.Source.CLI == format.Name }

func (n *encoder) encode(ctx context.Context) error {
	if err := n.plan.Stream.Each(ctx, n.entry); err != nil {
		return err
	}
	return n.finish()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if e.Native != nil && e.Native.CLI == format.Name && e.Native.Raw != nil && e.Native.Session == "" {
		if err := n.release(); err != nil {
			return err
		}
		return n.restore(e)
	}
	if e.Active() || isInstruction(e) {
		n.end = nil // the session has gone on after it
		n.converted = true
	}
	if !n.Reconstruct && (e.Active() || isInstruction(e)) {
		n.report.Losses.Repaired(e)
	}
	return n.gather(e)
}

// begin writes the first two lines, where the session has not brought its own. First is the time of its first line.
func (n *encoder) begin(first string) error {
	if !n.hasMeta {
		n.hasMeta = true
		if err := n.out.Line(n.meta()); err != nil {
			return err
		}
	}
	if n.hasStart {
		return nil
	}
	n.hasStart = true
	line, err := n.sessionStart(first)
	if err != nil {
		return err
	}
	return n.out.Line(line)
}

// finish writes what is held, and the last line.
func (n *encoder) finish() error {
	if err := n.release(); err != nil {
		return err
	}
	if n.end != nil {
		return n.releaseEnd()
	}
	if n.isWhole && !n.converted && n.out.Lines > 0 {
		return nil
	}
	if err := n.begin(""); err != nil {
		return err
	}
	n.settle()
	line, err := n.sessionEnd()
	if err != nil {
		return err
	}
	return n.out.Line(line)
}

// lose declares a loss, unless the line carries what is lost.
func (n *encoder) lose(what, why string) {
	if !n.Reconstruct {
		n.report.Losses.Add(what, why)
	}
}

func (n *encoder) note(ids map[uint64]struct{}, id string) {
	ids[maphash.String(n.seed, id)] = struct{}{}
}

func (n *encoder) has(ids map[uint64]struct{}, id string) bool {
	_, ok := ids[maphash.String(n.seed, id)]
	return ok
}

// unique returns an id that no other line of its kind has.
func (n *encoder) unique(kind, id string) string {
	wanted := id
	for again := 2; n.has(n.used, kind+id) || id == ""; again++ {
		id = fmt.Sprintf("%s#%d", wanted, again)
	}
	n.note(n.used, kind+id)
	return id
}
