package serve

import (
	"context"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/cli/browser"

	"stead/cmd/stead/cli/setup"
)

// doorName is the file, in the state folder, by which a browser finds the server.
const doorName = "open.html"

// door leads a browser to an address.
var door = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("door").Parse(`<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={{.}}"><title>stead</title><p><a href="{{.}}">stead</a></p>
`))
})

// openPages has the user's browser show the pages, signed in by a token, where there is a desktop. The address goes by
// way of a file that only the user can read: the command line of a program, such as that which opens browsers, can be
// read by all users of a machine. The function that is returned removes the file.
func openPages(ctx context.Context, p *setup.Process, folder, address string) (remove func()) {
	path := filepath.Join(folder, doorName)
	remove = func() { os.Remove(path) }
	if !p.Term.CanAsk() || !hasDesktop(p.Getenv) {
		return remove
	}
	if writeDoor(path, address) != nil {
		return remove // the address was printed
	}
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	go func() { // what opens a browser may stay as long as that
		if ctx.Err() == nil {
			_ = browser.OpenFile(path)
		}
	}()
	return remove
}

// writeDoor writes the file that leads a browser to an address. It is a new one, which nobody else has open, also after
// a server that was killed.
func writeDoor(path, address string) error {
	var page strings.Builder
	if err := door().Execute(&page, address); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(page.String())
	return errors.Join(err, file.Close())
}

// hasDesktop reports whether a browser could be seen. Without a desktop, a browser of the terminal would take the
// server's.
func hasDesktop(getenv func(string) string) bool {
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || getenv("DISPLAY") != "" ||
		getenv("WAYLAND_DISPLAY") != ""
}
