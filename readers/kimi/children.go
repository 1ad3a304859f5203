package kimi

import (
	"context"
	"os"

	format "stead/adapters/kimi"
	"stead/timeline"
)

// family is the set of a session's agents, according to their wire files.
type family struct {
	streams map[string]timeline.Stream
	// parents maps an agent to the agent that started it.
	parents map[string]string
	names   []string
	main    timeline.Header
}

// children returns the sessions of the sub-agents, each below the agent that started it. It skips a session that it
// cannot read, because the call and its result are present without it.
func children(ctx context.Context, session string, main timeline.Header, x *index) []timeline.Stream {
	folders, _ := os.ReadDir(format.AgentsFolder(session))
	f := family{streams: map[string]timeline.Stream{}, parents: map[string]string{}, main: main}
	calls := map[string]string{}
	f.note(calls, format.MainAgent, x)
	for _, folder := range folders {
		agent := folder.Name()
		if agent == format.MainAgent || !folder.IsDir() {
			continue
		}
		child, x, err := open(ctx, format.WirePath(session, agent), "")
		if err != nil {
			continue
		}
		f.note(calls, agent, x)
		child.Header.ID, child.Header.Source.OriginalID, child.Header.Project = agent, agent, main.Project
		f.streams[agent], f.names = child, append(f.names, agent)
	}
	for agent, child := range f.streams {
		child.Header.Lineage = &timeline.Lineage{Parent: f.reference(agent), At: calls[agent], Kind: timeline.LineageSubagent}
		f.streams[agent] = child
	}
	return f.below(format.MainAgent)
}

func (f *family) note(calls map[string]string, parent string, x *index) {
	for agent, call := range x.spawned {
		if agent != parent && f.parents[agent] == "" {
			f.parents[agent], calls[agent] = parent, call
		}
	}
}

// reference names the session of an agent's parent. If no record names the parent, it is the main agent.
func (f *family) reference(agent string) string {
	if parent := f.parents[agent]; parent != "" && parent != format.MainAgent {
		return format.Name + ":" + parent
	}
	return format.Name + ":" + f.main.ID
}

// below returns the agents that an agent started, with their own sub-agents.
func (f *family) below(parent string) []timeline.Stream {
	var found []timeline.Stream
	for _, agent := range f.names {
		above := f.parents[agent]
		if _, isThere := f.streams[above]; !isThere {
			above = format.MainAgent
		}
		if above != parent {
			continue
		}
		child := f.streams[agent]
		delete(f.streams, agent) // so that a cycle ends
		child.Children = f.below(agent)
		found = append(found, child)
	}
	return found
}
