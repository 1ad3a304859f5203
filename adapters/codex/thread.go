package codex

import (
	"cmp"
	"os"
	paths "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Files returns the files of the session that a rollout is of, the oldest first: the last one is the one that grows.
// They lie in the same store, or beside each other where the rollout lies in none. A file whose name tells no session
// stands alone.
func Files(path string) []string {
	name := NameOf(path)
	if name.Thread == "" {
		return []string{path}
	}
	files := append(laterFiles(path, name), path)
	if root := RootOf(path); !name.IsFirst() && !slices.ContainsFunc(files,
		func(f string) bool { return NameOf(f).IsFirst() }) && root != "" {
		if first, err := find(root, name.Thread, func(n RolloutName) bool {
			return n == RolloutName{name.Thread, name.Thread}
		}); err == nil {
			files = append(files, first)
		}
	}
	return InOrder(files)
}

// Current returns the file of the session that grows: where the CLI goes on.
func Current(path string) string {
	files := Files(path)
	return files[len(files)-1]
}

// InOrder returns the files of a session, the oldest first, each once: of a plain file and a compressed one of the same
// id, the plain one.
func InOrder(files []string) []string {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b string) int {
		switch {
		case isBefore(a, b):
			return -1
		case isBefore(b, a):
			return 1
		}
		return 0
	})
	return slices.CompactFunc(sorted, func(a, b string) bool { return NameOf(a).Rollout == NameOf(b).Rollout })
}

// isBefore reports whether a file of a session is older than another one: their ids are ordered by time.
func isBefore(a, b string) bool {
	x, y := NameOf(a), NameOf(b)
	if x.IsFirst() != y.IsFirst() {
		return x.IsFirst()
	}
	isPlain := map[bool]int{true: 0, false: 1}
	return cmp.Or(strings.Compare(x.Rollout, y.Rollout),
		cmp.Compare(isPlain[strings.HasSuffix(a, Extension)], isPlain[strings.HasSuffix(b, Extension)])) < 0
}

// laterFiles returns the files of a rollout's session that the CLI began after a rewind, those beside the rollout and
// those of its store. A session's later files lie in the folders of later days.
func laterFiles(path string, name RolloutName) []string {
	folder := filepath.Dir(path)
	root := RootOf(path)
	if root == "" {
		return LaterIn(folder, name.Thread)
	}
	sessions := filepath.Join(root, sessionsFolder)
	s := search{thread: name.Thread, root: len(sessions) + 1}
	if day, ok := strings.CutPrefix(folder, sessions+string(filepath.Separator)); ok && name.IsFirst() && isDay(day) {
		s.from = day
	}
	s.below(sessions)
	s.from = "" // an archive has no days
	s.below(filepath.Join(root, archiveFolder))
	return s.found
}

// search looks for the later files of a session.
type search struct {
	thread string
	// from is the first day to look into, root where in a path the day begins.
	from  string
	root  int
	found []string
}

func (s *search) below(folder string) {
	all := look(folder)
	s.found = append(s.found, all.later[s.thread]...)
	for _, inner := range all.folders {
		if day := inner[s.root:]; len(day) <= len(s.from) && day < s.from[:len(day)] {
			continue
		}
		s.below(inner)
	}
}

// LaterIn returns the files of a session in a folder that the CLI began after a rewind.
func LaterIn(folder, thread string) []string { return slices.Clone(look(folder).later[thread]) }

// isDay reports whether a path is that of a day's folder below the sessions: 2026/11/27.
func isDay(path string) bool {
	ok, err := filepath.Match("[0-9][0-9][0-9][0-9]/[0-9][0-9]/[0-9][0-9]", filepath.ToSlash(path))
	return ok && err == nil
}

// listing is what is in a folder: the paths of the folders in it, and those of later files of sessions, by their ids.
type listing struct {
	folders []string
	later   map[string][]string
}

func list(folder string) listing {
	entries, _ := os.ReadDir(folder) // what cannot be read has none
	l := listing{later: map[string][]string{}}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if entry.IsDir() {
			l.folders = append(l.folders, path)
		} else if name := NameOf(path); name.Thread != "" && !name.IsFirst() && isRollout(path, entry) {
			l.later[name.Thread] = append(l.later[name.Thread], path)
		}
	}
	return l
}

// rewindPrefix begins the ids of branches that a rewind has left.
const rewindPrefix = "rewind-"

// RewindID returns the id of the branch that a rewind has left, by its number from 1.
func RewindID(number int) string { return rewindPrefix + strconv.Itoa(number) }

// IsRewind reports whether a branch was left by a rewind: what the user took back stands in another file than what
// followed it. A run's journal names the session before the branch, "codex:<id>/rewind-1".
func IsRewind(branch string) bool { return strings.HasPrefix(paths.Base(branch), rewindPrefix) }
