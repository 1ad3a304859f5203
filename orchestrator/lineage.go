package orchestrator

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"stead/forks"
	"stead/internal/adapter"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// enter notes which session was made of which. A session that was made is not unmade because that cannot be noted.
func (d *delivery) enter() {
	run := d.ledger.current()
	n := forks.Node{
		Session: run.To.Reference(), Path: run.To.Path, With: d.origin.with, Kind: cmp.Or(run.Kind, timeline.LineageContinue),
		Run: run.ID, Part: partOf(run), Dir: run.Dir, Title: headline(run.Prompt), Time: d.options.Now.UTC(),
	}
	if d.origin.session.ID != "" {
		n.Parent = d.origin.session.Reference()
	}
	if !d.origin.cut.IsEnd() {
		n.At, n.Turn = d.origin.cut.At, d.origin.cut.Turn
	}
	if len(run.Hops) > 0 {
		n.Kind = timeline.LineageContinue
	}
	d.course.enter(n)
}

func (c *course) enter(n forks.Node) {
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

// longestHeadline is how much of a prompt is noted, in characters.
const longestHeadline = 120

// headline is the beginning of a prompt, in a line.
func headline(prompt string) string {
	line := []rune(strings.Join(strings.Fields(prompt), " "))
	return string(line[:min(len(line), longestHeadline)])
}

// Relative is a session of a family.
type Relative struct {
	forks.Node
	// Outcome is how its run went. Nil when stead made it without a run, or the run was removed.
	Outcome *runs.Run
	// Gone says that it was deleted.
	Gone bool
	// Wanted marks the one that was asked for.
	Wanted   bool
	Children []*Relative
}

// Family returns the family of a session: what it came from, and all that came of that. Errors: those of the catalog.
func (o *Orchestrator) Family(ctx context.Context, reference string) (*Relative, error) {
	nodes, err := o.Lineage.Nodes()
	if err != nil {
		return nil, err
	}
	wanted, err := o.Session(ctx, reference)
	if gone, ok := deleted(nodes, reference); ok && err != nil {
		wanted, err = gone, nil
	}
	if err != nil {
		return nil, err
	}
	nodes = append(nodes, o.ancestors(ctx, forks.Grow(nodes), wanted)...)
	member := forks.Grow(nodes)[wanted.Reference()]
	if member == nil {
		member = &forks.Tree{Node: forks.Node{Session: wanted.Reference()}}
	}
	return o.survey(ctx).relatives(member.Root(), wanted.Reference()), nil
}

// deleted returns the session that a reference named before it was deleted, if it is certain which one that was.
func deleted(nodes []forks.Node, reference string) (found runs.Session, ok bool) {
	for _, n := range nodes {
		if !strings.HasPrefix(n.Session, reference) {
			continue
		}
		cli, id, _ := strings.Cut(n.Session, ":")
		if ok && found.ID != id {
			return runs.Session{}, false
		}
		found, ok = runs.Session{CLI: cli, ID: id, Path: n.Path}, true
	}
	return found, ok && strings.Contains(reference, ":")
}

// Families returns the families that have a session in a folder, or all of them for none, those first in which something happened last; as many
// as are wanted, and how many there are in all.
func (o *Orchestrator) Families(ctx context.Context, dir string, most int) (families []*Relative, all int, err error) {
	nodes, err := o.Lineage.Nodes()
	if err != nil {
		return nil, 0, err
	}
	s := o.survey(ctx)
	for _, root := range forks.Grow(nodes).Roots() {
		if dir != "" && !worksIn(root, dir) {
			continue
		}
		if all++; all <= most {
			families = append(families, s.relatives(root, ""))
		}
	}
	return families, all, nil
}

func worksIn(t *forks.Tree, dir string) bool {
	for member := range t.All() {
		if adapter.RealPath(member.Dir) == adapter.RealPath(dir) {
			return true
		}
	}
	return false
}

// Session returns the session that a reference names: of a run, the one that it has made. Errors: those of the catalog.
func (o *Orchestrator) Session(ctx context.Context, reference string) (runs.Session, error) {
	source, err := o.Catalog.Resolve(ctx, reference)
	if err != nil {
		return runs.Session{}, err
	}
	if source.Run != "" {
		run, err := o.Runs.Load(source.Run)
		return run.To, err
	}
	if source.Summary.ID != "" {
		return runs.Session{CLI: source.Summary.CLI, ID: source.Summary.ID, Path: source.Summary.Path}, nil
	}
	stream, err := source.Open(ctx)
	return sessionOf(source.Summary, stream.Header), err
}

// maxAncestors bounds the way up.
const maxAncestors = 1000

// ancestors follows what the CLIs themselves note of where a session comes from, up from the first one that stead has not made.
func (o *Orchestrator) ancestors(ctx context.Context, known forks.Forest, from runs.Session) []forks.Node {
	var found []forks.Node
	reference := from.Reference()
	for range maxAncestors {
		if t := known[reference]; t != nil {
			reference = t.Root().Session
		}
		n, ok := o.native(ctx, reference)
		if !ok {
			break
		}
		found, reference = append(found, n), n.Parent
	}
	return found
}

// native returns what the CLI itself notes of where a session comes from.
func (o *Orchestrator) native(ctx context.Context, reference string) (forks.Node, bool) {
	s, ok := o.lookUp(ctx, reference)
	if !ok {
		return forks.Node{}, false
	}
	stream, err := o.openSession(ctx, runs.Session{CLI: s.CLI, ID: s.ID, Path: s.Path})
	l := stream.Header.Lineage
	if err != nil || l == nil || l.Kind == timeline.LineageSubagent || l.Parent == reference {
		return forks.Node{}, false
	}
	return forks.Node{
		Session: reference, Path: s.Path, Parent: l.Parent, At: l.At, Kind: l.Kind, Dir: s.Project, Title: headline(s.Title), Time: s.Created,
	}, true
}

// lookUp finds a session by its whole reference. Unlike the catalog it does not look at all others where there is none.
func (o *Orchestrator) lookUp(ctx context.Context, reference string) (timeline.Summary, bool) {
	cli, id, _ := strings.Cut(reference, ":")
	r, err := o.Catalog.Reader(cli)
	if err != nil || id == "" {
		return timeline.Summary{}, false
	}
	for _, store := range r.Discover(o.Host) {
		for s, err := range r.List(ctx, store, readers.Query{Prefix: id}) {
			if err == nil && s.ID == id {
				return s, true
			}
		}
	}
	return timeline.Summary{}, false
}
