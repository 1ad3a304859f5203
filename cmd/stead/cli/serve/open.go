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

// doorName is the file, in the state folder, that leads a browser to the server.
const doorName = "open.html"

// door is the page that redirects a browser to an address.
var door = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("door").Parse(`<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={{.}}"><title>stead</title><p><a href="{{.}}">stead</a></p>
`))
})

// openPages opens the pages in the user's browser, signed in by a token, if there is a desktop. It passes the address
// in a file that only the user can read, because all users of a machine can read the command lines of programs,
// including that of the program that opens browsers. The returned function removes the file.
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
	go func() { // the program that opens a browser may run for as long as the browser
		if ctx.Err() == nil {
			_ = browser.OpenFile(path)
		}
	}()
	return remove
}

// writeDoor writes the file that redirects a browser to an address. The file is always a new one, which no other
// program has open, even after a server was killed.
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

// hasDesktop reports whether the user would see a browser. Without a desktop, a text browser would take over the
// server's terminal.
func hasDesktop(getenv func(string) string) bool {
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || getenv("DISPLAY") != "" ||
		getenv("WAYLAND_DISPLAY") != ""
}
