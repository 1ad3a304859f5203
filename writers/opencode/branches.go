package opencode

import (
	"fmt"

	format "stead/adapters/opencode"
)

// loseBranch declares that a branch was not written.
func (n *encoder) loseBranch() {
	n.out.lose("abandoned branch", "OpenCode keeps one branch of a conversation: only the active one was written")
}

// encodeBranches writes each abandoned branch as a session of its own, with the title that OpenCode would give a fork.
func (n *encoder) encodeBranches(sink sink) error {
	for i := range n.conversation.branches {
		plan, ok := n.conversation.branches.Plan(n.plan, i)
		if !ok {
			n.loseBranch()
			continue
		}
		plan.ID = format.NewSessionID(n.plan.Now, n.plan.NewID)
		e := newEncoder(n.ctx, plan, sink, n.session.project)
		e.conversation.drafts.ids, e.session.forkedFrom = n.conversation.drafts.ids, n.plan.ID
		e.session.title = fmt.Sprintf("%s (fork #%d)", n.out.row.Get("title").String(), i+1)
		if err := e.encode(); err != nil {
			return err
		}
		n.out.report.Branches = append(n.out.report.Branches, format.Name+":"+plan.ID)
	}
	return nil
}
