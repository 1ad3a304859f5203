package workdir

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/internal/sys/regular"
	"stead/orchestrator/source"
)

// How far to search for a moved folder: levels below the start, folders in all, and proposals.
const (
	nearDepth   = 3
	nearFolders = 4000
	nearShown   = 4
)

// near returns folders that may be the session's: the same one by another name, or, moved or renamed, clones of the
// same repository and those of the same name, and the current folder.
func (f Finder) near(from source.Source) []Near {
	found := f.equivalents(from.Dir)
	if len(found) == 0 {
		found = f.moved(from)
	}
	current := f.Current
	if !slices.ContainsFunc(found, func(n Near) bool { return n.Dir == current }) && current != from.Dir {
		found = append(found[:min(len(found), nearShown-1)], Near{current, "the current folder"})
	}
	return found[:min(len(found), nearShown)]
}

// moved looks around where the session's folder was, and if nothing is there, in the user's home.
func (f Finder) moved(from source.Source) []Near {
	s := search{gone: from.Dir}
	if git := from.Stream.Header.Project.Git; git != nil {
		s.remote = strings.TrimSuffix(git.Remote, ".git")
	}
	if from.Dir != "" {
		if above := existing(from.Dir); strings.Count(above, string(filepath.Separator)) > 1 { // more than /home
			s.below(above)
		}
		if len(s.clones)+len(s.namesakes) == 0 {
			s.below(f.Home)
		}
	}
	return append(s.clones, s.namesakes...)
}

// existing returns the nearest folder above that exists.
func existing(gone string) string {
	at := filepath.Dir(gone)
	for at != filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.IsDir() {
			break
		}
		at = filepath.Dir(at)
	}
	return at
}

// search looks for the folder that was moved.
type search struct {
	gone, remote string
	seen         int
	clones       []Near
	namesakes    []Near
}

// below looks through a folder. What cannot be read is passed over: it is only a proposal.
func (s *search) below(root string) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		if s.seen++; s.seen > nearFolders {
			return fs.SkipAll
		}
		depth := strings.Count(strings.TrimPrefix(path, root), string(filepath.Separator))
		if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") || depth > nearDepth {
			return fs.SkipDir
		}
		s.consider(path)
		return nil
	})
}

func (s *search) consider(path string) {
	switch {
	case s.remote != "" && isClone(path, s.remote):
		s.clones = append(s.clones, Near{path, "a clone of the same repository"})
	case strings.EqualFold(filepath.Base(path), lastName(s.gone)):
		s.namesakes = append(s.namesakes, Near{path, "a folder of the same name"})
	}
}

// lastName is the last name of a path, also of one of Windows.
func lastName(path string) string {
	path = strings.TrimRight(path, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// isClone reports whether a repository names the remote in its configuration.
func isClone(path, remote string) bool {
	config, err := regular.ReadFile(filepath.Join(path, ".git", "config"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(config)) {
		name, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(name) == "url" && strings.TrimSuffix(strings.TrimSpace(value), ".git") == remote {
			return true
		}
	}
	return false
}
