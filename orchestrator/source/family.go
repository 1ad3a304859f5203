package source

import (
	"context"
	"strings"

	"stead/adapters/adapter"
	"stead/forks"
	"stead/runs"
)

// Families finds families of sessions. All fields must be set.
type Families struct {
	Sources Finder
	// Lineage records which session was made from which.
	Lineage forks.Log
}

// Member is a session of a family.
type Member struct {
	forks.Node
	// Outcome is the result of its run. Nil if stead made it without a run, or if the run was removed.
	Outcome *runs.Run
	// Gone says that the session was deleted.
	Gone bool
	// Wanted marks the requested session.
	Wanted   bool
	Children []*Member
}

// Of returns the family of a session: its ancestors, and everything made from them. Errors: those of the catalog.
func (f Families) Of(ctx context.Context, reference string) (*Member, error) {
	nodes, err := f.Lineage.Nodes()
	if err != nil {
		return nil, err
	}
	wanted, err := f.Sources.Session(ctx, reference)
	if gone, ok := deleted(nodes, reference); ok && err != nil {
		wanted, err = gone, nil
	}
	if err != nil {
		return nil, err
	}
	nodes = append(nodes, f.ancestors(ctx, forks.Grow(nodes), wanted)...)
	member := forks.Grow(nodes)[wanted.Reference()]
	if member == nil {
		member = &forks.Tree{Node: forks.Node{Session: wanted.Reference()}}
	}
	return f.survey(ctx).members(member.Root(), wanted.Reference()), nil
}

// deleted returns the deleted session that a reference names, if the reference is unambiguous.
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

// In returns the families that have a session in a folder, or all families if dir is empty, the most recently active
// first. It returns at most the given number, and the total number in all.
func (f Families) In(ctx context.Context, dir string, most int) (families []*Member, all int, err error) {
	nodes, err := f.Lineage.Nodes()
	if err != nil {
		return nil, 0, err
	}
	s := f.survey(ctx)
	for _, root := range forks.Grow(nodes).Roots() {
		isImported := root.Run == "" && len(root.Children) == 0 // a session alone
		if isImported || dir != "" && !worksIn(root, dir) {
			continue
		}
		if all++; all <= most {
			families = append(families, s.members(root, ""))
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

// maxAncestors is the maximum number of steps up.
const maxAncestors = 1000

// ancestors follows the CLIs' own records of where a session comes from, upwards from the first session that stead did
// not make.
func (f Families) ancestors(ctx context.Context, known forks.Forest, from runs.Session) []forks.Node {
	var found []forks.Node
	reference := from.Reference()
	for range maxAncestors {
		if t := known[reference]; t != nil {
			reference = t.Root().Session
		}
		n, ok := f.Sources.Native(ctx, reference)
		if !ok {
			break
		}
		found, reference = append(found, n), n.Parent
	}
	return found
}
