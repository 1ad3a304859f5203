package guard

import "net/http"

// policy is what a browser may do with an answer: nothing. Answers are data; one that is shown as a page all the same
// runs no script and loads nothing.
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// setHeaders keeps an answer from being framed, guessed at, kept, or read by other origins.
func setHeaders(h http.Header) {
	for name, value := range map[string]string{
		"Content-Security-Policy":      policy,
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
	} {
		h.Set(name, value)
	}
}
