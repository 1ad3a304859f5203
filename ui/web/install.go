package web

import (
	"embed"
	"io"
	"net/http"
)

//go:embed icons
var icons embed.FS

// manifest is the web app manifest, which browsers need to install the pages as an app.
const manifest = `{
  "name": "stead", "short_name": "stead", "description": "The sessions and runs of AI coding CLIs on this machine", "id": "/", "start_url": "/", "scope": "/",
  "display": "standalone", "background_color": "#0f1216", "theme_color": "#0f1216",
  "icons": [
    {"src": "/icons/stead.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/icons/stead-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/icons/stead-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"}
  ]
}
`

func serveManifest(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = io.WriteString(w, manifest) // a client that has left needs no answer
}

func serveIcons() http.Handler { return http.FileServerFS(icons) }
