package web

import (
	"net/http"
	"path"
	"strings"
)

// Paths that are not pages.
const (
	assetsPath   = "/assets/"
	workerPath   = "/worker.js"
	licencesPath = "/licences.txt"
)

// New returns the handler of the pages and the files that they load. Errors are those of a damaged bundle, which no
// release has.
func New() (http.Handler, error) {
	b, err := openBundle(dist)
	if err != nil {
		return nil, err
	}
	p := newPage(b)
	mux := http.NewServeMux()
	mux.Handle("GET "+assetsPath, b)
	mux.HandleFunc("GET "+workerPath, b.serveWorker)
	mux.HandleFunc("GET "+licencesPath, func(w http.ResponseWriter, r *http.Request) { b.serve(w, r, "LICENCES.txt") })
	mux.HandleFunc("GET /app.webmanifest", serveManifest)
	mux.Handle("GET /icons/", serveIcons())
	mux.Handle("GET /", p)
	return mux, nil
}

// IsOpen reports whether a request is for a page or for a file that pages load. Neither holds data, so they need no
// secret. Api is the API's prefix.
func IsOpen(r *http.Request, api string) bool {
	clean := path.Clean(r.URL.Path)
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && clean != api &&
		!strings.HasPrefix(clean, api+"/")
}
