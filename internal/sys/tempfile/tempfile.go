// Package tempfile makes files that go away with the process, however it ends.
package tempfile

import "os"

// Create makes a file for reading and writing in a folder, or in that for temporary files if folder is empty. Only its
// user may read it. It is gone when it is closed. On Windows it has a name until then, which begins with prefix.
func Create(folder, prefix string) (*os.File, error) { return create(folder, prefix) }
