package qwen

import (
	"context"
	"iter"
	"strings"

	"stead/adapters/adapter"
	"stead/adapters/qwen"
	"stead/internal/adapt/recordtree"
	"stead/internal/adapt/treereader"
	"stead/readers"
	"stead/timeline"
)

func describe(path string, about *recordtree.About) timeline.Summary {
	id, _ := qwen.SessionID(path)
	return timeline.Summary{
		CLI: qwen.Name, ID: id, Project: about.CWD, Branch: about.GitBranch,
		Title: about.Title(), Model: about.Model, Version: about.Version, ForkedFrom: about.Parent,
	}
}

// Places yields the files of the store's sessions. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	l := treereader.Layout{Projects: qwen.ProjectsFolder(store.Root), Sub: "chats", Agents: qwen.AgentsFolder}
	if query.Project != "" {
		l.Project = qwen.ProjectFolder(query.Project)
	}
	l.IsSession = func(name string) bool {
		id, isSession := qwen.SessionID(name)
		return isSession && strings.HasPrefix(id, query.Prefix)
	}
	return l.Places(store)
}

// Summaries yields the session of a file. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return treereader.Summaries(place.Path, format{}, describe)
}
