package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"stead/ui/web"
)

// get answers a request for a path, with headers in pairs.
func get(t *testing.T, path string, headers ...string) *http.Response {
	t.Helper()
	pages, err := web.New()
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r io.Reader) string {
	t.Helper()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var nonce = regexp.MustCompile(`nonce="([A-Z0-9]+)"`)

// Each page has its own nonce, which the policy names: a stranger's style element has none.
func TestPageMayRunNothingButItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, path := range []string{"/", "/s/claude/703f", "/runs", "/%3Cscript%3E"} {
		answer := get(t, path)
		page := text(t, answer.Body)
		found := nonce.FindStringSubmatch(page)
		policy := answer.Header.Get("Content-Security-Policy")
		if found == nil || !strings.Contains(policy, "'nonce-"+found[1]+"'") || seen[found[1]] {
			t.Fatalf("%s: the policy %q does not have the page's own nonce %q", path, policy, found)
		}
		seen[found[1]] = true
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "require-trusted-types-for 'script'",
			"frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy lacks %s", path, want)
			}
		}
		if strings.Contains(page, "style=") || strings.Contains(page, "<script>") {
			t.Errorf("%s has what the policy forbids:\n%s", path, page)
		}
	}
}

var asset = regexp.MustCompile(`(?:src|href)="(/assets/[^"]+)"`)

// Everything that the page names exists, is gzipped for clients that accept it, and may be cached, since its name
// changes with its content.
func TestWhatThePageLoadsIsThere(t *testing.T) {
	loaded := asset.FindAllStringSubmatch(text(t, get(t, "/").Body), -1)
	if len(loaded) < 2 {
		t.Fatalf("the page loads %v", loaded)
	}
	for _, named := range loaded {
		packed := get(t, named[1], "Accept-Encoding", "gzip, br")
		unpacked, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatalf("%s: %v", named[1], err)
		}
		if plain := text(t, get(t, named[1]).Body); plain == "" || plain != text(t, unpacked) {
			t.Errorf("%s is another file for those who do not take gzip", named[1])
		}
		kind := packed.Header.Get("Content-Type")
		if !strings.HasPrefix(kind, "text/") || !strings.Contains(packed.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: type %q, kept %q", named[1], kind, packed.Header.Get("Cache-Control"))
		}
	}
	if missing := get(t, "/assets/../manifest.json"); missing.StatusCode == http.StatusOK {
		t.Error("a path leads out of the assets")
	}
	if missing := get(t, "/assets/nothing.js"); missing.StatusCode != http.StatusNotFound ||
		strings.Contains(missing.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("a file that is not there: %s, kept %q", missing.Status, missing.Header.Get("Cache-Control"))
	}
}

// These are the things that a browser needs to install the pages.
func TestPagesCanBeInstalled(t *testing.T) {
	for path, kind := range map[string]string{
		"/app.webmanifest": "application/manifest+json", "/icons/stead-192.png": "image/png",
		"/icons/stead-512.png": "image/png",
		"/icons/stead.svg":     "image/svg+xml", "/worker.js": "text/javascript; charset=utf-8",
		"/licences.txt": "text/plain; charset=utf-8",
	} {
		if answer := get(t, path); answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != kind {
			t.Errorf("%s: %s, %s", path, answer.Status, answer.Header.Get("Content-Type"))
		}
	}
}

// Pages need no secret; nothing below the API's prefix is a page.
func TestOnlyPagesAreOpen(t *testing.T) {
	for target, want := range map[string]bool{
		"/": true, "/s/claude/703f": true, "/assets/main.js": true, "/apix": true,
		"/api/v1": false, "/api/v1/sessions": false, "/x/../api/v1/sessions": false, "//api/v1/sessions": false,
		"/api/v1/../v1/sessions": false,
	} {
		if got := web.IsOpen(httptest.NewRequest(http.MethodGet, target, nil), "/api/v1"); got != want {
			t.Errorf("%s is open: %t", target, got)
		}
		if web.IsOpen(httptest.NewRequest(http.MethodPost, target, nil), "/api/v1") {
			t.Errorf("an act at %s is open", target)
		}
	}
}
