package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// dist is the bundle, as written by the module in folder bundle.
//
//go:embed dist
var dist embed.FS

// types are the media types of the bundle's files. Those of package mime depend on the machine.
var types = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".txt": "text/plain; charset=utf-8"}

// entry lists the paths that the page loads first.
type entry struct {
	Script  string   `json:"script"`
	Styles  []string `json:"styles"`
	Modules []string `json:"modules"`
	Worker  string   `json:"worker"`
}

// bundle serves the files of a bundle. They are stored gzipped, because nearly all browsers accept that.
type bundle struct {
	files fs.FS
	entry entry
}

// openBundle opens the bundle in dist. It does not copy the files: they stay in the program's file, whose memory pages
// the system shares among processes.
func openBundle(files fs.FS) (*bundle, error) {
	described, err := fs.ReadFile(files, "dist/manifest.json")
	if err != nil {
		return nil, fmt.Errorf("read the bundle of the pages: %w", err)
	}
	b := &bundle{files: files}
	if err := json.Unmarshal(described, &b.entry); err != nil {
		return nil, fmt.Errorf("read the bundle of the pages: %w", err)
	}
	return b, nil
}

// ServeHTTP implements [http.Handler]. The name of a file contains the hash of its content, so browsers may cache it.
func (b *bundle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	b.serve(w, r, strings.TrimPrefix(path.Clean(r.URL.Path), "/"))
}

// serveWorker serves the service worker from the root, so that it applies to all pages. Its name has no hash, so
// browsers ask for it each time. It has its own policy, because it forwards the pages' requests to the server.
func (b *bundle) serveWorker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
	b.serve(w, r, strings.TrimPrefix(b.entry.Worker, "/"))
}

func (b *bundle) serve(w http.ResponseWriter, r *http.Request, name string) {
	packed, err := fs.ReadFile(b.files, "dist/"+name+".gz")
	if err != nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed) // a client that has left needs no answer
		return
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = io.Copy(w, unpacked)
}
