package orchestrator

import (
	"cmp"
	"fmt"

	"stead/forks"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// noteLineage records which session was made from which. A failure to record it does not undo the session.
func (r *run) noteLineage(d *delivery.Delivery) {
	of := r.files.Record.Current()
	n := forks.Node{
		Session: of.To.Reference(), Path: of.To.Path, With: d.Source.With, Kind: cmp.Or(of.Kind, timeline.LineageContinue),
		Run: of.ID, Part: partOf(of), Dir: of.Dir, Title: forks.Headline(of.Prompt), Time: d.Options.Now.UTC(),
	}
	if d.Source.Session.ID != "" {
		n.Parent = d.Source.Session.Reference()
	}
	if !d.Source.Cut.IsEnd() {
		n.At, n.Turn = d.Source.Cut.At, d.Source.Cut.Turn
	}
	if len(of.Hops) > 0 {
		n.Kind = timeline.LineageContinue
	}
	if err := r.o.Lineage.Append(n); err != nil {
		r.seen.Note(fmt.Sprintf("`stead fork tree` will not show %s: %v", n.Session, err))
	}
}

// partOf returns the name of the whole that a run is a part of, or nothing.
func partOf(of runs.Run) string {
	if of.Part == nil {
		return ""
	}
	return of.Part.Of + "/" + of.Part.Name
}
