package opencode

import (
	"context"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session: native rows unchanged, and all other entries converted.
type encoder struct {
	ctx          context.Context
	plan         writers.Plan
	session      *session
	out          *output
	restorer     *restorer
	conversation *conversation
}

func newEncoder(ctx context.Context, plan writers.Plan, sink sink, project format.Project) *encoder {
	source := plan.Stream.Header
	isOwn := plan.ID == source.Source.OriginalID && source.Source.CLI == format.Name
	s, out := newSession(plan, project), &output{sink: sink}
	c := newConversation(s, out)
	return &encoder{
		ctx: ctx, plan: plan, session: s, out: out, conversation: c,
		restorer: &restorer{
			session: s, out: out, drafts: c.drafts, conversation: c, renamed: map[string]string{},
			verbatim: isOwn && !plan.Stream.Cut && plan.Dir == source.Project.Path,
		},
	}
}

func (n *encoder) encode() error {
	n.nameChildren()
	if err := n.session.findTitle(); err != nil {
		return err
	}
	if err := n.plan.Stream.Each(n.ctx, n.entry); err != nil {
		return err
	}
	if err := n.flush(); err != nil {
		return err
	}
	if err := n.conversation.close(); err != nil {
		return err
	}
	if n.restorer.verbatim && n.restorer.only {
		return nil
	}
	return n.out.end()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restorer.takes(e) {
		if e.Active() {
			n.out.report.Entries++
		}
		return n.restorer.write(e)
	}
	n.out.report.Losses.Repaired(e)
	n.restorer.only = false
	if err := n.flush(); err != nil {
		return err
	}
	return n.conversation.write(e)
}

// flush writes the native message that is being assembled, and the session's row if it is not written yet.
func (n *encoder) flush() error {
	if err := n.restorer.flush(); err != nil {
		return err
	}
	return n.session.start(n.out, n.conversation.drafts.clock)
}
