package opencode

import (
	"fmt"
	"slices"

	format "stead/internal/format/opencode"
	"stead/timeline"
)

// maxBranches is how many abandoned branches get a session of their own: each is another range over the whole.
const maxBranches = 16

// branch notes that the session has an abandoned branch. Only those count of which something would be drawn.
func (n *encoder) branch(e *timeline.Entry) {
	if !e.Hidden && !slices.Contains(n.branches, e.Branch) {
		n.branches = append(n.branches, e.Branch)
	}
}

// loseBranch declares that a branch was not written.
func (n *encoder) loseBranch() {
	n.lose("abandoned branch", "OpenCode keeps one line of conversation: only the active one was written")
}

// encodeBranches writes the abandoned branches, each as a session of its own, titled as OpenCode titles a fork.
func (n *encoder) encodeBranches(sink sink) error {
	all := n.plan.Stream.Header.Branches
	for i, name := range n.branches {
		at := slices.IndexFunc(all, func(b timeline.Branch) bool { return b.ID == name })
		if at < 0 || i >= maxBranches || n.plan.Extends != nil {
			n.loseBranch()
			continue
		}
		plan := n.plan
		plan.ID = format.NewSessionID(n.plan.Now, n.plan.NewID)
		plan.Stream.Children, plan.Stream.Cut = nil, true
		plan.Stream.Entries = all[at].Along(n.plan.Stream.Entries)
		e := newEncoder(n.ctx, plan, sink, n.project)
		e.ids, e.forkedFrom = n.ids, n.plan.ID
		e.title = fmt.Sprintf("%s (fork #%d)", n.row.Get("title").String(), i+1)
		if err := e.encode(); err != nil {
			return err
		}
		n.report.Branches = append(n.report.Branches, format.Name+":"+plan.ID)
	}
	return nil
}
