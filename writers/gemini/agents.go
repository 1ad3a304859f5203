package gemini

import (
	"context"
	"path/filepath"

	format "stead/adapters/gemini"
	"stead/timeline"
	"stead/writers"
)

// writeAgents writes the sessions of sub-agents where the CLI stores its own. The CLI does not resume them.
func writeAgents(ctx context.Context, files *writers.Files, plan writers.Plan) error {
	for _, child := range plan.Stream.Children {
		childPlan := plan
		childPlan.Stream, childPlan.ID = child, agentID(child)
		path := filepath.Join(format.AgentsFolder(plan.Path, plan.ID), childPlan.ID+format.Extension)
		file, err := files.Create(path)
		if err != nil {
			return err
		}
		n := newEncoder(file, childPlan, "subagent")
		if err := n.encode(ctx); err != nil {
			return err
		}
	}
	return nil
}

// agentID returns the id of a sub-agent's session. The session keeps its own id, which only its parent's session refers
// to.
func agentID(child timeline.Stream) string {
	if id := child.Header.ID; format.IsID(id) {
		return id
	}
	return "agent-" + format.ProjectHash(child.Header.ID)[:32]
}

// agents maps the calls that started sub-agents to the sub-agents' sessions.
func agents(children []timeline.Stream) map[string]string {
	byCall := map[string]string{}
	for _, child := range children {
		if l := child.Header.Lineage; l != nil && l.At != "" {
			byCall[l.At] = agentID(child)
		}
	}
	return byCall
}
