package fork

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/forks"
	"stead/internal/render/transcript"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
)

// shownFamilies is the maximum number of a folder's families that are drawn when no session is named.
const shownFamilies = 20

func treeCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "tree [SESSION]", Short: "Draw the tree of forks and runs", Args: flags.AtMost(1),
		Long: "Draw the family of a session: its ancestors and descendants across CLIs, runs, contests and chains, where each\n" +
			"branched off and how it ended. Without a session, draw all families of the current folder, the newest first.",
		Example: "  stead fork tree claude:latest\n" +
			"  stead fork tree --json | jq -r '.[].session'",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			families, err := families(c.Context(), p, s, args)
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.Out.JSON(asMembers(families))
			}
			return drawFamilies(p.Term, families, s.Host.Now())
		},
		ValidArgsFunction: flags.CompleteReference(p),
	}
	flags.JSON(c, &asJSON, "print a JSON array of families")
	return c
}

// families returns the requested family, or those of the current folder.
func families(ctx context.Context, p *setup.Process, s *setup.Setup, args []string) ([]*source.Member, error) {
	work := s.Orchestrator().Families()
	if len(args) == 1 {
		one, err := work.Of(ctx, args[0])
		return []*source.Member{one}, err
	}
	families, all, err := work.In(ctx, p.Folder(), shownFamilies)
	switch {
	case err != nil:
		return nil, err
	case all == 0:
		p.Term.Err.Note("no session in %s came from another one", p.Tilde(p.Folder()))
	case all > len(families):
		p.Term.Err.Note("the newest %d of %d families; name a session to see its own", len(families), all)
	}
	return families, nil
}

// drawFamilies draws trees, one line for each session.
func drawFamilies(t *term.Terminal, families []*source.Member, now time.Time) error {
	columns := []term.Column{{Title: "SESSION", Drawn: true}, {Title: "WHAT", Most: 24}, {Title: "OUTCOME", Most: 22},
		{Title: "AGE"}, {Title: "TITLE"}}
	short := shortReferences(families)
	var rows [][]string
	for _, family := range families {
		for _, branch := range branchesOf(family) {
			r := branch.of
			name := short[r.Session]
			if r.Wanted {
				name += " *"
			}
			rows = append(rows, []string{branch.trunk + name, whatIs(r), outcomeOf(r), ageOf(r, now), r.Title})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return t.Out.Table(columns, rows)
}

// branch is a line of the drawing.
type branch struct {
	// trunk is drawn before the session.
	trunk string
	of    *source.Member
}

// deepest is the number of levels that are indented. Deeper sessions stay at the last level.
const deepest = 8

// branchesOf returns the lines of a family, from the top. It does not recurse, because a family may consist of very
// many forks of forks.
func branchesOf(of *source.Member) []branch {
	type open struct {
		of     *source.Member
		before string
		depth  int
		last   bool
	}
	lines := []branch{}
	waiting := []open{{of: of}}
	for len(waiting) > 0 {
		next := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		trunk, below := "", ""
		if next.depth > 0 {
			trunk, below = next.before+"├─ ", next.before+"│  "
			if next.last {
				trunk, below = next.before+"└─ ", next.before+"   "
			}
		}
		if next.depth >= deepest {
			below = next.before
		}
		lines = append(lines, branch{trunk, next.of})
		for i, child := range slices.Backward(next.of.Children) {
			waiting = append(waiting, open{child, below, next.depth + 1, i == len(next.of.Children)-1})
		}
	}
	return lines
}

// whatIs describes the relation of a session to its origin.
func whatIs(r *source.Member) string {
	if r.Parent == "" && r.Run == "" {
		return ""
	}
	what := cmp.Or(map[string]string{timeline.LineageContinue: "run", timeline.LineageAB: "a/b",
		timeline.LineageEdit: "edited copy"}[r.Kind], r.Kind, "run")
	if _, name, ok := strings.Cut(r.Part, "/"); ok {
		what += " " + name
	}
	if r.Turn > 0 {
		what += fmt.Sprintf(" after turn %d", r.Turn)
	}
	if r.With != "" {
		cli, id, _ := strings.Cut(r.With, ":")
		what += " with " + cli + ":" + id[:min(len(id), shortest)]
	}
	return what
}

// outcomeOf describes the outcome of a session's run, and whether the session is gone.
func outcomeOf(r *source.Member) string {
	var words []string
	if r.Gone {
		words = append(words, "gone")
	}
	if run := r.Outcome; run != nil {
		words = append(words, run.Shown(run.Alive()))
		if run.Turns > 0 {
			words = append(words, transcript.Count(run.Turns, "turn"))
		}
		if run.Cost > 0 {
			words = append(words, term.Dollars(run.Cost))
		}
	}
	return strings.Join(words, ", ")
}

func ageOf(r *source.Member, now time.Time) string {
	if r.Time.IsZero() {
		return ""
	}
	return term.Age(now.Sub(r.Time))
}

// shortest is the minimum number of characters of an id.
const shortest = 8

// shortReferences shortens the ids in references as far as they stay distinct.
func shortReferences(families []*source.Member) map[string]string {
	var all []string
	for _, family := range families {
		for _, line := range branchesOf(family) {
			all = append(all, line.of.Session)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	short := make(map[string]string, len(all))
	for i, reference := range all {
		length := strings.Index(reference, ":") + 1 + shortest
		for _, other := range all[max(0, i-1):min(len(all), i+2)] {
			if other != reference {
				length = max(length, common(other, reference)+1)
			}
		}
		short[reference] = reference[:min(length, len(reference))]
	}
	return short
}

// common returns the length in bytes of the longest common prefix of two texts.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// member is the --json form of a session in a family.
type member struct {
	forks.Node
	Gone     bool        `json:"gone,omitempty"`
	Wanted   bool        `json:"wanted,omitempty"`
	Status   runs.Status `json:"status,omitempty"`
	Shown    string      `json:"shown,omitempty"`
	Turns    int         `json:"turns,omitempty"`
	Cost     float64     `json:"cost,omitempty"`
	Children []*member   `json:"children,omitempty"`
}

func asMembers(families []*source.Member) []*member {
	all := make([]*member, 0, len(families))
	for _, r := range families {
		m := &member{Node: r.Node, Gone: r.Gone, Wanted: r.Wanted, Children: asMembers(r.Children)}
		if run := r.Outcome; run != nil {
			m.Status, m.Shown, m.Turns, m.Cost = run.Status, run.Shown(run.Alive()), run.Turns, run.Cost
		}
		all = append(all, m)
	}
	return all
}
