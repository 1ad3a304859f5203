package readers

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"stead/adapters/adapter"
)

// Place is where a store keeps sessions: the file or the folder of one, or a database with all of them. Whoever
// remembers a place's sessions need not look into it again while the place stays equal.
type Place struct {
	Store adapter.Store
	// Path is the session's file, or else the file or folder that holds several.
	Path string
	// ID is that of the one session that lies here, where the place's name tells it: empty where it does not.
	ID string
	// Project is the folder that the store says the sessions belong to, where they don't say it themselves.
	Project string
	// Parent is the session whose sub-agent's session lies here, where the store says so.
	Parent string
	// Files are those that tell what lies here, as they stand. The first is the one that grows with the session.
	Files []File
}

// File is a file as it stands: whoever writes to it changes at least one of these.
type File struct {
	Path string
	// Inode is the file's identity in its file system. It is 0 for a file that is not there.
	Inode uint64
	Size  int64
	// Modified is the time of the last change in nanoseconds since 1970.
	Modified int64
}

// FilePlace returns a place of which the given files tell all. The first of them is its path.
func FilePlace(store adapter.Store, files ...string) Place {
	p := Place{Store: store, Path: files[0], Files: make([]File, len(files))}
	for i, path := range files {
		p.Files[i] = LookAt(path)
	}
	return p
}

// LookAt returns a file as it stands. A link is followed. It does not fail: what is not there has no inode.
func LookAt(path string) File { return lookFrom(unix.AT_FDCWD, path, path) }

// lookFrom looks at a file by its name from an open folder.
func lookFrom(folder int, name, path string) File {
	var stat unix.Stat_t // a store has thousands of files, and os.Lstat allocates for each
	err := unix.Fstatat(folder, name, &stat, unix.AT_SYMLINK_NOFOLLOW)
	if err == nil && stat.Mode&unix.S_IFMT == unix.S_IFLNK {
		err = unix.Fstatat(folder, name, &stat, 0)
	}
	if err != nil {
		return File{Path: path}
	}
	return File{Path: path, Inode: stat.Ino, Size: stat.Size, Modified: stat.Mtim.Nano()}
}

// Folder is an open folder of a store. To look at a file from it takes half as long as by the file's whole path, which
// the kernel walks along.
type Folder struct {
	path string
	file *os.File
	// Entries are what is in the folder, by their names.
	Entries []os.DirEntry
}

// OpenFolder opens a folder and reads what is in it. It must be closed. Errors are those of the file system.
func OpenFolder(path string) (*Folder, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0) // a named pipe may lie there
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

// Place returns a place of which one of the folder's files tells all.
func (f *Folder) Place(store adapter.Store, name string) Place {
	path := f.path + "/" + name
	return Place{Store: store, Path: path, Files: []File{lookFrom(int(f.file.Fd()), name, path)}}
}

// LookIn returns the files in a folder and in the folders below it, as they stand, down to the given depth. A
// folder that is not there has none.
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
