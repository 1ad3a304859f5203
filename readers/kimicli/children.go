package kimicli

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	format "stead/adapters/kimicli"
	"stead/timeline"
)

// children returns the sessions of sub-agents. One that cannot be read is left out: the call and what it answered are
// there without it.
func (s *session) children(ctx context.Context, path string) []timeline.Stream {
	folders, _ := os.ReadDir(format.AgentsFolder(path))
	children := slices.DeleteFunc(s.Children, func(c timeline.Stream) bool { // those that have a folder are read from that
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
