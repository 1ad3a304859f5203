package model

import (
	"context"
	"time"

	"stead/orchestrator/source"
)

// Member is a session of a family, as shown in the tree.
type Member struct {
	Reference string `json:"reference"`
	Parent    string `json:"parent,omitempty" doc:"the session that it was made of"`
	With      string `json:"with,omitempty" doc:"a second session that was merged into it"`
	Kind      string `json:"kind,omitempty" doc:"what it is to its parent"`
	At        string `json:"at,omitempty" doc:"the entry of the parent after which it goes its own way"`
	Turn      int    `json:"turn,omitempty" doc:"the turn of that entry"`
	Run       string `json:"run,omitempty" doc:"the run that made it"`
	Part      string `json:"part,omitempty" doc:"what the run is a part of: a contest's contestant, a chain's step"`
	Project   string `json:"project,omitempty"`
	Title     string `json:"title,omitempty"`
	// Time is when the session was made.
	Time    time.Time `json:"time,omitzero"`
	Outcome string    `json:"outcome,omitempty" doc:"how its run went, in a word"`
	Turns   int       `json:"turns,omitempty"`
	Cost    float64   `json:"cost,omitempty" doc:"in US dollars"`
	Gone    bool      `json:"gone,omitempty" doc:"it was deleted"`
	Wanted  bool      `json:"wanted,omitempty" doc:"it is the one that was asked for"`
	// Depth is the number of its ancestors. A family is a list because it may be deeper than JSON readers can nest.
	Depth int `json:"depth" doc:"how many ancestors it has: parents stand before their children"`
}

// Family lists the members of a family, each before its children.
type Family struct {
	Items []Member `json:"items"`
}

// Families is a part of the families of the machine.
type Families struct {
	Items []Family `json:"items" doc:"those first in which something happened last"`
	Total int      `json:"total" doc:"how many families there are"`
}

// Tree returns the family of a session: its origin, and everything that came from that. Errors are those of
// [Reader.Session].
func (m *Model) Tree(ctx context.Context, cli, id string) (Family, error) {
	asked, err := m.Reader().find(ctx, cli, id)
	if err != nil {
		return Family{}, err
	}
	root, err := m.Options.Families.Of(ctx, asked.Source.Reference())
	if err != nil {
		return Family{}, err
	}
	return asFamily(root), nil
}

// Trees returns the families that have a session in folder, or all families if folder is empty; at most limit of them.
// Errors are those of the file system.
func (m *Model) Trees(ctx context.Context, folder string, limit int) (Families, error) {
	found, total, err := m.Options.Families.In(ctx, folder, limit)
	if err != nil {
		return Families{}, err
	}
	all := Families{Items: []Family{}, Total: total}
	for _, root := range found {
		all.Items = append(all.Items, asFamily(root))
	}
	return all, nil
}

// asFamily lists a family. It does not recurse, because a family may be very deep.
func asFamily(root *source.Member) Family {
	type open struct {
		of    *source.Member
		depth int
	}
	f := Family{Items: []Member{}}
	waiting := []open{{root, 0}}
	for len(waiting) > 0 {
		next := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		f.Items = append(f.Items, asMember(next.of, next.depth))
		for i := len(next.of.Children) - 1; i >= 0; i-- {
			waiting = append(waiting, open{next.of.Children[i], next.depth + 1})
		}
	}
	return f
}

func asMember(m *source.Member, depth int) Member {
	shown := Member{
		Reference: m.Session, Parent: m.Parent, With: m.With, Kind: m.Kind, At: m.At, Turn: m.Turn, Run: m.Run,
		Part: m.Part, Project: m.Dir, Title: m.Title,
		Time: m.Time, Gone: m.Gone, Wanted: m.Wanted, Depth: depth,
	}
	if r := m.Outcome; r != nil {
		shown.Outcome, shown.Turns, shown.Cost = r.Shown(r.Alive()), r.Turns, r.Cost
	}
	return shown
}
