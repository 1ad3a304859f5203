package opencode

import (
	"fmt"

	format "stead/internal/format/opencode"
)

// loseBranch declares that a branch was not written.
func (n *encoder) loseBranch() {
	n.lose("abandoned branch", "OpenCode keeps one branch of a conversation: only the active one was written")
}

// encodeBranches writes the abandoned branches, each as a session of its own, titled as OpenCode titles a fork.
func (n *encoder) encodeBranches(sink sink) error {
	for i := range n.branches {
		plan, ok := n.branches.Plan(n.plan, i)
		if !ok {
			n.loseBranch()
			continue
		}
		plan.ID = format.NewSessionID(n.plan.Now, n.plan.NewID)
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
