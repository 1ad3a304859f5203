package qwen

import (
	"context"
	"iter"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/format/qwen"
	"stead/internal/recordtree"
	"stead/internal/treereader"
	"stead/readers"
	"stead/timeline"
)

func describe(path string, about *recordtree.About) timeline.Summary {
	id, _ := qwen.SessionID(path)
	return timeline.Summary{
		CLI: qwen.Name, ID: id, Project: about.CWD, Branch: about.GitBranch,
		Title: about.Title(), Model: about.Model, Version: about.Version,
	}
}

// List yields the store's sessions. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	project := ""
	if query.Project != "" {
		project = qwen.ProjectFolder(query.Project)
	}
	paths, err := treereader.Files(qwen.ProjectsFolder(store.Root), project, "chats", func(name string) bool {
		id, isSession := qwen.SessionID(name)
		return isSession && strings.HasPrefix(id, query.Prefix)
	})
	if err != nil {
		return treereader.Failed(err)
	}
	return treereader.List(ctx, paths, query, format{}, describe)
}
