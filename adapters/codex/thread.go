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

// Files returns the files of the session that a rollout belongs to, the oldest first; the last one grows. They are in
// the same store, or next to each other if the rollout is in no store. A file whose name contains no session id stands
// alone.
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

// Current returns the file of the session that grows, where the CLI continues.
func Current(path string) string {
	files := Files(path)
	return files[len(files)-1]
}

// InOrder returns the files of a session, the oldest first, without duplicates. If there is a plain and a compressed
// file with the same id, it returns the plain one.
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

// isBefore reports whether a file of a session is older than another one. Their ids sort by time.
func isBefore(a, b string) bool {
	x, y := NameOf(a), NameOf(b)
	if x.IsFirst() != y.IsFirst() {
		return x.IsFirst()
	}
	isPlain := map[bool]int{true: 0, false: 1}
	return cmp.Or(strings.Compare(x.Rollout, y.Rollout),
		cmp.Compare(isPlain[strings.HasSuffix(a, Extension)], isPlain[strings.HasSuffix(b, Extension)])) < 0
}

// laterFiles returns the files that the CLI began after a rewind in a rollout's session, both next to the rollout and
// elsewhere in its store. A session's later files are in the folders of later days.
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

// search finds the later files of a session.
type search struct {
	thread string
	// from is the first day to search. Root is the offset in a path at which the day begins.
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

// LaterIn returns the files in a folder that the CLI began after a rewind in a session.
func LaterIn(folder, thread string) []string { return slices.Clone(look(folder).later[thread]) }

// isDay reports whether a path is that of a day's folder below the sessions: 2026/11/27.
func isDay(path string) bool {
	ok, err := filepath.Match("[0-9][0-9][0-9][0-9]/[0-9][0-9]/[0-9][0-9]", filepath.ToSlash(path))
	return ok && err == nil
}

// listing is the content of a folder: the paths of its subfolders, and those of later files of sessions, by session id.
type listing struct {
	folders []string
	later   map[string][]string
}

func list(folder string) listing {
	entries, _ := os.ReadDir(folder) // an unreadable folder counts as empty
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

// rewindPrefix begins the ids of branches that a rewind abandoned.
const rewindPrefix = "rewind-"

// RewindID returns the id of a branch that a rewind abandoned, given its number, from 1.
func RewindID(number int) string { return rewindPrefix + strconv.Itoa(number) }

// IsRewind reports whether a rewind abandoned a branch: the entries that the user undid are in a different file than
// those that followed. A run's journal puts the session before the branch: "codex:<id>/rewind-1".
func IsRewind(branch string) bool { return strings.HasPrefix(paths.Base(branch), rewindPrefix) }
