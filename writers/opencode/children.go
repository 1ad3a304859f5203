package opencode

import (
	"cmp"
	"fmt"

	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// child is the session of a sub-agent.
type child struct {
	id, title string
	agent     string
}

// nameChildren assigns an id to each sub-agent's session, so that the call that started the sub-agent can refer to it.
func (n *encoder) nameChildren() {
	for i, stream := range n.plan.Stream.Children {
		c := child{id: format.NewSessionID(n.plan.Now, n.plan.NewID), agent: "general"}
		if n.restorer.verbatim && stream.Header.Source.CLI == format.Name {
			c.id = stream.Header.ID
		}
		n.restorer.renamed[stream.Header.ID] = c.id
		n.conversation.calls.children[callOf(stream, i)] = c
	}
}

// callOf returns the call that started a sub-agent, or a placeholder if it is unknown.
func callOf(stream timeline.Stream, i int) string {
	if l := stream.Header.Lineage; l != nil && l.At != "" {
		return l.At
	}
	return fmt.Sprintf("child %d", i)
}

// encodeChildren writes the sessions of the sub-agents.
func (n *encoder) encodeChildren(sink sink) error {
	for i, stream := range n.plan.Stream.Children {
		named := n.conversation.calls.children[callOf(stream, i)]
		plan := writers.Plan{CLI: n.plan.CLI, ID: named.id, Path: n.plan.Path, Stream: stream, Options: n.plan.Options}
		plan.Stream.Cut = plan.Stream.Cut || n.plan.Stream.Cut
		c := newEncoder(n.ctx, plan, sink, n.session.project)
		c.session.parent, c.session.agent = n.plan.ID, named.agent
		c.conversation.drafts.ids = n.conversation.drafts.ids
		c.restorer.verbatim = c.restorer.verbatim && n.restorer.verbatim
		c.session.title = cmp.Or(named.title, stream.Header.Source.CLI+" sub-agent") + " (@" + named.agent + " subagent)"
		if err := c.encode(); err != nil {
			return err
		}
		if err := c.encodeChildren(sink); err != nil {
			return err
		}
		n.out.report.Losses.Merge(c.out.report.Losses)
	}
	return nil
}

// nameChild sets the title of a sub-agent's session to the one that OpenCode derives from the call.
func (s *calls) nameChild(e *timeline.Entry, c *pendingCall) {
	named, ok := s.children[e.ID]
	if !ok || e.Tool != timeline.Task {
		return
	}
	in := jsonl.Value(c.input)
	named.title = cmp.Or(in.Get("description").String(), title(c))
	named.agent = cmp.Or(in.Get("subagent_type").String(), named.agent)
	s.children[e.ID] = named
}
