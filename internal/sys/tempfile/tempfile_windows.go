package tempfile

import (
	"crypto/rand"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// create leaves it to Windows to remove the file: an open file cannot be removed here.
func create(folder, prefix string) (*os.File, error) {
	if folder == "" {
		folder = os.TempDir()
	}
	const how = os.O_RDWR | os.O_CREATE | os.O_EXCL | windows.O_FILE_FLAG_DELETE_ON_CLOSE
	return os.OpenFile(filepath.Join(folder, prefix+rand.Text()), how, 0o600)
}
