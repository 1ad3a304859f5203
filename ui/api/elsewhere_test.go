package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stead/ui/api"
)

// A cookie, a policy or a redirect in another machine's response must not pass for one of the server that forwards the
// response.
func TestHeadersOfAnotherMachineDoNotPass(t *testing.T) {
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{"Set-Cookie", "Location", "Refresh", "Content-Security-Policy",
			"Access-Control-Allow-Origin", "Clear-Site-Data"} {
			w.Header().Set(name, "x")
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Stead-Rev", "7")
		_, _ = w.Write([]byte("{}")) // a test server
	}))
	defer there.Close()
	e := api.Elsewhere{Client: there.Client(), Host: strings.TrimPrefix(there.URL, "http://"),
		Fault: func(error) (string, string) { return "", "" }}
	answer := httptest.NewRecorder()
	e.New().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.Prefix+"/sessions", nil))
	got := answer.Result().Header
	if answer.Body.String() != "{}" || got.Get("Stead-Rev") != "7" || got.Get("Content-Type") != "application/json" {
		t.Errorf("%s %v", answer.Body, got)
	}
	for name := range got {
		if name != "Stead-Rev" && name != "Content-Type" && name != "Content-Length" {
			t.Errorf("%s passes", name)
		}
	}
}
