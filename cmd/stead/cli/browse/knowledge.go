package browse

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"stead/catalog/memory"
	"stead/catalog/memory/recall"
	"stead/ui/tui"
)

// mostLearnt is the maximum number of findings in the list. The latest are listed.
const mostLearnt = 2000

// kinds are the headings for the kinds of findings, in the order of the list.
var kinds = []struct {
	kind    memory.FindingKind
	heading string
}{
	{memory.DecisionKind, "Decisions"}, {memory.SkillLearningKind, "Rules"},
	{memory.ErrorSolutionKind, "Errors and what cured them"},
	{memory.PatternKind, "Done again and again"},
}

// knowledge returns findings from sessions by kind, as `stead session knowledge` reads them.
func (l lists) knowledge(ctx context.Context) ([]tui.Entry, error) {
	org, err := recall.Open(l.setup.Config.MemoryFolder())
	if err != nil || org == nil {
		return nil, err
	}
	defer func() { _ = org.Close() }()
	pieces, err := recall.Read(ctx, org, recall.Query{Tenant: l.setup.Config.Memory.Tenant, Limit: mostLearnt})
	if err != nil {
		return nil, err
	}
	var entries []tui.Entry
	for _, k := range kinds {
		var of []tui.Entry
		for _, p := range pieces {
			if p.Kind == k.kind {
				of = append(of, pieceOf(p))
			}
		}
		if len(of) > 0 {
			entries = append(append(entries, tui.Entry{Heading: fmt.Sprintf("%s (%d)", k.heading, len(of))}), of...)
		}
	}
	return entries, nil
}

// pieceOf converts a finding. The turn in which it was last seen is shown beside it.
func pieceOf(p recall.Piece) tui.Entry {
	verb := []string{"show", p.Reference}
	where := p.Reference
	if p.Turn > 0 {
		verb = append(verb, "--turn", strconv.Itoa(p.Turn))
		where += fmt.Sprintf(", turn %d", p.Turn)
	}
	about := []string{fmt.Sprintf("trust %.2f", p.Confidence), fmt.Sprintf("seen %d×", p.Seen)}
	if !p.Last.IsZero() {
		about = append(about, p.Last.Local().Format("2 January 2006"))
	}
	if p.Superseded {
		about = append(about, "replaced by a later decision")
	}
	return tui.Entry{
		Key: p.ID, Text: p.Text, Head: append(strings.Split(p.Text, "\n"), strings.Join(about, " · "), "seen last in "+where),
		Show: append([]string{}, verb...),
		Acts: []tui.Act{
			{Key: "V", Does: "in the pager", Line: append(verb, "--full"), Leaves: true},
		},
	}
}
