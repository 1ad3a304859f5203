package readers

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"stead/adapters/adapter"
)

// Place is where a store keeps sessions: the file or the folder of one, or a database with all of them. Whoever remembers a place's sessions
// need not look into it again while the place stays equal.
type Place struct {
	Store adapter.Store
	// Path is the session's file, or else the file or folder that holds several.
	Path string
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
func LookAt(path string) File {
	var stat unix.Stat_t // a store has thousands of files, and os.Lstat allocates for each
	err := unix.Lstat(path, &stat)
	if err == nil && stat.Mode&unix.S_IFMT == unix.S_IFLNK {
		err = unix.Stat(path, &stat)
	}
	if err != nil {
		return File{Path: path}
	}
	return File{Path: path, Inode: stat.Ino, Size: stat.Size, Modified: stat.Mtim.Nano()}
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
