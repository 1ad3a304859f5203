package origin

import (
	"context"
	"strings"

	"stead/forks"
	"stead/runs"
	"stead/timeline"
)

// Options say where stead has noted what it made. The zero value of each leaves that out.
type Options struct {
	Lineage forks.Log
	Runs    runs.Folder
	// Data is stead's data folder, with the records of contests and chains; State is its state folder, with their
	// worktrees.
	Data, State string
}

// Origins knows where sessions come from, as it was when it was read. It is safe for use by several goroutines, but for
// Add.
type Origins struct {
	families forks.Forest
	// made is what the runs' records know of sessions, by reference.
	made   map[string]made
	places *places
}

// Read reads what stead has noted. What is damaged, or was removed, is left out: it takes from a session its origin,
// never the session. The error is that of ctx, or of a lineage that cannot be read.
func Read(ctx context.Context, o Options) (*Origins, error) {
	nodes, err := o.Lineage.Nodes()
	if err != nil {
		return nil, err
	}
	known, err := readRuns(ctx, o.Runs)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		if n.Lines > 0 || n.Worked {
			noted := made{after: n.After, lines: n.Lines, worked: n.Worked, done: n.Time}
			known.made[n.Session] = known.made[n.Session].joined(noted)
		}
	}
	return &Origins{families: forks.Grow(append(nodes, known.nodes...)), made: known.made, places: newPlaces(o)}, nil
}

// Add notes what the CLIs themselves have noted of where sessions come from. What stead knows of a session counts more.
func (o *Origins) Add(s timeline.Summary) {
	if s.ForkedFrom == "" {
		return
	}
	parent := s.ForkedFrom
	if !strings.Contains(parent, ":") {
		parent = s.CLI + ":" + parent
	}
	o.families.Add(forks.Node{Session: s.CLI + ":" + s.ID, Parent: parent, Kind: timeline.LineageFork})
}

// Of returns where a session comes from.
func (o *Origins) Of(s timeline.Summary) Origin {
	reference := s.CLI + ":" + s.ID
	var found Origin
	if tree := o.families[reference]; tree != nil {
		found = fromFamily(tree)
	}
	o.made[reference].complete(&found)
	if s.Parent != "" && found.Kind == "" {
		found.Kind, found.Of = timeline.LineageSubagent, s.CLI+":"+s.Parent
		found.Root = o.rootOf(found.Of)
	}
	if project := o.Project(s.Project); project != s.Project {
		found.Project = project
	}
	return found
}

// IsMade reports whether stead has made a session of another one, by what it has noted.
func (o *Origins) IsMade(reference string) bool {
	tree := o.families[reference]
	return tree != nil && tree.Parent != "" && (tree.Run != "" || tree.Kind == forks.Mirror)
}

// Project returns the user's folder that a folder is a worktree of. Any other folder is returned as it is.
func (o *Origins) Project(folder string) string { return o.places.project(folder) }

// rootOf returns the original of a session's family.
func (o *Origins) rootOf(reference string) string {
	if tree := o.families[reference]; tree != nil {
		return tree.Root().Session
	}
	return reference
}

func fromFamily(tree *forks.Tree) Origin {
	n := tree.Node
	if n.Parent == "" {
		return withoutParent(n)
	}
	return Origin{Kind: n.Kind, Of: n.Parent, With: n.With, Root: tree.Root().Session, Run: n.Run, Part: n.Part,
		made: n.Run != "" || n.Kind == forks.Mirror, done: n.Time}
}

// withoutParent is the origin of a session that a CLI began anew, perhaps in a run. Those of one contest belong
// together.
func withoutParent(n forks.Node) Origin {
	found := Origin{Run: n.Run, Part: n.Part, done: n.Time}
	if contest, _, ok := strings.Cut(n.Part, "/"); ok && strings.HasPrefix(contest, contestPart) {
		found.Kind, found.Root, found.made = timeline.LineageAB, contest, true
	}
	return found
}
