// Package dirs finds folders and names them as people do: homes, projects, repositories.
package dirs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"stead/adapters/adapter"
)

// IsPath reports whether a project is given by its path, absolute or relative, rather than by the name of its folder.
func IsPath(project string) bool {
	isSeparator := func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) }
	return strings.ContainsFunc(project, isSeparator) || slices.Contains([]string{".", "..", "~"}, project)
}

// OfProject returns a function that reports whether a folder belongs to a project. A project that is given by its path,
// which must be absolute, includes that folder and all folders below it, no matter through which links they are
// reached. A project that is given by its name includes each folder with that name, regardless of case. An empty
// project includes every folder. An empty folder belongs to no other project. The returned function examines each
// folder once. It is safe for concurrent use.
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

// below returns a function that reports whether a folder is path or lies below it.
func below(path string) func(folder string) bool {
	path = filepath.Clean(path)
	real := adapter.RealPath(path)
	return func(folder string) bool {
		return IsBelow(filepath.Clean(folder), path) || IsBelow(adapter.RealPath(folder), real)
	}
}

// IsBelow reports whether a folder is top or lies below it. Both paths must be clean.
func IsBelow(folder, top string) bool {
	const separator = string(filepath.Separator)
	return folder == top || strings.HasPrefix(folder, strings.TrimSuffix(top, separator)+separator)
}
