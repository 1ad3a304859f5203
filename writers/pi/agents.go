package pi

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"stead/adapters/pi"
	"stead/timeline"
	"stead/writers"
)

// agent is a sub-agent's session, which gets a file of its own next to the main session's file.
type agent struct {
	pi.Agent
	path   string
	stream timeline.Stream
}

// family says which sessions belong to the one that is being written.
type family struct {
	// agents are the sub-agents' sessions that are written next to this one.
	agents []agent
	// main and caller are set for a sub-agent's session: the path of the main session, and the call that started the
	// sub-agent.
	main, caller string
}

// named returns the sub-agents for the header.
func (f family) named() []pi.Agent {
	agents := make([]pi.Agent, len(f.agents))
	for i, a := range f.agents {
		agents[i] = a.Agent
	}
	return agents
}

// nameAgents assigns ids and paths to the sub-agents' sessions. A session that keeps its id already has its sub-agents
// next to it, and a session that is encoded alone has no place for others. The sub-agents of sub-agents are next to
// them, too.
func (e *encoder) nameAgents() {
	if e.restorer.file.IsSame || e.plan.Extends != nil {
		for _, child := range e.plan.Stream.Children {
			if child.Header.Source.CLI != pi.Name {
				e.out.report.Losses.Add("session of a sub-agent",
					"the header of an existing Pi session stays as it is and names no other: the model gets the sub-agent's answer")
			}
		}
		return
	}
	e.addAgents(e.plan.Stream.Children)
}

func (e *encoder) addAgents(children []timeline.Stream) {
	for _, child := range children {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", e.plan.ID, len(e.out.family.agents), child.Header.ID))
		a := agent{Agent: pi.Agent{ID: "agent-" + hex.EncodeToString(sum[:8])}, stream: child}
		if l := child.Header.Lineage; l != nil {
			a.Call = strings.ReplaceAll(l.At, "~", "-") // calls have these ids in the file
		}
		folder, began := filepath.Split(e.plan.Path)
		stamp, _, _ := strings.Cut(began, "_")
		a.path = filepath.Join(folder, cmp.Or(stamp, "agent")+"_"+a.ID+pi.Extension)
		e.out.family.agents = append(e.out.family.agents, a)
		e.addAgents(child.Children)
	}
}

// writeAgents writes the sub-agents' sessions. It writes them before the main session, so that the main session is the
// newest one, which pi --continue resumes.
func (e *encoder) writeAgents(ctx context.Context, files *writers.Files) error {
	for _, a := range e.out.family.agents {
		dst, err := files.Create(a.path)
		if err != nil {
			return err
		}
		plan := e.plan
		plan.ID, plan.Path, plan.Stream, plan.Extends = a.ID, "", a.stream, nil
		child := newEncoder(dst, plan)
		child.out.family = family{main: e.plan.Path, caller: a.Call}
		if err := child.encode(ctx); err != nil {
			return err
		}
		e.out.report.Losses.Merge(child.out.report.Losses)
	}
	return nil
}
