package kimicli

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	format "stead/adapters/kimicli"
	"stead/timeline"
)

// children returns the sessions of sub-agents. It skips a session that it cannot read, because the call and its result
// are present without it.
func (s *session) children(ctx context.Context, path string) []timeline.Stream {
	folders, _ := os.ReadDir(format.AgentsFolder(path))
	children := slices.DeleteFunc(s.Children, func(c timeline.Stream) bool { // those with a folder are read below
		return slices.ContainsFunc(folders, func(f os.DirEntry) bool { return f.Name() == c.Header.ID })
	})
	for _, folder := range folders {
		child, err := open(ctx, format.ContextPath(filepath.Join(format.AgentsFolder(path), folder.Name())))
		if err != nil {
			continue
		}
		child.Header.Project = s.Header.Project
		child.Header.Lineage = &timeline.Lineage{
			Parent: format.Name + ":" + s.Header.ID, At: s.spawned[folder.Name()], Kind: timeline.LineageSubagent,
		}
		children = append(children, child.Stream)
	}
	return children
}
