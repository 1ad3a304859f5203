package treereader

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/recordtree"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// Summaries yields what describe makes of a session's file. See [recordtree.Summarize].
func Summaries(
	path string, format recordtree.Format, describe func(path string, about *recordtree.About) timeline.Summary,
) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		row, err := recordtree.Summarize(path, format, describe)
		if !errors.Is(err, adapter.ErrEmpty) {
			yield(row, err)
		}
	}
}

// Layout says where a store has its sessions: each project has a folder below Projects, and its sessions lie in Sub
// below that.
type Layout struct {
	Projects, Sub string
	// Project is the name of the one project that is asked for; an empty one asks for all.
	Project string
	// IsSession tells a session's file by its name.
	IsSession func(name string) bool
	// ID returns a session's id by its file's path. Nil is for CLIs that do not name files so.
	ID func(path string) string
	// Agents returns the folder of the transcripts of a session's sub-agents. Nil is for CLIs that have none.
	Agents func(path string) string
}

// Places yields a place for each session, with the files of its sub-agents. No store has none.
func (l Layout) Places(store adapter.Store) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		folders, err := os.ReadDir(l.Projects)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield(readers.Place{}, err)
			return
		}
		for _, folder := range folders {
			if l.Project != "" && folder.Name() != l.Project {
				continue
			}
			if !l.in(store, filepath.Join(l.Projects, folder.Name(), l.Sub), yield) {
				return
			}
		}
	}
}

// in yields the places of the session files in a folder, which need not be one: a file may lie beside the folders. It
// reports whether more is wanted.
func (l Layout) in(store adapter.Store, path string, yield func(readers.Place, error) bool) bool {
	folder, err := readers.OpenFolder(path)
	if err != nil {
		return true
	}
	defer folder.Close()
	known := folderNames{}
	known.note(path, folder.Entries)
	for _, file := range folder.Entries {
		if regular.IsEntry(file) && l.IsSession(file.Name()) &&
			!yield(l.complete(folder.Place(store, file.Name()), known), nil) {
			return false
		}
	}
	return true
}

// complete adds to a place the session's id, and the files of its sub-agents.
func (l Layout) complete(place readers.Place, known folderNames) readers.Place {
	if l.ID != nil {
		place.ID = l.ID(place.Path)
	}
	if l.Agents == nil {
		return place
	}
	if agents := l.Agents(place.Path); known.has(above(agents)) {
		place.Files = append(place.Files, readers.LookIn(agents, 0)...)
	}
	return place
}

// folderNames are the names of the folders in folders that were read: few sessions have sub-agents, and to look for a
// folder that is not there costs as much as to look at the session.
type folderNames map[string]map[string]bool

func (f folderNames) has(path string) bool {
	folder := above(path)
	if _, isRead := f[folder]; !isRead {
		entries, _ := os.ReadDir(folder)
		f.note(folder, entries)
	}
	return f[folder][path[len(folder)+1:]]
}

// above returns the folder in which a path lies that is as filepath.Clean makes them: filepath.Dir cleans each anew,
// and a list has thousands.
func above(path string) string { return path[:max(0, strings.LastIndexByte(path, filepath.Separator))] }

// note keeps what was read of a folder.
func (f folderNames) note(folder string, entries []os.DirEntry) {
	names := map[string]bool{}
	for _, entry := range entries {
		if entry.IsDir() {
			names[entry.Name()] = true
		}
	}
	f[folder] = names
}

// FilesIn yields a place for each session file in a folder, which need not exist.
func FilesIn(store adapter.Store, folder string, isSession func(name string) bool) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) { Layout{IsSession: isSession}.in(store, folder, yield) }
}
