package orchestrator

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Daily has things said once a day, by whichever process comes first. The zero value knows nothing of what was said.
type Daily struct {
	// Folder holds a folder for today, with a file for each thing that was said.
	Folder string
	// Now is the clock. Its location decides when a day begins.
	Now func() time.Time
}

// First says whether nobody has asked for the thing today, and remembers that it was asked for. Of several processes at
// once one is the first: the system makes a file for one alone. Where nothing can be remembered everybody is the first:
// a thing said twice does less harm than one that is not said.
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

// forget removes what was said on other days. Another process may be at it, too.
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
