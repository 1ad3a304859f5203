package orchestrator

import (
	"cmp"
	"fmt"

	"stead/forks"
	"stead/runs"
	"stead/timeline"
)

// enter notes which session was made of which. A session that was made is not unmade because that cannot be noted.
func (d *delivery) enter() {
	run := d.record.Current()
	n := forks.Node{
		Session: run.To.Reference(), Path: run.To.Path, With: d.source.With, Kind: cmp.Or(run.Kind, timeline.LineageContinue),
		Run: run.ID, Part: partOf(run), Dir: run.Dir, Title: forks.Headline(run.Prompt), Time: d.options.Now.UTC(),
	}
	if d.source.Session.ID != "" {
		n.Parent = d.source.Session.Reference()
	}
	if !d.source.Cut.IsEnd() {
		n.At, n.Turn = d.source.Cut.At, d.source.Cut.Turn
	}
	if len(run.Hops) > 0 {
		n.Kind = timeline.LineageContinue
	}
	d.runState.enter(n)
}

func (c *runState) enter(n forks.Node) {
	if err := c.o.Lineage.Append(n); err != nil {
		c.seen.Note(fmt.Sprintf("`stead fork tree` will not know %s: %v", n.Session, err))
	}
}

// partOf names what a run is a part of.
func partOf(run runs.Run) string {
	if run.Part == nil {
		return ""
	}
	return run.Part.Of + "/" + run.Part.Name
}
