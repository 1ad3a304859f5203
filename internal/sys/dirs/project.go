// Package dirs finds folders and names them as people do: homes, projects, repositories.
package dirs

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"stead/adapters/adapter"
)

// IsPath reports whether a project is named by its path, absolute or not, rather than by the name of its folder.
func IsPath(project string) bool {
	return strings.ContainsRune(project, filepath.Separator) || slices.Contains([]string{".", "..", "~"}, project)
}

// OfProject returns what tells whether a folder belongs to a project. One that is named by its path, which must be
// absolute, has that folder and all below it, by whatever links they are reached. One that is named by its name has
// each folder of that name, in small or capital letters. A project without a name has every folder; an empty folder
// belongs to no other. What is returned looks at each folder once. It is safe for use by several goroutines.
func OfProject(project string) func(folder string) bool {
	if project == "" {
		return func(string) bool { return true }
	}
	decide := func(folder string) bool { return strings.EqualFold(filepath.Base(folder), project) }
	if IsPath(project) {
		decide = below(project)
	}
	var looking sync.Mutex
	known := map[string]bool{"": false}
	return func(folder string) bool {
		looking.Lock()
		defer looking.Unlock()
		is, ok := known[folder]
		if !ok {
			is = decide(folder)
			known[folder] = is
		}
		return is
	}
}

// below returns what tells whether a folder is that of a path or lies below it.
func below(path string) func(folder string) bool {
	path = filepath.Clean(path)
	real := adapter.RealPath(path)
	return func(folder string) bool {
		return isBelow(filepath.Clean(folder), path) || isBelow(adapter.RealPath(folder), real)
	}
}

func isBelow(folder, top string) bool {
	const separator = string(filepath.Separator)
	return folder == top || strings.HasPrefix(folder, strings.TrimSuffix(top, separator)+separator)
}
