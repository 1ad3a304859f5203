package treereader

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/recordtree"
	"stead/internal/regular"
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

// Layout says where a store has its sessions: each project has a folder below Projects, and its sessions lie in Sub below that.
type Layout struct {
	Projects, Sub string
	// Project is the name of the one project that is asked for; an empty one asks for all.
	Project string
	// IsSession tells a session's file by its name.
	IsSession func(name string) bool
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
			known := folderNames{}
			for _, path := range l.in(filepath.Join(l.Projects, folder.Name(), l.Sub), known) {
				if !yield(l.place(store, path, known), nil) {
					return
				}
			}
		}
	}
}

// in returns the session files of a folder, which need not be one: a file may lie beside the folders.
func (l Layout) in(folder string, known folderNames) []string {
	files, _ := os.ReadDir(folder)
	known.note(folder, files)
	var paths []string
	for _, file := range files {
		if regular.IsEntry(file) && l.IsSession(file.Name()) {
			paths = append(paths, filepath.Join(folder, file.Name()))
		}
	}
	return paths
}

func (l Layout) place(store adapter.Store, path string, known folderNames) readers.Place {
	place := readers.FilePlace(store, path)
	if l.Agents == nil {
		return place
	}
	if agents := l.Agents(path); known.has(filepath.Dir(agents)) {
		place.Files = append(place.Files, readers.LookIn(agents, 0)...)
	}
	return place
}

// folderNames are the names of the folders in folders that were read: few sessions have sub-agents, and to look for a folder that is not there costs
// as much as to look at the session.
type folderNames map[string]map[string]bool

func (f folderNames) has(path string) bool {
	above, name := filepath.Dir(path), filepath.Base(path)
	if _, isRead := f[above]; !isRead {
		entries, _ := os.ReadDir(above)
		f.note(above, entries)
	}
	return f[above][name]
}

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
	return func(yield func(readers.Place, error) bool) {
		l := Layout{IsSession: isSession}
		for _, path := range l.in(folder, folderNames{}) {
			if !yield(l.place(store, path, nil), nil) {
				return
			}
		}
	}
}
