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

// Summaries yields the result of describe for a session's file. See [recordtree.Summarize].
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

// Layout describes where a store keeps its sessions: each project has a folder below Projects, and its sessions are in
// the subfolder Sub.
type Layout struct {
	Projects, Sub string
	// Project is the name of the only project to list. If it is empty, all projects are listed.
	Project string
	// IsSession reports whether a file is a session, given its name.
	IsSession func(name string) bool
	// ID returns the id of a session, given the path of its file. It is nil for CLIs whose file names do not contain the
	// id.
	ID func(path string) string
	// Agents returns the folder with the transcripts of a session's sub-agents. It is nil for CLIs without sub-agents.
	Agents func(path string) string
}

// Places yields a place for each session, including the files of its sub-agents. If the store does not exist, it yields
// nothing.
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

// in yields the places of the session files in a folder. The path may also name a file that lies next to the folders.
// in reports whether the iteration continues.
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

// complete adds the session's id and the files of its sub-agents to a place.
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

// folderNames holds the names of the subfolders of each folder that was read. Few sessions have sub-agents, and a check
// for a folder that does not exist costs as much as one of the session.
type folderNames map[string]map[string]bool

func (f folderNames) has(path string) bool {
	folder := above(path)
	if _, isRead := f[folder]; !isRead {
		entries, _ := os.ReadDir(folder)
		f.note(folder, entries)
	}
	return f[folder][path[len(folder)+1:]]
}

// above returns the parent folder of a path that filepath.Clean has cleaned. filepath.Dir would clean each path again,
// and a list has thousands of them.
func above(path string) string { return path[:max(0, strings.LastIndexByte(path, filepath.Separator))] }

// note stores the names of the subfolders of a folder.
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
