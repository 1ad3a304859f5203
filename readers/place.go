package readers

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/sys/filestat"
)

// Place is where a store keeps sessions: the file or folder of one session, or a database with all of them. A caller
// that caches a place's sessions need not read it again while the place compares equal.
type Place struct {
	Store adapter.Store
	// Path is the session's file, or the file or folder that holds several sessions.
	Path string
	// ID is the id of the only session here, if the name of the place contains it. Otherwise it is empty.
	ID string
	// Project is the folder that the sessions belong to according to the store, if the sessions do not name it
	// themselves.
	Project string
	// Parent is the parent session, if the store says that this place holds a sub-agent's session.
	Parent string
	// Files are the files that determine the content of the place, in their current state. The first one grows with the
	// session.
	Files []File
}

// File is the state of a file. Every write to the file changes at least one of these fields.
type File struct {
	Path string
	// Inode identifies the file in its file system. It is 0 for a file that does not exist.
	Inode uint64
	Size  int64
	// Modified is the time of the last change in nanoseconds since 1970.
	Modified int64
}

// FilePlace returns a place whose content is entirely in the given files. The first file is its path.
func FilePlace(store adapter.Store, files ...string) Place {
	p := Place{Store: store, Path: files[0], Files: make([]File, len(files))}
	for i, path := range files {
		p.Files[i] = LookAt(path)
	}
	return p
}

// LookAt returns the current state of a file. It follows a link. It does not fail: a file that does not exist has inode
// 0.
func LookAt(path string) File {
	s, _ := filestat.Of(path)
	return fileOf(path, s)
}

func fileOf(path string, s filestat.State) File {
	return File{Path: path, Inode: s.Inode, Size: s.Size, Modified: s.Modified}
}

// Folder is an open folder of a store. Looking at a file relative to it takes half as long as by the file's whole path,
// which the kernel has to resolve.
type Folder struct {
	path string
	file *os.File
	// Entries are the contents of the folder, sorted by name.
	Entries []os.DirEntry
}

// OpenFolder opens a folder and lists its contents. The caller must close it. Errors are those of the file system.
func OpenFolder(path string) (*Folder, error) {
	file, err := filestat.OpenFolder(path)
	if err != nil {
		return nil, err
	}
	entries, err := file.ReadDir(-1)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return &Folder{path: path, file: file, Entries: entries}, nil
}

// Close closes the folder.
func (f *Folder) Close() { _ = f.file.Close() } // it was only read

// Place returns a place whose content is entirely in one of the folder's files.
func (f *Folder) Place(store adapter.Store, name string) Place {
	path := f.path + string(filepath.Separator) + name // filepath.Join would clean the folder's path each time
	s, _ := filestat.In(f.file, f.path, name)
	return Place{Store: store, Path: path, Files: []File{fileOf(path, s)}}
}

// LookIn returns the state of each file in a folder and in its subfolders, down to the given depth. A folder that does
// not exist has no files.
func LookIn(folder string, depth int) []File {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var files []File
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case !entry.IsDir():
			files = append(files, LookAt(path))
		case depth > 0:
			files = append(files, LookIn(path, depth-1)...)
		}
	}
	return files
}
