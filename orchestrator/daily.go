package orchestrator

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Daily makes notes appear once a day, in whichever process comes first. The zero value remembers nothing, so every
// note appears.
type Daily struct {
	// Folder holds a folder for today, with a file for each note that was shown.
	Folder string
	// Now is the clock. Its location decides when a day begins.
	Now func() time.Time
}

// First reports whether the caller is the first to ask for the thing today, and remembers the request. Of several
// concurrent processes only one is the first, because the system creates a file for only one of them. If First cannot
// remember anything, it returns true: showing a note twice does less harm than not showing it.
func (n Daily) First(thing string) bool {
	if n.Folder == "" {
		return true
	}
	today := n.Now().Format(time.DateOnly)
	folder := filepath.Join(n.Folder, today)
	if os.MkdirAll(folder, 0o700) != nil {
		return true
	}
	file, err := os.OpenFile(filepath.Join(folder, url.QueryEscape(thing)), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return !errors.Is(err, fs.ErrExist)
	}
	file.Close()
	n.forget(today)
	return true
}

// forget removes the notes of other days. Another process may be doing the same.
func (n Daily) forget(today string) {
	days, err := os.ReadDir(n.Folder)
	if err != nil {
		return
	}
	for _, day := range days {
		if _, err := time.Parse(time.DateOnly, day.Name()); err == nil && day.Name() != today {
			os.RemoveAll(filepath.Join(n.Folder, day.Name()))
		}
	}
}
