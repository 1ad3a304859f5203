// Package filestat tells whether a file has changed, at the least price that the system has: stores have thousands of
// files. It also says which user owns a file.
package filestat

// State is the state of a file or folder. Every change changes at least one of these fields.
type State struct {
	// Inode identifies the file in its file system. It is never 0.
	Inode uint64
	Size  int64
	// Modified is the time of the last change in nanoseconds since 1970.
	Modified int64
}
