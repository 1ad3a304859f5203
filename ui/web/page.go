package web

import (
	"bytes"
	"crypto/rand"
	"html/template"
	"net/http"
	"strings"
	"sync"
)

// policy restricts the page: it may run its own scripts, use its own styles and those with the page's nonce (xterm and
// CodeMirror create some), and talk to its own server. Strings become markup or scripts only through the policy
// "stead", which knows one script: the worker.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-NONCE'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
	"trusted-types stead"

// policyWith returns the policy of a page with a nonce.
func policyWith(nonce string) string { return strings.Replace(policy, "NONCE", nonce, 1) }

// markup is the page before its script draws it. The nonce is on the style sheet, where scripts find it and selectors
// do not.
var markup = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>stead</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="theme-color" content="#0f1216" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#fbfbfa" media="(prefers-color-scheme: light)">
<link rel="icon" href="/icons/stead.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/stead-192.png">
<link rel="manifest" href="/app.webmanifest">
{{range .Styles}}<link rel="stylesheet" href="{{.}}" nonce="{{$.Nonce}}">
{{end}}{{range .Modules}}<link rel="modulepreload" href="{{.}}">
{{end}}<script type="module" src="{{.Script}}"></script>
</head>
<body>
<noscript>stead shows your sessions with JavaScript, which this browser has switched off.</noscript>
</body>
</html>
`))
})

// page serves the same page for all addresses. Its script shows the content for the address.
type page struct{ bundle *bundle }

func newPage(b *bundle) *page { return &page{b} }

// ServeHTTP implements [http.Handler].
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	nonce := rand.Text()
	var b bytes.Buffer
	err := markup().Execute(&b, struct {
		Nonce, Script   string
		Styles, Modules []string
	}{nonce, p.bundle.entry.Script, p.bundle.entry.Styles, p.bundle.entry.Modules})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policyWith(nonce))
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.Bytes()) // a client that has left needs no answer
	}
}
