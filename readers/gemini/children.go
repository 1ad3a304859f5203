package gemini

import (
	"context"
	"os"
	"path/filepath"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// children returns the sessions of the sub-agents that the session's calls started. It skips a session that it cannot
// read, because the call and its result are present without it.
func children(ctx context.Context, path string, x *index) []timeline.Stream {
	folder := format.AgentsFolder(path, x.session)
	entries, err := os.ReadDir(folder)
	if x.session == "" || err != nil {
		return nil
	}
	var children []timeline.Stream
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != format.Extension || !entry.Type().IsRegular() {
			continue
		}
		child, _, err := open(ctx, filepath.Join(folder, entry.Name()))
		if err != nil {
			continue
		}
		child.Header.Lineage = &timeline.Lineage{
			Parent: format.Name + ":" + x.session, Kind: timeline.LineageSubagent, At: x.callOf(child.Header.ID),
		}
		children = append(children, child)
	}
	return children
}

// callOf returns the id of the entry of the call that started a sub-agent.
func (x *index) callOf(agent string) string {
	if c := x.conversation.calls.newest[x.agents[agent]]; c != nil {
		return c.entry
	}
	return ""
}
